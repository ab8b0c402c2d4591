// Shows one step of a recorded game on the map, in the seats panel and in the table.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const NOBODY = { letter: "", colour: "none", name: "" };
const ownerOf = (data, who) => (who < 0 ? NOBODY : data.owners[Math.min(who, data.owners.length - 1)]);

/** Owners, armies, what changed, the arrow, and a chosen objective. */
export function drawMap(map, data, step, goal) {
  data.lands.forEach((land, number) => {
    const owner = ownerOf(data, step.owner[number]);
    const shape = map.querySelector(`#shape-${land.id}`);
    if (shape.dataset.colour !== owner.colour) shape.dataset.colour = owner.colour;
    const words = owner.letter ? `${land.name}: ${owner.letter} ${owner.name}, ${step.armies[number]}` : land.name;
    shape.querySelector("title").textContent = words;
    const counter = map.querySelector(`.counter[data-territory="${land.id}"]`);
    counter.dataset.colour = owner.colour;
    counter.querySelector(".who").textContent = owner.letter;
    counter.querySelector(".many").textContent = owner.letter ? String(step.armies[number]) : "";
  });
  const outline = (id, kind) => make("path", { d: map.querySelector(`#shape-${id}`).getAttribute("d"), class: kind });
  map.querySelector("#marks").replaceChildren(
    ...goal.map((id) => outline(id, "goal")),
    ...step.marked.map((number) => outline(data.lands[number].id, "changed")),
  );
  const arrows = [];
  if (step.arrow) {
    const [kind, d] = step.arrow;
    arrows.push(make("path", { d, class: "arrow-under" }), make("path", { d, class: `arrow ${kind}`, "marker-end": "url(#head)" }));
  }
  map.querySelector("#arrows").replaceChildren(...arrows);
}

/** Numbers of every seat, and whose turn it is. */
export function drawSeats(page, step) {
  for (const row of page.querySelectorAll("[data-seat]")) {
    const number = Number(row.dataset.seat);
    const [territories, armies, cards, status] = step.seats[number];
    for (const [field, value] of Object.entries({ territories, armies, cards, status })) {
      const cell = row.querySelector(`[data-field="${field}"]`);
      if (!cell) continue; // the number of cards may be secret
      if (cell.textContent !== String(value)) cell.textContent = String(value);
      const noun = row.querySelector(`[data-noun="${field}"]`);
      if (noun) noun.textContent = value === 1 ? noun.dataset.one : noun.dataset.many;
    }
    row.classList.toggle("turn", number === step.turn);
  }
}

/** The board as a table, while it is open. */
export function drawTable(details, data, step) {
  if (!details.open) return;
  details.querySelectorAll("tbody tr").forEach((row, number) => {
    const owner = ownerOf(data, step.owner[number]);
    const isNeutral = owner.colour === "neutral";
    row.cells[1].textContent = isNeutral ? owner.name : owner.letter;
    row.cells[2].textContent = String(step.armies[number]);
  });
}

/** The buttons that hatch an objective on the map, one objective at a time. */
export function prepareGoals(page) {
  const buttons = [...page.querySelectorAll(".goal")];
  const pattern = make("pattern", { id: "goal-hatch", width: "8", height: "8", patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  pattern.append(make("path", { d: "M0,0V8" }));
  const defs = make("defs");
  defs.append(pattern);
  page.querySelector("#marks").before(defs);
  let changed = () => {};
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const pressed = button.getAttribute("aria-pressed") !== "true";
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button && pressed));
      changed();
    });
  }
  return {
    lands: () => buttons.find((button) => button.getAttribute("aria-pressed") === "true")?.dataset.lands.split(" ") ?? [],
    onChange: (listener) => { changed = listener; },
  };
}
