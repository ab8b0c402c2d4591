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
