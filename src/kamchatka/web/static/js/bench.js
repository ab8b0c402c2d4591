// The judge's queue rings when somebody new waits, after one tap on the bell.
// @ts-check
import { ring, wake } from "./bell.js";

/** The calls and cases in a page. @param {Document} page */
const waiting = (page) => new Set([...page.querySelectorAll("#coda a[id]")].map((each) => each.id));
let before = waiting(document);
let isOn = false;

function dress() {
  const button = document.querySelector("#suono");
  if (!(button instanceof HTMLButtonElement)) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(isOn));
  const words = button.querySelector("span");
  if (isOn && words) words.textContent = button.dataset.on ?? "";
  button.onclick = () => { isOn = true; wake(); ring(1); dress(); };
}

document.addEventListener("kamchatka:news", (event) => {
  const now = waiting(/** @type {CustomEvent} */ (event).detail);
  if ([...now].some((id) => !before.has(id))) ring(3);
  before = now;
});
for (const changed of ["kamchatka:fresh", "htmx:after:swap"]) document.addEventListener(changed, dress);
dress();
