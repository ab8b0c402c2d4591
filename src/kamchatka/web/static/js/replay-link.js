// Copies the address of the current step. Over plain http there is no clipboard API.
// @ts-check

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function prepareLink(element) {
  const field = element("indirizzo");
  const button = element("copia");
  const refresh = () => { field.value = location.href; };
  element("manda").hidden = false;
  element("solo-qui").hidden = !LOOPBACK.has(location.hostname);
  refresh();
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    refresh();
    element("copiato").textContent = (await copied(field)) ? button.dataset.copied : button.dataset.byHand;
  });
  return { refresh };
}

async function copied(field) {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch (error) {
      console.info("clipboard refused, selecting instead", error);
    }
  }
  field.focus();
  field.select();
  return document.execCommand("copy");
}
