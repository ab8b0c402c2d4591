// Filters a list as you type, by search box and buttons. Without this script the same form asks the server.

/** @param {string} words */
const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * @param {HTMLFormElement} tools the form with the search box and the buttons of the filters
 * @param {() => HTMLElement[]} rows each with its search text (`data-find`) and its filters (`data-is`)
 * @returns {{ search: HTMLInputElement, seen: () => HTMLElement[], sift: () => void, isFound: (row: HTMLElement) => boolean }}
 */
export function sifting(tools, rows) {
  const search = /** @type {HTMLInputElement} */ (tools.querySelector('input[type="search"]'));
  const nobody = document.querySelector("#nessuno");
  // A row that a response just inserted may not be hidden yet.
  const seen = () => rows().filter((row) => !row.hidden && isFound(row));

  /** Whether a row contains all search words. @param {HTMLElement} row */
  function isFound(row) {
    const found = plain(row.dataset.find ?? "");
    return plain(search.value).split(/\s+/).every((word) => found.includes(word));
  }

  function sift() {
    const chosen = tools.querySelector('[name="mostra"][aria-pressed="true"]')?.getAttribute("value") ?? "all";
    for (const row of rows()) row.hidden = !row.dataset.is?.split(" ").includes(chosen) || !isFound(row);
    nobody?.toggleAttribute("hidden", seen().length > 0);
    tools.dispatchEvent(new CustomEvent("sifted", { detail: { mostra: chosen, cerca: search.value } }));
  }

  search.addEventListener("input", sift);
  for (const button of tools.querySelectorAll('[name="mostra"]')) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      for (const each of tools.querySelectorAll('[name="mostra"]')) each.setAttribute("aria-pressed", String(each === button));
      sift();
    });
  }
  tools.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      search.value = "";
      sift();
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = /** @type {HTMLElement} */ (event.target).matches("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });
  return { search, seen, sift, isFound };
}
