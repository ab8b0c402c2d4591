// A page that stays current: one stream, which tells that the event changed, or brings the new content itself.
// What somebody is typing is never touched: the page then says that there is news, and waits for a tap.
// @ts-check

import { isTyping } from "./typing.js";

const body = document.body;
let number = Number(body.dataset.number);
/** @type {EventSource | null} */
let stream = null;
/** A change that waits until the cursor has left its field. @type {number | undefined} */
let waiting;
/** When the answer to a tap was last put into the page: brief words in it stay for a moment, to be read. */
let answered = -Infinity;
const READ_FOR = 2500;
/** When a key was last pressed: who works by keys is not interrupted between two of them. */
let keyed = -Infinity;
const BETWEEN_KEYS = 800;
/** Milliseconds after which a page that did not arrive is fetched again, and after which a lost connection is said. */
const AGAIN = 2000;
/** @type {number | undefined} */
let lost;

/** What a phone's page says as it was served, without its times; typed values and sums are left out. @param {Document} page */
function words(page) {
  if (!page.querySelector("main form[data-queue]")) return "";
  const main = /** @type {HTMLElement} */ (page.querySelector("main")?.cloneNode(true));
  main.querySelectorAll("[data-clock], [data-current]").forEach((each) => each.remove());
  const hidden = /** @type {HTMLInputElement[]} */ ([...main.querySelectorAll("input[type=hidden]:not([name=azione])")]);
  return [main.textContent?.replace(/\s+/g, " "), ...hidden.map((each) => each.value)].join("|");
}
let served = words(document);

/** Put new content in place of the old; rows that changed stand out for a moment. @param {string} html */
async function show(html) {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const before = new Map([...main.querySelectorAll("[id]")].map((each) => [each.id, each.textContent]));
  // @ts-ignore htmx is a global
  await htmx.swap({ text: html, target: main, swap: "innerMorph", transition: false });
  for (const each of main.querySelectorAll("[data-news][id]")) {
    if (before.has(each.id) && before.get(each.id) === each.textContent) continue;
    each.classList.add("fresh");
    setTimeout(() => each.classList.remove("fresh"), 4000);
  }
  document.dispatchEvent(new CustomEvent("kamchatka:fresh"));
}

/** Fetch this page again; while somebody types only its tabs, title and time change. @param {boolean} isAsked whether somebody asked for it */
async function reload(isAsked = false) {
  let text = "";
  const address = location.href;
  try {
    const answer = await fetch(address, { headers: { "x-live": "1" } });
    if (answer.status >= 500) throw new Error(answer.statusText);
    if (!answer.ok) return; // no longer for this visitor
    text = await answer.text();
  } catch {
    clearTimeout(waiting);
    waiting = setTimeout(reload, AGAIN);
    return;
  }
  if (location.href !== address) return reload(isAsked); // the page went on meanwhile
  const page = new DOMParser().parseFromString(text, "text/html");
  const [tabs, fresh] = [document.querySelector(".tabs"), page.querySelector(".tabs")];
  if (tabs && fresh && tabs.innerHTML !== fresh.innerHTML) tabs.replaceChildren(...fresh.childNodes);
  document.title = page.title;
  document.dispatchEvent(new CustomEvent("kamchatka:news", { detail: page }));
  if (!isAsked && isBusy()) {
    const isSame = served !== "" && words(page) === served; // such as after a result of another table
    for (const part of page.querySelectorAll("[data-current]")) document.getElementById(part.id)?.replaceWith(part);
    return isSame ? undefined : take(reload);
  }
  const main = page.querySelector("main");
  if (main) await show(main.innerHTML);
}

/** Whether the cursor stands in a field to be sent, or a tap is under way: what is there must not be replaced. */
function isBusy() {
  const at = document.activeElement;
  const isText = at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(at.type));
  const isRead = performance.now() - answered < READ_FOR && document.querySelector("main [data-brief]") !== null;
  const isUnderWay = document.querySelector("main :is(.htmx-request, .sending, .picked)") !== null;
  return performance.now() - keyed < BETWEEN_KEYS || isRead || isUnderWay || isTyping() || (isText && at.closest("main form[method=post]") !== null);
}

/** Take a change in, or wait until nobody is disturbed by it. @param {() => Promise<void>} change */
async function take(change) {
  clearTimeout(waiting);
  const news = /** @type {HTMLElement | null} */ (document.querySelector("#novita")), isFree = !isBusy();
  if (news) {
    news.hidden = isFree || !isTyping();
    news.onclick = () => { clearTimeout(waiting); news.hidden = true; reload(true); };
  }
  if (isFree) return change();
  waiting = setTimeout(() => take(reload), 400);
}

/** Whether a message tells of more than the page shows already. @param {MessageEvent} event */
function isNew(event) {
  if (Number(event.lastEventId) <= number) return false;
  number = Number(event.lastEventId);
  return true;
}

function follow() {
  if (stream || document.hidden || !body.dataset.live) return;
  const address = new URL(body.dataset.live, location.href);
  address.searchParams.set("dopo", String(number));
  stream = new EventSource(address);
  stream.addEventListener("page", (event) => { if (isNew(event)) take(() => show(event.data)); });
  stream.addEventListener("change", (event) => { if (isNew(event)) reload(); });
  stream.addEventListener("time", (event) => document.dispatchEvent(new CustomEvent("kamchatka:time", { detail: Number(event.data) })));
  stream.onopen = () => { clearTimeout(lost); lost = undefined; body.removeAttribute("data-cut-off"); };
  stream.onerror = () => {
    lost ??= setTimeout(() => body.setAttribute("data-cut-off", body.dataset.offline ?? ""), AGAIN);
    if (stream?.readyState === EventSource.CLOSED) { stream = null; setTimeout(follow, 3000); }
  };
}

// A hidden page holds no stream: browsers allow six for a host.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { stream?.close(); stream = null; } else follow();
});
document.addEventListener("keydown", () => { keyed = performance.now(); });
document.addEventListener("htmx:after:swap", () => { answered = performance.now(); });
// The sums within a form follow what is typed there: they are not what was served.
for (const changed of ["kamchatka:fresh", "htmx:after:swap"]) document.addEventListener(changed, (event) => {
  if (!(event.target instanceof Element && event.target.closest("form[data-try]"))) served = words(document);
});
document.addEventListener("htmx:error", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.ctx?.request?.method !== "POST") return;
  document.querySelector("#avviso")?.replaceChildren(Object.assign(document.createElement("p"), { className: "notice", textContent: body.dataset.unsent ?? "" }));
});
// What the page itself knows to be out of date, such as a clock that has run out.
document.addEventListener("kamchatka:stale", () => take(reload));
follow();
