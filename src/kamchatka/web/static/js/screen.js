// The screen of the hall: shows its parts in turn, and rings for what is new after one tap.
// @ts-check
import { ring, wake } from "./bell.js";

let place = 0;
let since = Date.now();
let isOver = false;

const parts = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".screen-part")]);
const announced = () => new Set([...document.querySelectorAll("[data-announce]")].map((each) => each.getAttribute("data-announce") ?? ""));
let before = announced();

function turn() {
  const found = parts();
  const box = /** @type {HTMLElement | null} */ (document.querySelector(".screen-parts"));
  if (Date.now() - since >= 1000 * Number(box?.dataset.seconds)) { place += 1; since = Date.now(); }
  place %= Math.max(1, found.length);
  found.forEach((each, at) => { each.hidden = at !== place; });
  const over = document.querySelector(".screen-clock [data-over]") !== null;
  if (over && !isOver && document.querySelector(".screen-clock")) ring(4, 660);
  isOver = over;
}

document.addEventListener("kamchatka:fresh", () => {
  const now = announced();
  const fresh = [...now].filter((each) => !before.has(each));
  if (fresh.length) ring(fresh.some((each) => each.startsWith("extra")) ? 2 : 3, 880);
  before = now;
  turn();
});

const hint = /** @type {HTMLElement | null} */ (document.querySelector(".screen-sound"));
if (hint) hint.hidden = false;
document.addEventListener("click", () => { wake(); ring(1); if (hint) hint.hidden = true; });
document.addEventListener("keydown", () => { wake(); if (hint) hint.hidden = true; });
setInterval(turn, 500);
turn();
isOver = document.querySelector(".screen-clock [data-over]") !== null;
