// The panels beside the map: one territory, and a chosen set with its running sum.
// @ts-check

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

function chips(entries, choose) {
  const items = entries.map(({ id, name, closed }) => {
    const button = make("button", { type: "button", class: "chip", "data-choose": id }, name);
    if (closed) button.disabled = true;
    else button.addEventListener("click", () => choose(id));
    return make("li", {}, button);
  });
  return make("ul", { class: "chips" }, ...items);
}

/** The panel of one territory; a hint if none is chosen. */
export function territoryPanel(panel, territory, { territories, continents, texts, open, choose }) {
  const key = territory ? `${territory.id}:${open(territory).join()}` : "";
  // Redrawn only on change: keeps the keyboard focus, and screen readers do not repeat it.
  if (panel.dataset.shown === key) return;
  panel.dataset.shown = key;
  if (!territory) {
    panel.replaceChildren(make("p", { class: "hint" }, texts.choose_hint));
    return;
  }
  const near = new Set(open(territory));
  const closed = territory.neighbours.filter((id) => !near.has(id));
  const entries = territory.neighbours
    .map((id) => ({ id, name: territories.get(id).name, closed: !near.has(id) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const facts = make(
    "dl", {},
    make("dt", {}, texts.continent), make("dd", {}, continents.get(territory.continent).name),
    make("dt", {}, texts.value), make("dd", {}, String(territory.value)),
    make("dt", {}, texts.card), make("dd", {}, territory.card),
  );
  panel.replaceChildren(
    make("h2", {}, territory.name), facts,
    make("h3", {}, `${texts.neighbours}: ${near.size}`), chips(entries, choose),
  );
  for (const id of closed) {
    panel.append(make("p", { class: "hint" }, fill(texts.neighbour_closed, {
      name: territories.get(id).name, value: territory.value, count: near.size,
    })));
  }
}

/** The panel of a chosen set: its total and the running sum by territory. */
export function selectionPanel(panel, selection, { territories, texts, choose }) {
  if (panel.dataset.shown === selection.id) return;
  panel.dataset.shown = selection.id;
  let sum = 0;
  const rows = selection.territories.map((id) => {
    const territory = territories.get(id);
    sum += territory.value;
    const button = make("button", { type: "button", class: "link", "data-choose": id }, territory.name);
    button.addEventListener("click", () => choose(id));
    return make(
      "tr", {}, make("th", { scope: "row" }, button),
      make("td", { class: "num" }, String(territory.value)), make("td", { class: "num" }, String(sum)),
    );
  });
  const head = make(
    "tr", {}, make("th", { scope: "col" }, fill(texts.territories_count, { count: rows.length })),
    make("th", { scope: "col", class: "num" }, texts.value),
    make("th", { scope: "col", class: "num" }, texts.running_sum),
  );
  const table = make("table", { class: "running" }, make("thead", {}, head), make("tbody", {}, ...rows));
  const parts = [make("h2", {}, selection.name)];
  if (selection.deck) parts.push(make("p", { class: "deck" }, selection.deck));
  parts.push(make("p", { class: "total" }, fill(texts.sum, { total: sum })));
  if (selection.bonus !== undefined) parts.push(make("p", {}, fill(texts.bonus, { bonus: selection.bonus })));
  panel.replaceChildren(...parts, make("div", { class: "running-box", tabindex: "0" }, table));
}
