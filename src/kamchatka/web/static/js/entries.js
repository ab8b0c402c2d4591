// The list of entries: filtered as you type; "all that are shown" follows the search; "everybody" ticks a whole list.
import { sifting } from "./sift.js";

/** @type {HTMLFormElement | null} */
const tools = document.querySelector("#cerca-iscritti");
const marks = document.querySelector("#segna");
if (tools && marks) {
  sifting(tools, () => /** @type {HTMLElement[]} */ ([...marks.querySelectorAll("tbody tr")]));
  tools.addEventListener("sifted", (event) => {
    for (const [name, value] of Object.entries(/** @type {CustomEvent} */ (event).detail)) {
      /** @type {HTMLInputElement} */ (marks.querySelector(`input[name="${name}"]`)).value = String(value);
    }
  });
}

const everybody = document.querySelector("[data-all]");
if (everybody instanceof HTMLElement) {
  everybody.hidden = false;
  everybody.addEventListener("change", () => {
    const ticked = /** @type {HTMLInputElement} */ (everybody.querySelector("input")).checked;
    for (const box of document.querySelectorAll('input[name="chi"]:not(:disabled)')) {
      /** @type {HTMLInputElement} */ (box).checked = ticked;
    }
  });
}

// The preview of a pasted list: swap surname and name; count the lines that will be entered.
for (const button of document.querySelectorAll("[data-swap]")) {
  /** @type {HTMLButtonElement} */ (button).hidden = false;
  button.addEventListener("click", () => {
    const [surname, given] = /** @type {HTMLInputElement[]} */ ([...(button.parentElement?.querySelectorAll("input") ?? [])]);
    [surname.value, given.value] = [given.value, surname.value];
  });
}

const pasted = document.querySelector("#incollato");
pasted?.addEventListener("change", () => {
  const taken = pasted.querySelectorAll('[name="prendi"]:checked').length;
  const counts = { taken, left: pasted.querySelectorAll(".paste > li").length - taken };
  for (const [name, count] of Object.entries(counts)) {
    for (const place of pasted.querySelectorAll(`[data-count="${name}"]`)) place.textContent = String(count);
  }
});
