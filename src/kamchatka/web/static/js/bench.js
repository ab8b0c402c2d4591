// The judge's queue rings when somebody new waits, after one tap on the bell.
// @ts-check
import { ring, wake } from "./bell.js";

const bell = document.querySelector("#suono");
const waiting = () => new Set([...document.querySelectorAll("#coda a[id]")].map((each) => each.id));
let before = waiting();
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

document.addEventListener("kamchatka:fresh", () => {
  const now = waiting();
  if ([...now].some((id) => !before.has(id))) ring(3);
  before = now;
  dress();
});
if (bell) dress();
