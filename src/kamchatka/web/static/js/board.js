// The board page: choosing a territory, an objective or a continent on the map.
// All data come from the JSON that the server put in the page.
// @ts-check

import { highlight, mark, prepareMap } from "./map-marks.js";
import { selectionPanel, territoryPanel } from "./board-panels.js";
import { nearestInDirection } from "./directions.js";

const data = JSON.parse(document.getElementById("board-data").textContent);
const territories = new Map(data.territories.map((territory) => [territory.id, territory]));
const continents = new Map(data.continents.map((continent) => [continent.id, continent]));
const objectives = new Map(data.objectives.map((objective) => [objective.id, objective]));

const element = (/** @type {string} */ id) => document.getElementById(id);
const map = element("map");
const controls = {
  territory: element("choose-territory"),
  objective: element("choose-objective"),
  continent: element("choose-continent"),
  border: element("border-switch"),
};
const state = { current: "", hovered: "", focused: "", selection: null };

prepareMap(map);
const links = [...map.querySelectorAll("a.land")];
links.forEach((link, index) => {
  link.setAttribute("role", "button");
  link.setAttribute("tabindex", index === 0 ? "0" : "-1");
});

function neighboursOf(territory) {
  return controls.border.checked ? territory.neighbours : territory.neighboursClosed;
}

function draw() {
  const shown = state.hovered || state.current;
  const territory = territories.get(shown);
  mark(map, { current: shown, near: territory ? neighboursOf(territory) : [], focused: state.focused });
  links.forEach((link) => link.setAttribute("aria-pressed", String(link.dataset.territory === state.current)));
  highlight(map, state.selection ? state.selection.territories : []);
  const panel = element("territory-panel");
  territoryPanel(panel, territory, { territories, continents, texts: data.texts, open: neighboursOf, choose });
  const side = element("selection-panel");
  side.hidden = !state.selection;
  if (state.selection) selectionPanel(side, state.selection, { territories, texts: data.texts, choose });
}

function choose(id) {
  state.current = id;
  state.hovered = "";
  controls.territory.value = id;
  rove(id);
  draw();
}

/** Only one territory is a tab stop; arrow keys move to the others. */
function rove(id) {
  if (!id) return;
  links.forEach((link) => link.setAttribute("tabindex", link.dataset.territory === id ? "0" : "-1"));
}

function select(selection, other) {
  state.selection = selection;
  other.value = "";
  draw();
}

const territoryAt = (target) => target.closest?.("[data-territory]")?.dataset.territory ?? "";

map.addEventListener("click", (event) => {
  const id = territoryAt(event.target);
  if (!id) return;
  event.preventDefault();
  choose(id);
});
map.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const id = territoryAt(event.target);
  if (id !== state.hovered) {
    state.hovered = id;
    draw();
  }
});
map.addEventListener("pointerleave", () => {
  state.hovered = "";
  draw();
});
// On the frame: an SVG with a focus listener would become a tab stop itself.
const frame = element("map-frame");
frame.addEventListener("focusin", (event) => {
  const id = territoryAt(event.target);
  if (!id) return;
  // A mouse click also focuses, but only the keyboard shows the ring.
  state.focused = event.target.matches(":focus-visible") ? id : "";
  if (state.focused) {
    state.current = id;
    controls.territory.value = id;
    rove(id);
  }
  draw();
});
frame.addEventListener("focusout", () => {
  state.focused = "";
  draw();
});
map.addEventListener("keydown", (event) => {
  const here = territoryAt(event.target);
  if (event.key === " " || event.key === "Enter") {
    event.preventDefault();
    choose(here);
    return;
  }
  const next = nearestInDirection(map, here, event.key);
  if (next) {
    event.preventDefault();
    rove(next);
    links.find((link) => link.dataset.territory === next).focus();
  }
});

controls.territory.addEventListener("change", () => choose(controls.territory.value));
controls.objective.addEventListener("change", () => {
  select(objectives.get(controls.objective.value) ?? null, controls.continent);
});
controls.continent.addEventListener("change", () => {
  select(continents.get(controls.continent.value) ?? null, controls.objective);
});
controls.border.addEventListener("change", draw);
element("board-controls").addEventListener("submit", (event) => event.preventDefault());
element("zoom").addEventListener("click", () => {
  const zoomed = frame.classList.toggle("zoomed");
  const button = element("zoom");
  button.setAttribute("aria-pressed", String(zoomed));
  button.textContent = zoomed ? data.texts.zoom_out : data.texts.zoom_in;
  const anchor = map.querySelector(`.counter[data-territory="${state.current}"]`);
  if (zoomed && anchor) anchor.scrollIntoView({ block: "nearest", inline: "center" });
});

draw();
