// The button of a page for paper opens the print dialogue; the browser's own menu does the same.
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());
