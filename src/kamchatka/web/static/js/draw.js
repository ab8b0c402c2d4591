// The draw: two taps, or a drag, preview a swap; the server computes it, this script shows it.

/** @typedef {{delta: string, tone: "better" | "same" | "worse", words: string, reason: string}} Change */
/** @typedef {{entrant: number, table: number, people: Record<string, Change>, tables: Record<string, Change>}} Options */

/** Pixels a pointer moves before a tap becomes a drag. */
const FAR = 6;

/** The seat that was picked first. @type {HTMLElement | null} */
let picked = null;
/** @type {Options | null} */
let options = null;

const page = () => /** @type {HTMLElement} */ (document.querySelector("#sorteggio"));
/** @param {string} selector @returns {HTMLElement[]} */
const all = (selector) => [...page().querySelectorAll(selector)];
/** @param {string} id @returns {HTMLFormElement | null} */
const form = (id) => /** @type {HTMLFormElement | null} */ (page().querySelector(id));

/** @param {string} words @param {Record<string, string>} values */
const filled = (words, values) => words.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

/** Clear the picked seat. */
function letGo() {
  picked?.setAttribute("aria-pressed", "false");
  picked = options = null;
  all(".seat").forEach((seat) => seat.classList.remove("picked", "other", "worse"));
  all(".delta").forEach((delta) => { delta.textContent = ""; delta.className = "delta"; });
  all(".move-here").forEach((button) => { button.hidden = true; });
  for (const id of ["#scambio", "#spostamento"]) if (form(id)) form(id).hidden = true;
  page().querySelector(".dock-says.first")?.replaceChildren();
}

/** @param {HTMLElement} seat */
async function pick(seat) {
  letGo();
  picked = seat;
  seat.classList.add("picked");
  seat.setAttribute("aria-pressed", "true");
  const dock = form("#scambio"), words = dock.querySelector("output");
  const values = { name: seat.dataset.name, table: seat.dataset.table };
  dock.hidden = false;
  dock.querySelector(".swap-both").hidden = true;
  words.value = filled(words.dataset.waits, values);
  const answer = await fetch(`${page().dataset.address}/scambi?da=${seat.dataset.who}`);
  if (picked !== seat) return;
  if (!answer.ok) { location.reload(); return; } // another person changed the tables
  options = await answer.json();
  words.value = filled(words.dataset.pick, values);
  for (const other of all("button.seat")) mark(other.querySelector(".delta"), options.people[other.dataset.who]);
  for (const button of all(".move-here")) {
    button.hidden = !options.tables[button.dataset.move];
    mark(button.querySelector(".delta"), options.tables[button.dataset.move]);
  }
}

/** @param {Element} delta @param {Change | undefined} change */
function mark(delta, change) {
  delta.textContent = change?.delta ?? "";
  delta.className = `delta ${change?.tone ?? ""}`;
}

/** Show in the dock what would change, and ask for the reason. @param {HTMLFormElement} dock @param {Change} change @param {string} words */
function ask(dock, change, words) {
  dock.querySelector("output").value = words;
  const said = /** @type {HTMLElement} */ (dock.querySelector(".swap-said"));
  said.textContent = change.words;
  said.dataset.tone = { better: "good", same: "info", worse: "warn" }[change.tone];
  const reason = /** @type {HTMLInputElement} */ (dock.querySelector("[name=motivo]"));
  reason.value = change.reason;
  dock.hidden = false;
  (change.reason ? dock.querySelector("button:not([type])") : reason).focus({ preventScroll: true });
}

/** @param {HTMLElement} seat */
function pair(seat) {
  const change = options?.people[seat.dataset.who];
  if (!change || !picked) return;
  all(".other").forEach((old) => old.classList.remove("other", "worse"));
  seat.classList.add("other");
  seat.classList.toggle("worse", change.tone === "worse");
  const dock = form("#scambio");
  form("#spostamento").hidden = true;
  dock.elements.namedItem("uno").value = picked.dataset.who;
  dock.elements.namedItem("altro").value = seat.dataset.who;
  dock.querySelector(".swap-both").hidden = false;
  ask(dock, change, `${picked.dataset.name} (${picked.dataset.table}) ⇄ ${seat.dataset.name} (${seat.dataset.table})`);
}

/** @param {string} table */
function move(table) {
  const change = options?.tables[table];
  if (!change || !picked) return;
  const dock = form("#spostamento");
  form("#scambio").hidden = true;
  dock.elements.namedItem("chi").value = picked.dataset.who;
  dock.elements.namedItem("tavolo").value = table;
  const words = dock.querySelector("output").dataset.move;
  ask(dock, change, filled(words, { name: picked.dataset.name, table: picked.dataset.table, to: table }));
}

