// The page of the dice: reads the record, recomputes it here, and says what came out.
// @ts-check

import { recall } from "./dice-memory.js";
import { verify } from "./dice-verifier.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const verdict = element("verdetto");
const sentences = JSON.parse(element("frasi").textContent ?? "{}");
const lang = document.documentElement.lang;

const filled = (/** @type {string} */ words, /** @type {Record<string, any>} */ values) =>
  words.replace(/{(\w+)}/g, (_, name) => String(values[name] ?? ""));
const show = (/** @type {string} */ id, is = true) => { element(id).hidden = !is; };

async function run() {
  verdict.dataset.answer = "waiting";
  let record;
  try {
    const answer = await fetch(verdict.dataset.record ?? "");
    if (!answer.ok) throw new Error(`${answer.status}`);
    record = await answer.json();
  } catch (error) {
    console.info("no record", error);
    say("failed", verdict.dataset.failed, verdict.dataset.failedText);
    return;
  }
  const began = performance.now();
  const found = verify(record);
  const seconds = ((performance.now() - began) / 1000).toLocaleString(lang, { maximumFractionDigits: 2 });
  const said = found.wrong ? "wrong" : "right";
  const why = found.wrong ? `${filled(sentences[found.wrong.code] ?? "", { ...found.wrong, chairs: record.players.length })} ` : "";
  say(said, filled(verdict.dataset[said] ?? "", found), why + verdict.dataset[`${said}Text`]);
  const spent = verdict.querySelector("small");
  if (spent) spent.textContent = filled(verdict.dataset.spent ?? "", { seconds });
  tick(found, record);
}

/** @param {string} answer @param {string | undefined} title @param {string | undefined} words */
function say(answer, title, words) {
  verdict.dataset.answer = answer;
  const [head, body] = verdict.querySelectorAll("h2, h2 + p");
  head.textContent = title ?? "";
  body.textContent = words ?? "";
}

/** @param {ReturnType<typeof verify>} found @param {import("./dice-verifier.js").GameRecord} record */
function tick(found, record) {
  const isKept = found.wrong?.code !== "commitment";
  show("segreto-torna", isKept);
  show("segreto-altro", !isKept);
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-luck]"))) {
    const number = Number(cell.dataset.luck);
    const [right, wrong] = /** @type {NodeListOf<HTMLElement>} */ (cell.querySelectorAll(":scope > span"));
    right.hidden = number >= found.right;
    wrong.hidden = number !== found.wrong?.number;
  }
  compare(record);
}

/** What this device saw before the game, against the record.
 * @param {import("./dice-verifier.js").GameRecord} record */
function compare(record) {
  const known = recall(verdict.dataset.table ?? "");
  const isSame = known?.commitment === record.luck.commitment;
  show("visto", isSame);
  show("visto-altro", known !== null && !isSame);
  show("visto-no", known === null);
  if (known === null) return;
  const day = new Date(known.seen).toLocaleString(lang, { dateStyle: "long", timeStyle: "short" });
  for (const id of ["visto", "visto-altro"]) {
    const words = /** @type {HTMLElement} */ (element(id).lastElementChild);
    words.textContent = filled(words.textContent ?? "", { day });
  }
  const list = /** @type {HTMLElement} */ (document.querySelector(".v-words"));
  const mine = /** @type {HTMLElement | null} */ (known.word && list.querySelector(`[data-word="${CSS.escape(known.word)}"]`));
  const note = document.createElement("span");
  note.className = mine ? "v-ok" : "v-doubt";
  note.textContent = filled((mine ? list.dataset.same : list.dataset.other) ?? "", known);
  if (known.word && !list.querySelector(".v-ok, .v-doubt")) (mine?.lastElementChild ?? list.lastElementChild)?.append(note);
}

element("rifai").addEventListener("click", run);
run();
