// The waiting room and the end of a table: follows the table, keeps what is being typed, remembers promise and word on this device.
// @ts-check

import { recall, remember } from "./dice-memory.js";

const room = /** @type {HTMLElement | null} */ (document.getElementById("sala"));
const SYLLABLES = "ba be bi bo bu da de di do du fa fe fi fo ga go gu la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo za zo".split(" ");

/** A word nobody can guess: five syllables and three digits, about 37 bits. */
function randomWord() {
  const drawn = crypto.getRandomValues(new Uint32Array(6));
  const word = [...drawn.subarray(0, 5)].map((number) => SYLLABLES[number % SYLLABLES.length]).join("");
  return `${word} ${String(drawn[5] % 1000).padStart(3, "0")}`;
}

/** @param {HTMLElement} room */
function prepare(room) {
  const table = room.dataset.table ?? "";
  remember(table, { commitment: room.dataset.commitment ?? "" });
  if (room.dataset.word) remember(table, { word: room.dataset.word });
  const form = document.getElementById("parola-per-i-dadi");
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("parola"));
  const random = document.getElementById("a-caso");
  if (!form || !field || !random) return;
  if (!field.value) field.value = recall(table)?.word ?? "";
  random.hidden = false;
  random.onclick = () => { field.value = randomWord(); };
  form.onsubmit = () => { if (field.value.trim()) remember(table, { word: field.value.trim() }); };
}

/** Fetch the page again and put in place the parts that changed; a form that is still the same step stays as typed. */
async function refresh() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-part]"))) {
    const fresh = /** @type {HTMLElement | null} */ (page.querySelector(`[data-part=${part.dataset.part}]`));
    if (!fresh || (part.dataset.step !== undefined && part.dataset.step === fresh.dataset.step && part.contains(document.activeElement))) continue;
    if (part.innerHTML !== fresh.innerHTML) part.replaceWith(fresh);
  }
  if (room) prepare(room);
}

/** @param {HTMLElement} room */
function follow(room) {
  const lost = /** @type {HTMLElement} */ (document.getElementById("senza-rete"));
  const stream = new EventSource(room.dataset.stream ?? "");
  let seen = "";
  stream.addEventListener("open", () => { lost.hidden = true; });
  stream.addEventListener("error", () => { lost.hidden = false; });
  stream.addEventListener("table", (event) => {
    const { table } = JSON.parse(event.data);
    if (!["waiting", "ready"].includes(table.state)) return location.reload();
    const now = JSON.stringify([table.state, table.players]);
    if (seen && seen !== now) refresh();
    seen = now;
  });
}

if (room) {
  prepare(room);
  follow(room);
}
// After the end only the answers about a rematch change.
const end = document.getElementById("fine");
if (end) {
  new EventSource(end.dataset.stream ?? "").addEventListener("table", (event) => {
    if (JSON.parse(event.data).version > Number(end.dataset.version)) location.reload();
  });
}
const name = /** @type {HTMLInputElement | null} */ (document.getElementById("nome"));
if (name && !name.value) name.value = localStorage.getItem("nome") ?? "";
name?.form?.addEventListener("submit", () => localStorage.setItem("nome", name.value.trim()));
