// Keeps what is typed into a form until it is sent: Back, a reload or a lost connection lose nothing.
// @ts-check

const KEY = `draft ${location.pathname}`;
const TYPED = "input[name]:not([type=hidden]), select[name]";

/** @returns {HTMLFormElement | null} */
const draftForm = () => document.querySelector("form[data-draft]");

function save() {
  const form = draftForm();
  if (!form) return sessionStorage.removeItem(KEY);
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(TYPED)]);
  const typed = boxes.filter((box) => box.type === "checkbox" || box.type === "radio" ? box.checked : box.value);
  sessionStorage.setItem(KEY, JSON.stringify(typed.map((box) => [box.name, box.value])));
}

/** Fill the form; fields that appear only once the numbers are known go into the part that will hold them. */
function restore() {
  const form = draftForm(), saved = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  if (!form || !saved.length) return;
  for (const [name, value] of saved) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
    else if (field) /** @type {RadioNodeList} */ (field).value = value;
    else form.querySelector("#posti")?.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.querySelector(TYPED)?.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("input", save);
document.addEventListener("htmx:after:swap", () => {
  const form = draftForm();
  if (form?.dataset.draft !== "kept") return;
  form.dataset.draft = "told";
  /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid], .who.wrong input"))?.focus();
});
// htmx listens only after the scripts have run.
addEventListener("load", () => setTimeout(draftForm()?.dataset.draft === "new" ? restore : save));