/** @param {HTMLElement} seat */
function tap(seat) {
  if (seat === picked) letGo();
  else if (!picked || seat.dataset.table === picked.dataset.table) pick(seat);
  else pair(seat);
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const seat = target.closest("button.seat"), here = target.closest(".move-here");
  if (seat) tap(/** @type {HTMLElement} */ (seat));
  else if (here) move(here.dataset.move);
  else if (target.closest("[data-leave]")) letGo();
  else if (target.closest("[data-dismiss]")) target.closest(".failure").hidden = true;
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && picked) { const seat = picked; letGo(); seat.focus(); } });

// A table's menu closes when another opens, or on a tap elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".table-menu[open]")) if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
});

// Dragging is for mouse and pen; on touch, a drag scrolls and two taps swap.
document.addEventListener("pointerdown", (down) => {
  const seat = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (down.target).closest("button.seat"));
  if (!seat || down.pointerType === "touch" || down.button) return;
  /** @type {HTMLElement | null} */ let ghost = null;
  /** @type {HTMLElement | null} */ let over = null;
  const drag = new AbortController();
  /** @param {PointerEvent} event */
  const moved = (event) => {
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
      ghost = Object.assign(document.createElement("div"), { className: "ghost", textContent: seat.dataset.name });
      document.body.append(ghost);
      if (picked !== seat) pick(seat);
    }
    ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY + 8}px)`;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const found = /** @type {HTMLElement | null} */ (under?.closest("button.seat, .draw section"));
    over?.classList.remove("over");
    over = found && found !== seat && found.dataset.table !== seat.dataset.table ? found : null;
    over?.classList.add("over");
  };
  const dropped = () => {
    drag.abort();
    if (!ghost) return;
    ghost.remove();
    over?.classList.remove("over");
    // The click that follows a drag is not a tap.
    window.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
    setTimeout(() => window.dispatchEvent(new Event("click")));
    drop(over);
  };
  document.addEventListener("pointermove", moved, { signal: drag.signal });
  document.addEventListener("pointerup", dropped, { signal: drag.signal });
  document.addEventListener("pointercancel", () => { drag.abort(); ghost?.remove(); letGo(); }, { signal: drag.signal });
});
document.addEventListener("dragstart", (event) => { if (/** @type {HTMLElement} */ (event.target).closest?.(".seat")) event.preventDefault(); });

/** Handle a drop on a seat, on a table, or nowhere. @param {HTMLElement | null} over */
async function drop(over) {
  while (picked && !options) await new Promise((wake) => setTimeout(wake, 30)); // the server has not answered yet
  if (!over || !picked) letGo();
  else if (over.matches(".seat")) pair(over);
  else if (options.tables[over.dataset.table]) move(over.dataset.table);
  else letGo();
}

// After a change the page is replaced: focus the player who was moved.
let moving = "";
document.addEventListener("htmx:before:request", () => { moving = picked?.dataset.who ?? ""; });
document.addEventListener("htmx:after:swap", () => {
  if (!page()) return;
  picked = options = null;
  if (moving) page().querySelector(`.seat[data-who="${moving}"]`)?.focus({ preventScroll: true });
  moving = "";
});

// Publishing must not drop a swap or a move that was chosen and not made.
document.addEventListener("submit", (event) => {
  const words = /** @type {HTMLElement} */ (event.target).dataset.swapFirst;
  const pending = words && all(".swap-both, #spostamento").find((each) => !each.closest("[hidden]"));
  if (!pending) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const says = page().querySelector(".dock-says");
  says.textContent = words;
  says.classList.add("first");
  pending.querySelector("button:not([type])").focus();
}, { capture: true });

// A draw takes a moment: disable its button and show that it is busy.
document.addEventListener("submit", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {HTMLElement} */ (event.target).querySelector("[data-busy]"));
  if (!button) return;
  if (button.ariaBusy === "true") { event.preventDefault(); event.stopImmediatePropagation(); return; }
  const words = button.querySelector("span"), before = words.textContent;
  button.ariaBusy = "true";
  words.textContent = button.dataset.busy;
  const again = () => { button.ariaBusy = "false"; words.textContent = before; };
  document.addEventListener("htmx:after:swap", again, { once: true });
  window.addEventListener("pageshow", again, { once: true });
}, { capture: true });
