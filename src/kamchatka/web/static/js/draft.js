// Keeps what is typed into a form until it is sent: Back, a reload, a lost connection or an empty battery lose nothing.
// @ts-check

const KEY = `draft ${location.pathname}`;
const TYPED = "input[name]:not([type=hidden]), select[name]";

/** @returns {HTMLFormElement | null} */
const draftForm = () => document.querySelector("form[data-draft]");

function save() {
  const form = draftForm();
  if (!form) return localStorage.removeItem(KEY);
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(TYPED)]);
  const typed = boxes.filter((box) => box.type === "checkbox" || box.type === "radio" ? box.checked : box.value);
  localStorage.setItem(KEY, JSON.stringify(typed.map((box) => [box.name, box.value])));
}

/** Fill the form; fields that appear only once the numbers are known go into the part that will hold them. */
function restore() {
  const form = draftForm(), saved = /** @type {[string, string][]} */ (JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  if (!form || !saved.length) return;
  for (const [name, value] of saved) {
    const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(TYPED)].filter((box) => /** @type {HTMLInputElement} */ (box).name === name));
    const chosen = fields.find((box) => box.value === value && ["checkbox", "radio"].includes(box.type));
    if (chosen) chosen.checked = true;
    else if (fields.length) fields[0].value = value;
    else form.querySelector("#posti")?.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.querySelector(TYPED)?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A refused form comes back as typed; the field at fault gets the focus. */
function told() {
  const form = draftForm();
  if (!form) return save();
  if (form.dataset.draft !== "kept") return;
  form.dataset.draft = "told";
  /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid], .who.wrong input"))?.focus();
}

document.addEventListener("input", save);
document.addEventListener("htmx:after:swap", told);
document.addEventListener("kamchatka:fresh", () => draftForm()?.dataset.draft === "new" ? restore() : told());
// htmx listens only after the scripts have run.
addEventListener("load", () => setTimeout(draftForm()?.dataset.draft === "new" ? restore : save));
