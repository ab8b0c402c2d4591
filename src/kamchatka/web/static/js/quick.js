// Quick standings: the example fills the text box; a chosen file replaces the pasted text.
const box = document.querySelector("textarea[name=risultati]");
for (const button of document.querySelectorAll("[data-fill]")) {
  button.addEventListener("click", () => {
    if (box instanceof HTMLTextAreaElement) box.value = box.dataset.example ?? "";
  });
}
