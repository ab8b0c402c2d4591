// The map as the control: draws owners, armies, marks, arrows and tags, and says which territory a tap or a key meant.
// @ts-check

import { nearestInDirection } from "../directions.js";
import { board, counter, element, h, landName, s, say } from "./make.js";

/** @typedef {{ text: string, kind: string }} Tag */
/** What to draw. `can`: what a tap would do something with; null if nothing can be chosen now.
 * @typedef {{ owners: Map<string, { colour: string, seat: string, armies: number }>, can: Set<string> | null, stars: Set<string>, mine: string, marks: [string, string][],
 *   preview: Map<string, number>, tags: Map<string, Tag>, arrows: { from: string, to: string, kind: string }[], strong: Set<string>, pills: Map<string, Tag>, labels: Map<string, string> }} Scene */

const WORLD = 1001.8, NEAR = 44, SHORT = 26;
const WHOLE = [0.4, -8.5, 1001.8, 612];
const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (element("mappa")));
const pan = /** @type {HTMLElement} */ (svg.closest(".play-pan"));
const layer = (/** @type {string} */ name) => /** @type {SVGGElement} */ (svg.querySelector(`#play-${name}`));
/** @type {Map<string, [number, number]>} */
const places = new Map([...svg.querySelectorAll(".counter")].map((each) => {
  const { e, f } = /** @type {SVGGElement} */ (each).transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  return [/** @type {SVGGElement} */ (each).dataset.territory ?? "", [e, f]];
}));
const shapes = new Map([...svg.querySelectorAll(".territory")].map((each) => [/** @type {SVGElement} */ (each).dataset.territory ?? "", /** @type {SVGPathElement} */ (each)]));
const weaves = new Map([...shapes].map(([id, shape]) => {
  const weave = s("path", { class: "play-weave", d: shape.getAttribute("d") });
  layer("weaves").append(weave);
  return [id, weave];
}));
for (const shape of shapes.values()) { shape.setAttribute("role", "button"); shape.setAttribute("tabindex", "-1"); }
let roving = "";
/** @type {Scene | null} */
let drawn = null;
let isClose = false, scale = 1;
const isNarrow = matchMedia("(max-width: 819.9px), (max-height: 500px)");

/** Pixels of the screen for one unit of the drawing. */
const zoom = () => svg.getScreenCTM()?.a || 1;

/** @param {Scene} scene */
export function draw(scene) {
  const before = drawn;
  drawn = scene;
  // On small screens counters grow, until their numbers can be read.
  const least = (isNarrow.matches ? 13.4 : 12) / 17 / zoom();
  scale = Math.min(1.7, Math.max(isNarrow.matches ? 1.06 : 1, least));
  const seen = scene.marks.map(([id]) => id);
  for (const [id, shape] of shapes) {
    const { colour, armies } = scene.owners.get(id) ?? { colour: "none", armies: 0 };
    shape.dataset.colour = colour;
    weaves.get(id)?.setAttribute("data-colour", colour);
    const fades = scene.can !== null && !scene.can.has(id) && !seen.includes(id);
    shape.classList.toggle("cannot", fades);
    shape.classList.toggle("can", scene.can?.has(id) ?? false);
    shape.setAttribute("aria-label", scene.labels.get(id) ?? `${landName(id)}, ${armies}`);
    shape.setAttribute("aria-disabled", String(scene.can !== null && !scene.can.has(id)));
    if (before && before.owners.get(id)?.colour !== colour) { shape.classList.remove("spreads"); void shape.getBoundingClientRect(); shape.classList.add("spreads"); }
  }
  const outline = (/** @type {string} */ id, /** @type {string} */ kind) => s("path", { class: kind, d: shapes.get(id)?.getAttribute("d") });
  layer("marks").replaceChildren(...scene.marks.flatMap(([id, kind]) => [outline(id, "play-mark-under"), outline(id, `play-mark ${kind}`)]));
  layer("arrows").replaceChildren(...scene.arrows.flatMap(({ from, to, kind }) => {
    const d = curve(from, to);
    return [s("path", { class: "play-arrow-under", d }), s("path", { class: `play-arrow ${kind}`, d, pathLength: "1", "marker-end": "url(#play-head)" })];
  }));
  const order = [...places.keys()].sort((a, b) => Number(scene.strong.has(a)) - Number(scene.strong.has(b)));
  layer("tokens").replaceChildren(...order.flatMap((id) => token(id, scene) ?? []));
  layer("tags").replaceChildren(...tags(scene));
  rove(roving || [...(scene.can ?? [])][0] || "alaska");
}

