// Marks drawn over the map: the chosen set, the current territory, its neighbours, the keyboard focus.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Adds the hatching pattern and the layers for marks, below the counters. */
export function prepareMap(map) {
  const pattern = make("pattern", {
    id: "hatch", width: "7", height: "7", patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  });
  pattern.append(make("path", { d: "M0,0V7" }));
  const defs = make("defs");
  defs.append(pattern);
  const counters = map.querySelector("#counters");
  counters.before(defs, make("g", { id: "hatching", fill: "url(#hatch)" }), make("g", { id: "marks" }));
}

/** Shows a set of territories by hatching them, darkening their counters and fading the others. */
export function highlight(map, ids) {
  const chosen = new Set(ids);
  map.classList.toggle("selecting", chosen.size > 0);
  for (const part of map.querySelectorAll(".territory, .counter, .label")) {
    part.classList.toggle("chosen", chosen.has(part.dataset.territory));
  }
  map.querySelector("#hatching").replaceChildren(...ids.map((id) => outline(map, id, "chosen")));
}

/** Outlines the current territory, its neighbours and the one with keyboard focus. */
export function mark(map, { current, near, focused }) {
  const marks = near.flatMap((id) => [outline(map, id, "near-under"), outline(map, id, "near")]);
  if (current) marks.push(outline(map, current, "current-under"), outline(map, current, "current"));
  if (focused) marks.push(outline(map, focused, "focused"), outline(map, focused, "focused-over"));
  map.querySelector("#marks").replaceChildren(...marks);
}

/** A copy of the territory's outline, without its own colours. */
function outline(map, id, kind) {
  const path = map.querySelector(`#shape-${id}`);
  return make("path", { d: path.getAttribute("d"), class: kind });
}
