// A name in the standings opens its reasons below its row. Without this script it links to the player's page, or
// submits the form around the table.

/** @typedef {HTMLAnchorElement | HTMLButtonElement} Name */

/** @param {Name} name */
function asked(name) {
  const headers = { "HX-Request": "true" };
  if (!(name instanceof HTMLButtonElement) || !name.form) return fetch(name.dataset.why ?? "", { headers });
  const body = new FormData(name.form);
  body.delete("file");
  body.set("apri", name.value);
  return fetch(name.dataset.why ?? "", { method: "POST", headers, body });
}

/** @param {Name} name */
async function open(name) {
  const row = name.closest("tr");
  const answer = await asked(name);
  if (!answer.ok || !row) {
    if (name instanceof HTMLAnchorElement) location.href = name.href;
    return;
  }
  const cell = document.createElement("td");
  cell.colSpan = row.cells.length;
  cell.innerHTML = await answer.text();
  const why = document.createElement("tr");
  why.className = "why-row";
  why.append(cell);
  row.classList.add("open");
  row.after(why);
  name.setAttribute("aria-expanded", "true");
}

/** @param {Name} name */
function close(name) {
  const row = name.closest("tr");
  const below = row?.nextElementSibling;
  if (below?.classList.contains("why-row")) below.remove();
  row?.classList.remove("open");
  name.setAttribute("aria-expanded", "false");
}

document.addEventListener("click", (event) => {
  const name = event.target instanceof Element ? event.target.closest("[data-why]") : null;
  const known = name instanceof HTMLAnchorElement || name instanceof HTMLButtonElement;
  if (!known || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (name.getAttribute("aria-expanded") === "true") close(name);
  else if (name.getAttribute("aria-busy") !== "true") {
    name.setAttribute("aria-busy", "true");
    open(name).finally(() => name.removeAttribute("aria-busy"));
  }
});
