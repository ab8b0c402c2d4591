// Roll call by keys: "/" search, arrows move, Enter present, F signed, Q paid, R late. Every tap sends a form; the
// server answers with the row and the counts. This script only turns the tick before the answer arrives.
import { sifting } from "./sift.js";

/** @type {HTMLFormElement | null} */
const tools = document.querySelector("#cerca-appello");
if (tools) start(tools);

/** @param {HTMLFormElement} tools the search and its filters */
function start(tools) {
  const rows = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".roll > li")]);
  const { search, seen, isFound } = sifting(tools, rows);
  const name = (/** @type {Element} */ row) => /** @type {HTMLButtonElement} */ (row.querySelector(".who"));

  for (const moment of ["htmx:before:request", "htmx:response:error", "htmx:error"]) {
    document.addEventListener(moment, turn);
  }

  /** Turn the tick at once; a refusal turns it back. @param {Event} event */
  function turn(event) {
    const button = /** @type {CustomEvent} */ (event).detail?.ctx?.request?.submitter;
    if (button instanceof HTMLButtonElement && button.matches(".roll .who")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    }
  }

  // Focus the field of a row that opened, or the row that closed.
  document.addEventListener("htmx:after:swap", (event) => {
    const row = /** @type {CustomEvent} */ (event).detail?.ctx?.target;
    if (!(row instanceof HTMLElement) || !row.matches(".roll > li")) return;
    row.hidden = !isFound(row); // the search may have changed meanwhile
    const time = row.querySelector(".row-more input");
    if (time instanceof HTMLElement) time.focus();
    else if (document.activeElement === document.body) name(row).focus();
  });

  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [first, ...others] = seen();
    if (!first) return;
    if (others.length) name(first).focus();
    else if (name(first).getAttribute("aria-pressed") !== "true") name(first).click();
    if (!others.length) search.select();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = /** @type {HTMLElement} */ (event.target);
    const here = /** @type {HTMLElement | null} */ (at.closest(".roll > li"));
    if (at !== search && at.matches("input, textarea, select")) {
      if (event.key === "Escape") here?.querySelector("[data-close]")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const list = seen();
      const next = here ? list[list.indexOf(here) + step] : list[0];
      if (next) name(next).focus();
      else if (step < 0) search.focus();
    } else if (at !== search && /^[fqr]$/i.test(event.key)) {
      const chip = here?.querySelector(`[data-key="${event.key.toLowerCase()}"]`);
      if (chip instanceof HTMLElement) {
        event.preventDefault();
        chip.click();
      }
    }
  });
}
