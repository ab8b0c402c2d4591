// The queue of a phone at a table: a form marked `data-queue` is kept in the browser until the server has answered,
// and is sent in order, also after a reload. Its request id makes it count once, however often it is sent.
// @ts-check

import { isTyping } from "./typing.js";

/** `form`: what stood in the form, to know it again.
 * @typedef {{ number?: number, id: string, address: string, fields: [string, string][], form?: string, said: string, at: string, refused?: string }} Action */

const AGAIN_AFTER = 2000, TAPPED_TWICE = 700, PATIENCE = 15000;
const mark = /** @type {HTMLButtonElement | null} */ (document.querySelector("#coda"));
const list = /** @type {HTMLElement | null} */ (document.querySelector("#coda-elenco"));

/** @type {Promise<IDBDatabase>} */
const opened = new Promise((resolve, reject) => {
  const asking = indexedDB.open("kamchatka-queue", 1);
  asking.onupgradeneeded = () => asking.result.createObjectStore("actions", { keyPath: "number", autoIncrement: true });
  asking.onsuccess = () => resolve(asking.result);
  asking.onerror = () => reject(asking.error);
});

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} ask @returns {Promise<T>} */
async function stored(mode, ask) {
  const transaction = (await opened).transaction("actions", mode);
  const asking = ask(transaction.objectStore("actions"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asking.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** @returns {Promise<Action[]>} */
const actions = () => stored("readonly", (store) => store.getAll());
/** @param {Action} action */
const forget = (action) => stored("readwrite", (store) => store.delete(/** @type {number} */ (action.number)));

/** A request id; plain http has no randomUUID. */
function newId() {
  const drawn = crypto.getRandomValues(new Uint8Array(8));
  return `a-${[...drawn].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

/** What an action says, as people read it in the list. @param {HTMLFormElement} form @param {HTMLElement | null} button */
function said(form, button) {
  const what = button?.dataset.queue || form.dataset.queue || button?.textContent?.trim() || "";
  const boxes = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.querySelectorAll("[data-said]")]);
  const filled = boxes.filter((box) => box.value && box.getClientRects().length);
  return [what, filled.map((box) => `${box.dataset.said} ${box instanceof HTMLSelectElement ? box.selectedOptions[0].text : box.value}`).join(", ")].filter(Boolean).join(": ");
}

/** Names and values to be sent. @param {HTMLFormElement} form @param {HTMLElement | null} [button] @returns {[string, string][]} */
const pairs = (form, button) => /** @type {[string, string][]} */ ([...new FormData(form, button)].filter((pair) => typeof pair[1] === "string" && pair[0] !== "azione"));

/** @param {HTMLFormElement} form */
const content = (form) => JSON.stringify([form.action, pairs(form)]);

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function enqueue(form, button) {
  const fields = pairs(form, button);
  const given = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=azione]"));
  const id = given?.value || newId();
  // The next tap on this page is another action, unless it comes so soon that it is the same one.
  if (given) setTimeout(() => { if (given.value === id) given.value = newId(); }, TAPPED_TWICE);
  if ((await actions()).some((each) => each.id === id)) return;
  const address = new URL(button?.getAttribute("formaction") ?? form.action, location.href).pathname;
  const action = { id, address, fields: [...fields, /** @type {[string, string]} */ (["azione", id])], form: content(form), said: said(form, button), at: new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) };
  await stored("readwrite", (store) => store.add(action));
  document.querySelector("#avviso")?.replaceChildren();
  if (form.closest(":target")) location.replace("#contenuto"); // the sheet that was open for it
  await show();
  await flush();
}

/** Put the content of an answer in place of the page's own. @param {Document} page */
function place(page) {
  const main = page.querySelector("main"), here = document.querySelector("main");
  if (!main || !here) return;
  // Not by htmx, which matches elements of equal ids: what is ticked in the answer would come out unticked.
  here.replaceChildren(...main.childNodes);
  document.title = page.title;
  tell(page);
  scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent("kamchatka:fresh"));
}

/** What an answer says above its content, where a refusal stands. @param {Document} page */
const above = (page) => page.querySelector("#avviso") ?? (page.querySelector("main") ? null : page.body);

/** @param {Document} page */
function tell(page) {
  document.querySelector("#avviso")?.replaceChildren(...(above(page)?.childNodes ?? []));
}

/** Show only the words of an answer; the page follows once nobody types. @param {Document} page */
function leave(page) {
  tell(page);
  scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent("kamchatka:stale"));
}

/** Go on to the page that follows, without leaving this one. @param {string} address */
async function follow(address) {
  if (new URL(address, location.href).pathname !== location.pathname) return location.assign(address);
  const answer = await fetch(address, { headers: { "x-live": "1" } });
  if (new URL(location.href).search) history.replaceState(null, "", address);
  place(parsed(await answer.text()));
}

/** @param {string} html */
const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

/** Send one action. Gives whether the server has answered for good; without an answer it stays first in the queue.
 * @param {Action} action @param {boolean} isLast */
async function send(action, isLast) {
  let answer, html;
  try {
    answer = await fetch(action.address, { method: "POST", body: new URLSearchParams(action.fields), headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    html = await answer.text();
  } catch {
    return false;
  }
  if (answer.status >= 500 || answer.status === 429) return false;
  // A page that shows its own form answers in place; what was refused later than its tap stays in the list.
  const isHere = `${action.address}/`.startsWith(`${location.pathname}/`) || `${location.pathname}/`.startsWith(`${action.address}/`);
  const page = parsed(html), forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-queue]"));
  const form = [...forms].find((each) => content(each) === action.form); // still as it was sent
  const isFree = !isTyping(form);
  if (answer.ok || answer.redirected) {
    await forget(action);
    hasSent = true;
    const next = answer.headers.get("hx-redirect");
    if (isHere && isLast && !isFree) { form?.reset(); leave(page); }
    else if (isHere && isLast && next) await follow(next).catch(() => {});
    else if (isHere && isLast) place(page);
    return true;
  }
  hasSent = false;
  // A form of many fields comes back with its faults beside them; others stay as they are.
  const isWhole = page.querySelector("main") && !page.querySelector("#avviso");
  const comesBack = isWhole || (isFree && form?.dataset.draft !== undefined);
  if (isHere && isLast && (comesBack || above(page)?.textContent?.trim())) {
    await forget(action);
    if (comesBack) place(page); else leave(page);
  } else {
    const reason = page.querySelector(".refusal, .fault, .missing, .notice") ?? page.querySelector("main, body");
    const why = reason?.textContent?.replace(/\s+/g, " ").trim().slice(0, 300) || String(answer.status);
    await stored("readwrite", (store) => store.put({ ...action, refused: why }));
  }
  return true;
}

let sending = false, hasSent = false, again = 0;

/** Send what waits, in order; what gets no answer is tried again. */
async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(again);
  try {
    for (;;) {
      const waiting = (await actions()).filter((each) => !each.refused);
      if (!waiting.length) break;
      if (!(await send(waiting[0], waiting.length === 1))) {
        again = setTimeout(flush, AGAIN_AFTER);
        break;
      }
      await show();
    }
  } finally {
    sending = false;
    await show();
  }
}

/** Show in the header how much waits, and in the list what it is. */
async function show() {
  if (!mark || !list) return;
  const all = await actions();
  mark.hidden = !all.length && !hasSent;
  mark.textContent = all.length ? (mark.dataset.waiting ?? "").replace("{count}", String(all.length)) : mark.dataset.sent ?? "";
  mark.classList.toggle("waiting", all.length > 0);
  const told = list.querySelector("p"), rows = list.querySelector("ol");
  const waits = all.some((each) => !each.refused);
  if (told) told.textContent = (waits ? list.dataset.some : all.length ? "" : list.dataset.none) ?? "";
  rows?.replaceChildren(...all.map(row));
}

/** @param {Action} action */
function row(action) {
  const item = document.createElement("li"), words = document.createElement("span"), when = document.createElement("small");
  words.textContent = `${action.said} `;
  when.textContent = action.at;
  words.append(when);
  const drop = document.createElement("button");
  drop.type = "button";
  drop.className = "button";
  drop.textContent = list?.dataset.drop ?? "";
  drop.addEventListener("click", async () => { await forget(action); await show(); });
  item.append(words, drop);
  if (action.refused) {
    const why = document.createElement("p");
    why.className = "fault";
    why.textContent = `${list?.dataset.refused}: ${action.refused}`;
    item.append(why);
  }
  return item;
}

function toggle() {
  if (!mark || !list) return;
  list.hidden = !list.hidden;
  mark.setAttribute("aria-expanded", String(!list.hidden));
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target), button = /** @type {SubmitEvent} */ (event).submitter;
  if (!form.matches("form[data-queue]") || button?.getAttribute("formmethod") === "get" || button?.matches("[data-unqueued]")) return;
  event.preventDefault();
  enqueue(form, button).catch(() => {
    // A browser that keeps nothing sends it at once.
    form.removeAttribute("data-queue");
    form.requestSubmit(button);
  });
});
mark?.addEventListener("click", toggle);
list?.querySelector(":scope > button")?.addEventListener("click", toggle);
for (const name of ["online", "pageshow", "focus"]) addEventListener(name, flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
// A sheet that was open stays open when the content around it, and it with it, is put in anew.
document.addEventListener("kamchatka:fresh", () => {
  const sheet = location.hash && document.getElementById(location.hash.slice(1));
  if (sheet === null) history.replaceState(null, "", "#contenuto"); // gone: it must not open by itself if it returns
  if (sheet && !sheet.matches(":target")) location.replace(location.hash);
});
// htmx, which puts answers into the page, is ready only after the scripts have run.
addEventListener("load", () => setTimeout(flush));
