// A page that stays current: one stream, which tells that the event changed, or brings the new content itself.
// What somebody is typing is never touched: the page then says that there is news, and waits for a tap.
// @ts-check

const body = document.body;
let number = Number(body.dataset.number);
/** @type {EventSource | null} */
let stream = null;

/** Whether a field holds something that was not sent. */
function isTyping() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("main :is(input, textarea, select)"));
  return [...fields].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      const first = field.multiple ? -1 : Math.max(0, options.findIndex((option) => option.defaultSelected));
      return options.some((option, at) => option.selected !== (field.multiple ? option.defaultSelected : at === first));
    }
    if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
    return field.type !== "hidden" && field.value !== field.defaultValue;
  });
}

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

/** Fetch this page again, with its tabs and title. */
async function reload() {
  const answer = await fetch(location.href, { headers: { "x-live": "1" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [tabs, fresh] = [document.querySelector(".tabs"), page.querySelector(".tabs")];
  if (tabs && fresh && tabs.innerHTML !== fresh.innerHTML) tabs.replaceChildren(...fresh.childNodes);
  document.title = page.title;
  const main = page.querySelector("main");
  if (main) await show(main.innerHTML);
}

/** @param {() => Promise<void>} change */
async function take(change) {
  if (!isTyping()) return change();
  const news = document.querySelector("#novita");
  if (news instanceof HTMLElement) {
    news.hidden = false;
    news.onclick = () => { news.hidden = true; reload(); };
  }
}

function follow() {
  if (stream || document.hidden || !body.dataset.live) return;
  const address = new URL(body.dataset.live, location.href);
  address.searchParams.set("dopo", String(number));
  stream = new EventSource(address);
  stream.addEventListener("page", (event) => { number = Number(event.lastEventId); take(() => show(event.data)); });
  stream.addEventListener("change", (event) => { number = Number(event.lastEventId); take(reload); });
  stream.addEventListener("time", (event) => document.dispatchEvent(new CustomEvent("kamchatka:time", { detail: Number(event.data) })));
  stream.onopen = () => body.removeAttribute("data-cut-off");
  stream.onerror = () => {
    body.setAttribute("data-cut-off", "");
    if (stream?.readyState === EventSource.CLOSED) { stream = null; setTimeout(follow, 3000); }
  };
}

// A hidden page holds no stream: browsers allow six for a host.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { stream?.close(); stream = null; } else follow();
});
follow();
