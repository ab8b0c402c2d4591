// The frame of every page: the current tab in sight on narrow screens, a menu that closes.
// @ts-check

// A row of tabs may be wider than a phone; scrolling only the row keeps the page where it is.
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
