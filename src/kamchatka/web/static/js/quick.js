// The example fills the box of quick standings; the file, once chosen, stands in for what was pasted.
const box = document.querySelector("textarea[name=risultati]");
for (const button of document.querySelectorAll("[data-fill]")) {
  button.addEventListener("click", () => {
    if (box instanceof HTMLTextAreaElement) box.value = box.dataset.example ?? "";
  });
}
