// The frame of every page: scrolls the current tab into view on narrow screens, closes the menu.
// @ts-check

// The tab row may be wider than a phone; only the row scrolls, not the page.
const current = document.querySelector(".tabs [aria-current]");
const row = current?.closest(".tabs");
if (current && row) {
  const tab = current.getBoundingClientRect(), seen = row.getBoundingClientRect();
  row.scrollLeft += tab.left - seen.left - (seen.width - tab.width) / 2;
}

const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector("header .menu"));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});
