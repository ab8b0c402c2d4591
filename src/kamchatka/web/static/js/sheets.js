// Typing the sheets of a round: each row is sent on blur or Enter, and replaced by the recorded one. Nothing is
// computed here; a row that could not be sent keeps what was typed and is retried.

/** @type {HTMLFormElement | null} */
const form = document.querySelector("#referti");
const words = form?.dataset ?? {};
const AGAIN_AFTER = 5000;

/** Rows as the server sent them, to detect typed changes. @type {WeakMap<Element, string>} */
const given = new WeakMap();
/** Rows being sent. @type {WeakSet<Element>} */
const sending = new WeakSet();

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** What a field says, undefined if it is not sent. @param {Field} field */
const valueOf = (field) => ["checkbox", "radio"].includes(field.type) && !(/** @type {HTMLInputElement} */ (field).checked) ? undefined : field.value;

/** The value of a field as the server sent it. @param {Field} field */
function givenOf(field) {
  if (field instanceof HTMLSelectElement) return ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value;
  return ["checkbox", "radio"].includes(field.type) && !field.defaultChecked ? undefined : field.defaultValue;
}

/** @param {Element} row @param {(field: Field) => string | undefined} value @returns {URLSearchParams} */
function fieldsOf(row, value = valueOf) {
  const fields = /** @type {Field[]} */ ([...row.querySelectorAll("input[name], select[name]")]);
  const sent = fields.map((each) => /** @type {[string, string | undefined]} */ ([each.name, value(each)]));
  return new URLSearchParams(/** @type {[string, string][]} */ (sent.filter((pair) => pair[1] !== undefined)));
}

/** @param {Element} row @returns {HTMLInputElement[]} */
const boxes = (row) => [...row.querySelectorAll("input.points")];
const rows = () => [...document.querySelectorAll(".sheet[data-address]")];
/** @param {Element} row */
const isTyped = (row) => fieldsOf(row).toString() !== given.get(row);

/** Number of seats that are still empty. @param {Element} row */
function missing(row) {
  return [...row.querySelectorAll(".entry:not(.pick-one)")].filter((seat) => {
    const risiko = seat.querySelector("input[type=checkbox]"), out = seat.querySelector("select");
    return !seat.querySelector("input.points")?.value.trim() && !risiko?.checked && !out?.value;
  }).length;
}

/** @param {Element} row @param {string} flag @param {string} said */
function say(row, flag, said) {
  const outcome = row.querySelector(".outcome");
  const mark = document.createElement("span");
  mark.className = "flag";
  mark.dataset.tone = "info";
  mark.textContent = flag;
  const rest = document.createElement("span");
  rest.className = "soft";
  rest.textContent = said;
  outcome?.replaceChildren(mark, rest);
}

/** Show that a row is being typed, and what is still missing. @param {Element} row */
function typing(row) {
  row.classList.add("typing");
  row.classList.remove("done", "doubt", "wrong");
  const count = missing(row);
  const said = count === 1 ? words.seat : (words.seats ?? "").replace("{count}", String(count));
  say(row, words.typing ?? "", count ? said ?? "" : "");
}

/** Prepare a row: what was typed before this script ran, on a slow network, counts as typed. @param {Element} row */
function prepare(row) {
  given.set(row, fieldsOf(row, givenOf).toString());
  for (const other of row.querySelectorAll(".risiko input, select.out")) other.tabIndex = -1;
}

/** Replace elements by those with the same id in a response. @param {string} html */
function place(html) {
  const parts = new DOMParser().parseFromString(html, "text/html").body;
  for (const part of [...parts.children]) {
    const old = part.id && document.getElementById(part.id);
    if (!old) continue;
    const focused = old.contains(document.activeElement) ? document.activeElement?.id : "";
    old.replaceWith(part);
    if (part.matches(".sheet[data-address]")) prepare(part);
    if (window.htmx) window.htmx.process(part);
    if (focused) document.getElementById(focused)?.focus();
  }
}

/** Send a row; if it changed meanwhile, send it again. @param {Element} row @param {string} address */
async function send(row, address = row.dataset.address ?? "") {
  if (sending.has(row)) return;
  sending.add(row);
  row.classList.add("sending");
  const sent = fieldsOf(row);
  try {
    const answer = await fetch(address, { method: "POST", body: sent, headers: { "HX-Request": "true" } });
    if (fieldsOf(row).toString() !== sent.toString() && row.isConnected) {
      sending.delete(row);
      if (!row.contains(document.activeElement)) await send(row);
      return;
    }
    const target = answer.headers.get("HX-Retarget");
    const html = await answer.text();
    if (target) document.querySelector(target)?.replaceChildren(...fragment(html));
    else place(html);
  } catch {
    unsent(row, address);
  } finally {
    sending.delete(row);
    row.classList.remove("sending");
  }
}

/** @param {string} html */
const fragment = (html) => [...new DOMParser().parseFromString(html, "text/html").body.childNodes];

