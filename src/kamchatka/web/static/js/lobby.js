// The page of the tables: remembers the player's name, and hides chairs that the chosen regulation has not.
// @ts-check

const form = /** @type {HTMLFormElement} */ (document.getElementById("apri-un-tavolo"));
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("nome"));
const book = /** @type {HTMLSelectElement} */ (form.elements.namedItem("regolamento"));
const chairs = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select[name=posto]")]);

/** A chair beyond the largest table cannot be taken; one below the smallest cannot be left out. */
function fit() {
  const sizes = (book.selectedOptions[0]?.dataset.sizes ?? "").split(" ").map(Number);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  for (const [at, chair] of chairs.entries()) {
    const number = at + 2;
    const row = /** @type {HTMLElement} */ (chair.closest("li"));
    row.hidden = number > most;
    const nobody = /** @type {HTMLOptionElement | null} */ (chair.querySelector("option[value='-']"));
    if (nobody) nobody.disabled = number <= least;
    if (number > most) chair.value = "-";
    else if (number <= least && chair.value === "-") chair.value = "";
  }
}

try {
  name.value ||= localStorage.getItem("nome") ?? "";
  form.addEventListener("submit", () => localStorage.setItem("nome", name.value.trim()));
} catch (error) {
  console.info("this browser keeps nothing", error);
}
book.addEventListener("change", fit);
fit();