/** @param {string} id @param {Scene} scene */
function token(id, scene) {
  const held = scene.owners.get(id);
  if (!held || held.colour === "none") return null;
  const [x, y] = places.get(id) ?? [0, 0], previewed = scene.preview.get(id);
  const cannot = scene.can !== null && !scene.can.has(id) && !scene.strong.has(id);
  const size = scale * (scene.strong.has(id) ? 1.18 : 1);
  const kind = ["play-token", cannot ? "cannot" : "", scene.can?.has(id) ? "can" : "", previewed === undefined ? "" : "preview"].join(" ");
  const star = scene.stars.has(id) && s("use", { class: `play-star ${held.seat === scene.mine ? "held" : ""}`, href: "#play-star", transform: "translate(14.5,-14)" });
  return s(
    "g", { class: kind, "data-colour": held.colour, "data-territory": id, transform: `translate(${x},${y}) scale(${size.toFixed(3)})` },
    s("use", { class: "play-tok-under", href: `#tok-${held.colour}` }), s("use", { class: "play-tok", href: `#tok-${held.colour}` }),
    s("text", { dy: ".02em" }, String(previewed ?? held.armies)), star,
  );
}

/** Tags below counters, or above if that is free, pills beside them, moved apart until none covers another. @param {Scene} scene */
function tags(scene) {
  const size = Math.max(scale, 12.5 / 15.5 / zoom()), [left, top, wide, high] = isClose ? svg.getAttribute("viewBox")?.split(" ").map(Number) ?? WHOLE : WHOLE;
  /** @type {{ x: number, y: number, w: number, h: number }[]} */
  const taken = [...scene.strong].map((id) => ({ x: (places.get(id)?.[0] ?? 0) - 18 * scale, y: (places.get(id)?.[1] ?? 0) - 18 * scale, w: 36 * scale, h: 36 * scale }));
  const box = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Tag} */ tag, /** @type {number | undefined} */ above = undefined) => {
    const w = (tag.text.length * 7.4 + 12) * size, h2 = 20 * size;
    const at = { x: Math.min(Math.max(x - w / 2, left + 2), left + wide - w - 2), y: Math.min(Math.max(y - h2 / 2, top + 2), top + high - h2 - 2), w, h: h2 };
    const hits = () => taken.find((each) => each.x < at.x + at.w && at.x < each.x + each.w && each.y < at.y + at.h && at.y < each.y + each.h);
    if (above !== undefined && hits()) {
      const below = at.y;
      at.y = Math.max(above - h2 / 2, top + 2);
      if (hits()) at.y = below;
    }
    for (let tries = 0, hit = hits(); hit && tries < 6; tries += 1, hit = hits()) at.y = hit.y + hit.h + 1;
    taken.push(at);
    return s(
      "g", { class: `play-tag ${tag.kind}` }, s("rect", { x: at.x, y: at.y, width: at.w, height: at.h, rx: 5 * size }),
      s("text", { x: at.x + at.w / 2, y: at.y + at.h / 2, "font-size": 15.5 * size }, tag.text),
    );
  };
  const pills = [...scene.pills].map(([id, tag]) => { const [x, y] = places.get(id) ?? [0, 0]; return box(x + 32 * scale, y + 2, tag); });
  const under = [...scene.tags].map(([id, tag]) => { const [x, y] = places.get(id) ?? [0, 0]; return box(x, y + 29 * scale, tag, y - 29 * scale); });
  return [...under, ...pills];
}