/** After a network error: say so, and retry. @param {Element} row @param {string} address */
function unsent(row, address) {
  say(row, words.unsent ?? "", "");
  const again = document.createElement("button");
  again.type = "button";
  again.className = "button";
  again.textContent = words.again ?? "";
  again.addEventListener("click", () => send(row, address));
  row.querySelector(".outcome")?.append(again);
  row.classList.add("unsent");
  setTimeout(() => row.isConnected && row.classList.contains("unsent") && send(row, address), AGAIN_AFTER);
}

/** Send a changed row, unless seats are still empty. @param {Element} row */
function leave(row) {
  row.classList.remove("typing");
  if (isTyped(row) && !missing(row)) send(row);
}

/** The last place where the Tab key stops in a row. @param {Element} row */
const lastOf = (row) => [...row.querySelectorAll("input.points, .ties input, .notice :is(input, button, a), .outcome .button")].at(-1);

/** @param {Element} row @param {number} step @param {number} seat @param {boolean} onlyEmpty */
function go(row, step, seat, onlyEmpty) {
  const all = rows(), at = all.indexOf(row) + step;
  const ahead = step > 0 ? all.slice(at) : all.slice(0, Math.max(at + 1, 0)).reverse();
  const next = (onlyEmpty && ahead.find((each) => missing(each))) || ahead[0];
  const box = next && boxes(next)[Math.min(seat, boxes(next).length - 1)];
  box?.focus();
}

const isOrder = (/** @type {string} */ word) => /^\d$/.test(word);

/** The first order of going out that nobody at the table has. @param {Element} row @param {HTMLSelectElement} out */
function nextOrder(row, out) {
  const taken = [...row.querySelectorAll("select.out")].map((each) => each.value);
  const orders = [...out.options].map((each) => each.value).filter(isOrder);
  return orders.find((order) => !taken.includes(order)) ?? "1";
}

/** The letter E: out, as the menu says or as the next one; again, not out. A number after it is the order.
 * @param {Element} row @param {HTMLInputElement} box @param {HTMLSelectElement} out */
function goesOut(row, box, out) {
  if (out.dataset.awaits) {
    out.value = "";
    delete out.dataset.awaits;
    return;
  }
  if (box.selectionStart === 0 && box.selectionEnd === box.value.length) box.value = "";
  if (!isOrder(out.value)) out.value = nextOrder(row, out);
  out.dataset.awaits = "order";
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const box = /** @type {HTMLInputElement} */ (event.target);
  const row = box.closest?.(".sheet[data-address]");
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && box.matches("input:not([type=checkbox])")) {
    event.preventDefault();
    if (isTyped(row)) send(row);
    if (box.matches(".points")) go(row, 1, 0, true);
    return;
  }
  if (!box.matches("input.points")) return;
  if (event.key === "Tab" && !event.shiftKey && lastOf(row) === box && rows().at(-1) !== row) {
    event.preventDefault(); // a link stands before the next table's first box
    go(row, 1, 0, false);
    return;
  }
  const seat = box.closest(".entry"), out = seat?.querySelector("select.out");
  const key = event.key.toLowerCase();
  const isOfOrder = out?.dataset.awaits && isOrder(key) && [...out.options].some((each) => each.value === key);
  if (out && key !== "e" && (key.length === 1 || key === "backspace")) delete out.dataset.awaits;
  if (key === "r") {
    const risiko = seat?.querySelector(".risiko input");
    if (risiko) risiko.checked = !risiko.checked;
  } else if (key === "e" && out) {
    goesOut(row, box, out);
  } else if (isOfOrder) {
    out.value = key;
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    go(row, event.key === "ArrowDown" ? 1 : -1, boxes(row).indexOf(box), false);
  } else {
    return;
  }
  event.preventDefault();
  typing(row);
}

if (form) {
  rows().forEach(prepare);
  rows().filter(isTyped).forEach((row) => row.contains(document.activeElement) ? typing(row) : leave(row));
  form.querySelectorAll("[data-no-script]").forEach((part) => part.setAttribute("hidden", ""));
  form.addEventListener("keydown", onKey);
  form.addEventListener("input", (event) => {
    const row = /** @type {Element} */ (event.target).closest(".sheet[data-address]");
    if (row) typing(row);
  });
  form.addEventListener("focusin", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (box.matches("input.points")) box.select();
  });
  form.addEventListener("focusout", (event) => {
    const row = /** @type {Element} */ (event.target).closest(".sheet[data-address]");
    const to = /** @type {Node | null} */ (event.relatedTarget);
    const out = /** @type {Element} */ (event.target).closest(".entry")?.querySelector("select.out");
    if (out) delete out.dataset.awaits;
    if (row && !row.contains(to)) leave(row);
  });
  form.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button[data-row]");
    const row = button && document.getElementById(button.getAttribute("data-row") ?? "");
    if (!row) return;
    event.preventDefault();
    send(row, button.getAttribute("formaction") ?? "");
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("kamchatka:fresh", () => rows().forEach(prepare));
  addEventListener("online", () => document.querySelectorAll(".sheet.unsent").forEach((row) => send(row)));
  addEventListener("beforeunload", (event) => {
    if (rows().some((row) => isTyped(row) && missing(row) < boxes(row).length)) event.preventDefault();
  });
}
