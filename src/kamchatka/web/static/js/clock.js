// Clocks that tick: `<time data-clock data-left="2467000" data-at="1773493200000" data-running>`.
// `data-left` are the milliseconds left when the server made the page, at its own time `data-at`; the page's stream
// says the server's time again whenever it opens, so that kept or late content shows the right clock too.
// With `data-up` a clock counts a wait; with `data-expires` the page is out of date once nothing is left.
// @ts-check

const page = document.querySelector("[data-clock]");
/** Milliseconds by which the server's clock is ahead of ours. */
let ahead = page instanceof HTMLElement ? Number(page.dataset.at) - Date.now() : 0;

/** "41:07"; over time "+2:30". @param {number} left milliseconds */
export function face(left) {
  const seconds = Math.floor(Math.abs(left) / 1000);
  return `${left < 0 ? "+" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  const now = Date.now() + ahead;
  for (const each of document.querySelectorAll("[data-clock]")) {
    if (!(each instanceof HTMLElement)) continue;
    const up = each.hasAttribute("data-up") ? -1 : 1;
    const passed = each.hasAttribute("data-running") ? Math.max(0, now - Number(each.dataset.at)) : 0;
    const left = Number(each.dataset.left) - up * passed, said = face(left);
    if (each.textContent !== said) each.textContent = said;
    each.toggleAttribute("data-over", said.startsWith("+"));
    if (left <= 0 && each.hasAttribute("data-expires")) {
      each.removeAttribute("data-expires");
      document.dispatchEvent(new CustomEvent("kamchatka:stale"));
    }
  }
}

document.addEventListener("kamchatka:time", (event) => {
  ahead = Number(/** @type {CustomEvent} */ (event).detail) - Date.now();
  tick();
});
document.addEventListener("kamchatka:fresh", tick);
setInterval(tick, 250);
tick();
