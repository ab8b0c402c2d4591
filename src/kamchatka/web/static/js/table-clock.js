// The clock of a table: counts from the server's reading, and asks for the page again when time is over.
// @ts-check

/** @type {WeakMap<HTMLElement, {read: string, at: number}>} */
const readings = new WeakMap();

/** Milliseconds since the page showed this reading; a stopped clock stands. @param {HTMLElement} shown @param {string} read */
function since(shown, read) {
  let known = readings.get(shown);
  if (!known || known.read !== read) readings.set(shown, known = { read, at: performance.now() });
  return shown.hasAttribute("data-running") ? performance.now() - known.at : 0;
}

/** @param {number} ms */
function words(ms) {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  return `${ms < 0 ? "+" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    const read = shown.dataset.left ?? "0", left = Number(read) - since(shown, read);
    const said = words(left);
    if (shown.textContent !== said) shown.textContent = said;
    if (left <= 0 && shown.hasAttribute("data-expires")) {
      shown.removeAttribute("data-expires");
      document.dispatchEvent(new CustomEvent("kamchatka:stale"));
    }
  }
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-up]"))) {
    const read = shown.dataset.up ?? "0", said = words(Number(read) + since(shown, read));
    if (shown.textContent !== said) shown.textContent = said;
  }
}

setInterval(tick, 250);
tick();
