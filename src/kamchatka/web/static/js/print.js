// The button of a printable page opens the print dialogue, as the browser's own menu does.
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());
