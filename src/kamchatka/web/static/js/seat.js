// “Where do I sit” remembers who asked on this phone, and says the seat again whenever the page changes.
// @ts-check

const search = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-seat-search]"));
const key = search ? `siedo:${new URL(search.action).pathname}` : "";

/** The last answer, for a person and the seats of the round: it holds until one of them changes. */
let known = { asked: "", html: "" };

/** @returns {HTMLElement | null} */
function place() { return document.querySelector("#posto"); }

/** Browsers that keep nothing, such as private windows, forget at once. @param {string | null} number */
function remember(number) {
  try {
    if (number === null) localStorage.removeItem(key); else localStorage.setItem(key, number);
  } catch { /* nothing can be kept here */ }
}

function remembered() {
  try { return localStorage.getItem(key); } catch { return null; }
}

/** A seat that was found is this phone's: keep it, and offer to forget it. */
function keep() {
  const card = /** @type {HTMLElement | null} */ (place()?.querySelector("[data-number]") ?? null);
  if (!card?.dataset.number) return;
  remember(card.dataset.number);
  const field = search?.querySelector("input");
  if (field instanceof HTMLInputElement) field.defaultValue = field.value; // answered: nothing unsent holds up the page
  const forget = /** @type {HTMLButtonElement | null} */ (card.querySelector("[data-forget]"));
  if (!forget) return;
  forget.hidden = false;
  forget.onclick = () => { remember(null); place()?.replaceChildren(); search?.querySelector("input")?.focus(); };
}

async function show() {
  const number = remembered(), shown = place();
  if (!number || !search || !shown || shown.querySelector("[data-number], .choices")) return keep();
  const asked = `${number} ${shown.dataset.seats}`;
  if (asked !== known.asked) {
    const answer = await fetch(`${new URL(search.action).pathname}?numero=${encodeURIComponent(number)}`, { headers: { "hx-request": "true" } });
    if (!answer.ok) return;
    known = { asked, html: await answer.text() };
  }
  shown.innerHTML = known.html;
  // @ts-ignore htmx is a global
  htmx.process(shown);
  keep();
}

if (search) {
  document.addEventListener("htmx:after:swap", keep);
  document.addEventListener("kamchatka:fresh", show);
  show();
}
