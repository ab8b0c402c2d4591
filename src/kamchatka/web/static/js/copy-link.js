// A button that copies a link. Also works over plain http, where browsers offer no clipboard API.

/** @param {ParentNode} within */
function show(within) {
  for (const button of within.querySelectorAll("[data-copy]")) button.removeAttribute("hidden");
}

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-copy]");
  const box = button && document.getElementById(button.getAttribute("data-copy") ?? "");
  if (!(box instanceof HTMLInputElement)) return;
  box.select();
  if (!document.execCommand("copy")) return;
  const [before, after] = button.querySelectorAll("span");
  before.hidden = true;
  after.hidden = false;
});
new MutationObserver(() => show(document)).observe(document.body, { childList: true, subtree: true });
show(document);