/** A curve from counter to counter; across the Pacific it leaves at one edge and comes back at the other. @param {string} from @param {string} to */
function curve(from, to) {
  const [[x1, y1], [x2, y2]] = [places.get(from) ?? [0, 0], places.get(to) ?? [0, 0]];
  if (Math.abs(x2 - x1) <= WORLD / 2) return bow(x1, y1, x2, y2);
  const shift = x2 < x1 ? WORLD : -WORLD;
  return `${bow(x1, y1, x2 + shift, y2)} ${bow(x1 - shift, y1, x2, y2)}`;
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
function bow(x1, y1, x2, y2) {
  const long = Math.hypot(x2 - x1, y2 - y1), along = (x2 - x1) / long, across = (y2 - y1) / long;
  const short = Math.min(SHORT * scale, long * 0.3), bend = Math.min(30, long * 0.3);
  const n = (/** @type {number} */ value) => value.toFixed(1);
  return `M${n(x1 + along * short)},${n(y1 + across * short)}Q${n((x1 + x2) / 2 + across * bend)},${n((y1 + y2) / 2 - along * bend)} ${n(x2 - along * short)},${n(y2 - across * short)}`;
}

/** The territory somebody meant: the nearest counter that can be chosen within a finger's width, else the land below. @param {PointerEvent | MouseEvent} event */
function meant(event) {
  const from = svg.getScreenCTM();
  const below = /** @type {Element} */ (event.target).closest?.("[data-territory]");
  const here = below instanceof SVGElement ? below.dataset.territory ?? "" : "";
  if (!from) return here;
  let [best, least] = ["", NEAR];
  for (const [id, [x, y]] of places) {
    const away = Math.hypot(from.a * x + from.e - event.clientX, from.d * y + from.f - event.clientY);
    const cost = drawn?.can && !drawn.can.has(id) ? away * 1.6 : away;
    if (cost < least) [best, least] = [id, cost];
  }
  return least < 16 || !here || (drawn?.can && !drawn.can.has(here)) ? best || here : here;
}

/** Only one territory is a tab stop; arrow keys go to the others. @param {string} id */
function rove(id) {
  roving = id;
  for (const [each, shape] of shapes) shape.setAttribute("tabindex", each === id ? "0" : "-1");
}

/** Put the keyboard's focus on a territory. @param {string} id */
export function focusOn(id) {
  rove(id);
  shapes.get(id)?.focus();
}

/** @param {string} key */
export function walk(key) {
  const from = drawn?.can?.size && !drawn.can.has(roving) ? [...drawn.can][0] : roving;
  const next = focused() ? nearestInDirection(svg, focused(), key) : from;
  if (next) focusOn(next);
  if (next && isNarrow.matches) reveal([next]);
}

/** The territory with the keyboard's focus, if any. */
export const focused = () => (document.activeElement instanceof SVGElement ? document.activeElement.dataset.territory ?? "" : "");

/** Frame these territories on a small screen; without any, the strip of the whole world. @param {string[]} ids */
export function frame(ids) {
  const close = isNarrow.matches && ids.length > 0 && spread(ids) < WORLD / 2;
  isClose = close;
  pan.classList.toggle("close", close);
  element("play-regions").toggleAttribute("data-close", close);
  if (!close) { svg.setAttribute("viewBox", WHOLE.join(" ")); return; }
  const at = ids.map((id) => places.get(id) ?? [0, 0]), [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
  const ratio = pan.clientWidth / Math.max(1, pan.clientHeight);
  const wide = Math.max(250, Math.max(...xs) - Math.min(...xs) + 150, (Math.max(...ys) - Math.min(...ys) + 150) * ratio), high = wide / ratio;
  const x = (Math.max(...xs) + Math.min(...xs)) / 2 - wide / 2, y = (Math.max(...ys) + Math.min(...ys)) / 2 - high / 2;
  svg.setAttribute("viewBox", [x, Math.min(Math.max(y, WHOLE[1]), Math.max(WHOLE[1], WHOLE[1] + WHOLE[3] - high)), wide, high].map((each) => each.toFixed(1)).join(" "));
}

/** @param {string[]} ids */
const spread = (ids) => { const xs = ids.map((id) => places.get(id)?.[0] ?? 0); return Math.max(...xs) - Math.min(...xs); };

/** Scroll the strip until these territories are in sight. @param {string[]} ids @param {ScrollBehavior} behavior */
export function reveal(ids, behavior = "smooth") {
  if (!isNarrow.matches || isClose || !ids.length) return;
  const xs = ids.map((id) => places.get(id)?.[0] ?? 0), unit = svg.clientWidth / WORLD;
  const [low, high] = [Math.min(...xs) * unit, Math.max(...xs) * unit], margin = 40;
  if (low - margin >= pan.scrollLeft && high + margin <= pan.scrollLeft + pan.clientWidth) return;
  pan.scrollTo({ left: (low + high) / 2 - pan.clientWidth / 2, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : behavior });
}

/** The three stops of the strip, with the number of news in each. @param {string[]} news */
export function showRegions(news) {
  const row = element("play-regions"), stops = [...row.querySelectorAll("[data-x]")];
  const nearest = (/** @type {number} */ x) => stops.reduce((best, each) => (
    Math.abs(Number(each.getAttribute("data-x")) - x) < Math.abs(Number(best.getAttribute("data-x")) - x) ? each : best
  ));
  const middle = ((pan.scrollLeft + pan.clientWidth / 2) / Math.max(1, svg.clientWidth)) * WORLD;
  for (const stop of stops) {
    stop.toggleAttribute("aria-current", stop === nearest(middle));
    if (stop === nearest(middle)) stop.setAttribute("aria-current", "true");
    const count = news.filter((id) => nearest(places.get(id)?.[0] ?? 0) === stop).length;
    stop.querySelector("b")?.remove();
    if (count) stop.append(h("b", {}, String(count), h("span", { class: "unseen" }, say("news"))));
  }
}

/** What stands about the territory under the mouse. @param {string} id */
function hover(id) {
  const card = element("play-hover"), held = drawn?.owners.get(id), land = board.lands[id];
  card.hidden = !id || !held;
  if (id && held && land) card.replaceChildren(
    ...(held.colour === "none" ? [] : [counter(held.colour, held.seat)]), h("b", {}, say("worth", { name: land.name, value: land.value })),
    h("span", {}, (drawn?.labels.get(id) ?? "").split(": ").slice(1).join(": ")),
  );
}

/** @param {(id: string) => void} choose @param {() => void} redraw @param {() => void} looked after the strip was panned */
export function prepareMap(choose, redraw, looked) {
  svg.addEventListener("click", (event) => {
    const id = meant(event);
    if (id) choose(id);
  });
  svg.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse") hover(meant(event)); });
  svg.addEventListener("pointerleave", () => hover(""));
  // A ring of its own, above all lands: neighbours drawn later would cover an outline.
  const ring = [s("path", { class: "play-focus-under" }), s("path", { class: "play-focus" })];
  layer("marks").after(...ring);
  const circle = (/** @type {string} */ id) => { for (const path of ring) path.setAttribute("d", shapes.get(id)?.getAttribute("d") ?? ""); };
  pan.addEventListener("focusin", (event) => {
    const id = event.target instanceof SVGElement ? event.target.dataset.territory ?? "" : "";
    if (!id) return;
    rove(id);
    hover(id);
    circle(/** @type {SVGElement} */ (event.target).matches(":focus-visible") ? id : "");
  });
  pan.addEventListener("focusout", () => { hover(""); circle(""); });
  element("play-regions").addEventListener("click", (event) => {
    const stop = /** @type {Element} */ (event.target).closest("button");
    if (!stop) return;
    if (stop.dataset.x) pan.scrollTo({ left: (Number(stop.dataset.x) / WORLD) * svg.clientWidth - pan.clientWidth / 2, behavior: "smooth" });
    else { frame([]); redraw(); }
  });
  let told = 0;
  pan.addEventListener("scroll", () => { cancelAnimationFrame(told); told = requestAnimationFrame(looked); }, { passive: true });
  new ResizeObserver(redraw).observe(pan);
}
