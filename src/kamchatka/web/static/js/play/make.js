// Small pieces that the table's page is built of: elements, icons, words with numbers in them.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
/** @typedef {Node | string | null | undefined | false} Child */

/** @param {Element} made @param {Record<string, unknown>} attributes @param {Child[]} children */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false)));
  return made;
}

/** An element of the page. @param {string} tag @param {Record<string, unknown>} attributes @param {Child[]} children @returns {HTMLElement} */
export const h = (tag, attributes = {}, ...children) => /** @type {HTMLElement} */ (filled(document.createElement(tag), attributes, children));
/** An element of a drawing. @param {string} tag @param {Record<string, unknown>} attributes @param {Child[]} children */
export const s = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);
/** @param {string} id */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} name */
export const icon = (name) => s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `/static/icons.svg#${name}` }));

/** The counter of a colour with something written on it. @param {string} colour @param {string | number} words @param {string} kind */
export const counter = (colour, words, kind = "play-seat-token") =>
  s(
    "svg", { class: kind, "data-colour": colour, viewBox: "-19 -19 38 38", "aria-hidden": "true" }, s("use", { href: `#tok-${colour}` }),
    s("text", { dy: ".02em" }, String(words)),
  );

const block = (/** @type {string} */ id) => JSON.parse(element(id).textContent ?? "");
/** What never changes at this table: the board, the regulation's cards and objectives, its texts. */
export const board = block("play-board");
/** @type {Record<string, string>} */
const words = block("play-words");

/** A text of the page; `{name}` is a value, `{name:one|many}` the word that fits its number.
 * @param {string} code @param {Record<string, string | number>} values */
export function say(code, values = {}) {
  const found = words[code] ?? code;
  return found.replace(/\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g, (_, name, one, many) => (one === undefined ? String(values[name]) : Number(values[name]) === 1 ? one : many));
}

/** A sentence in which `*word*` stands out. @param {string} sentence */
export const strong = (sentence) => sentence.split("*").map((part, at) => (at % 2 ? h("b", {}, part) : part));

export const landName = (/** @type {string} */ id) => board.lands[id]?.name ?? id;
/** "76 %" of a probability. @param {number} chance */
export const percent = (chance) => `${Math.round(chance * 100)} %`;
/** "1:12" @param {number} milliseconds */
export function face(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {string} words */
export const capital = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);
