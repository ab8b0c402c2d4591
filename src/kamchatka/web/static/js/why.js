// A name in the standings opens its reasons below its row; without this the name leads to the player's page.

/** @param {HTMLAnchorElement} link */
async function open(link) {
  const row = link.closest("tr");
  const answer = await fetch(link.dataset.why ?? "", { headers: { "HX-Request": "true" } });
  if (!answer.ok || !row) {
    location.href = link.href;
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
  link.setAttribute("aria-expanded", "true");
}

/** @param {HTMLAnchorElement} link */
function close(link) {
  const row = link.closest("tr");
  const below = row?.nextElementSibling;
  if (below?.classList.contains("why-row")) below.remove();
  row?.classList.remove("open");
  link.setAttribute("aria-expanded", "false");
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-why]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-expanded") === "true") close(link);
  else if (link.getAttribute("aria-busy") !== "true") {
    link.setAttribute("aria-busy", "true");
    open(link).finally(() => link.removeAttribute("aria-busy"));
  }
});
