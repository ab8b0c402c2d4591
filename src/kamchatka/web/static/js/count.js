// The final count: ticked territories show whose they are, on the list and on the map. Sums, places and questions come
// from the server; without it everything can be ticked, and they follow when it returns.
// @ts-check

const WAIT = 250, AGAIN_AFTER = 3000;
const LETTERS = "ABCDEF";
/** @returns {HTMLFormElement | null} */
const countForm = () => document.querySelector("#conta");
let timer = 0, asked = 0;

/** Owner of each ticked territory: the first seat that has it. @param {HTMLFormElement} form @returns {Map<string, string>} */
function owners(form) {
  const found = new Map();
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(".land input:checked"))) {
    if (!found.has(box.value)) found.set(box.value, box.name.slice(2));
  }
  return found;
}

/** @param {string} seat */
const letterOf = (seat) => LETTERS[Number(seat) - 1] ?? "–";

/** Mark whose the territories are, and show those of the chosen cards. @param {HTMLFormElement} form */
function mark(form) {
  const found = owners(form);
  for (const land of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".land"))) {
    const seat = found.get(land.dataset.territory ?? ""), own = land.closest("section")?.dataset.of;
    if (seat !== undefined && seat !== own) { land.dataset.owner = letterOf(seat); land.dataset.seat = seat; }
    else { delete land.dataset.owner; delete land.dataset.seat; }
  }
  for (const card of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("select[name^=carta]"))) {
    const lands = card.selectedOptions[0]?.dataset.lands?.split(" ") ?? [];
    card.closest("section")?.querySelectorAll(".land").forEach((land) => land.classList.toggle("outside", !lands.includes(/** @type {HTMLElement} */ (land).dataset.territory ?? "")));
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("#planisfero [data-territory]"))) {
    const seat = found.get(part.dataset.territory ?? "");
    if (seat === undefined) delete part.dataset.seat; else part.dataset.seat = seat;
    const words = part.querySelector("text");
    if (words) {
      words.dataset.value ??= words.textContent ?? "";
      words.textContent = seat === undefined ? words.dataset.value : letterOf(seat);
    }
  }
}

/** Ask for sums, places and what is missing. */
async function ask() {
  const form = countForm();
  if (!form) return;
  clearTimeout(timer);
  const number = ++asked;
  let html;
  try {
    const answer = await fetch(form.dataset.try ?? "", { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(form))), headers: { "HX-Request": "true" } });
    if (!answer.ok) return;
    html = await answer.text();
  } catch {
    const places = /** @type {HTMLElement | null} */ (form.querySelector("#posti"));
    places?.setAttribute("data-cut-off", places.dataset.offline ?? "");
    timer = setTimeout(ask, AGAIN_AFTER);
    return;
  }
  if (number !== asked) return;
  form.querySelector("#posti")?.removeAttribute("data-cut-off");
  for (const part of new DOMParser().parseFromString(html, "text/html").body.children) {
    const here = part.id && document.getElementById(part.id);
    // @ts-ignore htmx is a global
    if (here && here.innerHTML !== part.innerHTML) await htmx.swap({ text: part.innerHTML, target: here, swap: "innerMorph", transition: false });
  }
}

/** Load the map, once it is looked at. @param {HTMLFormElement} form */
async function draw(form) {
  const place = /** @type {HTMLElement | null} */ (form.querySelector("#planisfero"));
  if (!place || place.childElementCount || !form.querySelector("#modo-mappa:checked")) return;
  try {
    const answer = await fetch(place.dataset.map ?? "");
    const svg = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (!place.childElementCount) place.append(document.importNode(svg, true));
    mark(form);
  } catch { /* without a network the list below does the same */ }
}

/** Everything that follows a change of the form. */
function changed() {
  const form = countForm();
  if (!form) return;
  mark(form);
  draw(form);
  clearTimeout(timer);
  timer = setTimeout(ask, WAIT);
}

document.addEventListener("input", (event) => {
  if (!/** @type {Element} */ (event.target).closest("#conta")) return;
  if (/** @type {HTMLInputElement} */ (event.target).name === "giocatore") return;
  changed();
});
document.addEventListener("click", (event) => {
  const form = countForm(), at = /** @type {Element} */ (event.target);
  if (!form) return;
  const land = /** @type {HTMLElement | null} */ (at.closest("#planisfero [data-territory]"));
  if (land) {
    const seat = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=giocatore]:checked"))?.value;
    /** @type {HTMLElement | null} */ (form.querySelector(`.lands[data-of="${seat}"] .land[data-territory="${land.dataset.territory}"] input`))?.click();
  }
  const answer = at.closest("button[name=togli]");
  if (answer) {
    event.preventDefault();
    for (const each of answer.getAttribute("value")?.split(" ") ?? []) {
      const [seat, territory] = each.split(":");
      const box = /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name=ha${seat}][value="${territory}"]`));
      if (box) box.checked = false;
    }
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }
});
document.addEventListener("kamchatka:fresh", changed);
addEventListener("load", () => setTimeout(changed));
