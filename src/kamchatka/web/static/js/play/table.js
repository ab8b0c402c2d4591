// A table in play: takes envelopes, draws them, and turns taps and keys into the server's own choices. No rule stands here.
// @ts-check

import { ring, wake } from "../bell.js";
import { clock } from "./time.js";
import { nothingPicked } from "./command.js";
import { situationOf } from "./situation.js";
import { battleAloud, factsOf } from "./facts.js";
import { connect, seen } from "./live.js";
import { element, h, icon, landName, say } from "./make.js";
import { draw, frame, prepareMap, reveal, showRegions } from "./map.js";
import { listen } from "./keys.js";
import { drawDiary, drawFacts, drawHand, drawMore, drawSeats, drawTextBoard, labelsOf } from "./panels.js";
import { pictures, player } from "./playback.js";
import { toolParts } from "./tools.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./command.js").Button} Button */
const IGNORED = 250, HEARD = 6000;
const body = document.body, still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Facts} */
let facts = factsOf(JSON.parse(element("play-first").textContent ?? ""));
/** @type {import("./command.js").Command} */
let command;
let picked = nothingPicked(), shown = facts.version, heard = facts.table.talk.at(-1)?.at ?? "";
/** What happened since somebody last looked, until it is dismissed; and up to which version they had looked. */
let since = null, looked = seen.get();
let changedAt = -Infinity, hasChanged = false, lastFrame = "", controls = "", showsGoal = true, hidesHand = false, isUnsent = false, hasSound = false, isSwallowed = false, isSliding = false;
let isSettledMine = facts.isMine;
/** @type {import("./playback.js").Picture | null} */
let picture = null;
/** @type {{ message: string, clause: string } | null} */
let refusal = null;

const time = clock((seconds) => {
  speak(say("time_left", { seconds }));
  if (hasSound) ring(1, 660);
});

/** Say something to who listens; it is read once. @param {string} words */
const speak = (words) => { const place = element("play-said"); place.textContent = ""; requestAnimationFrame(() => { place.textContent = words; }); };

/** What was said at the table stands over the map for a moment. */
function hear() {
  const fresh = facts.table.talk.filter((/** @type {any} */ line) => line.at > heard);
  for (const line of fresh) {
    const name = facts.table.players[line.chair]?.name ?? "", bubble = h("p", {}, h("b", {}, name), ` ${line.text}`);
    heard = line.at;
    element("play-bubbles").append(bubble);
    setTimeout(() => bubble.remove(), HEARD);
    for (const old of [...element("play-bubbles").children].slice(0, -2)) old.remove();
    speak(`${name}: ${line.text}`);
  }
}

/** @param {any} envelope */
function took(envelope) {
  if (!envelope.view) return location.reload();
  body.classList.toggle("busy", live.isBusy());
  if (envelope.version < facts.version) return;
  const before = facts;
  facts = factsOf(envelope);
  // A stream that comes back repeats what it was asked at first.
  if (facts.table.since && facts.table.since.version >= looked) {
    since = facts.table.since.turns > 1 || facts.table.since.lost.length ? facts.table.since : null;
    looked = facts.version;
  }
  hear();
  time.take(facts);
  const fresh = facts.table.happened.filter((/** @type {any} */ action) => action.version > shown), others = fresh.filter((/** @type {any} */ action) => action.by !== facts.me);
  if (facts.version !== before.version || facts.view.phase !== before.view.phase) refusal = null;
  const moved = fresh.length > 0 || facts.isMine !== before.isMine;
  shown = Math.max(shown, facts.version);
  if (!document.hidden) seen.set(shown);
  if (moved) { picked = { ...nothingPicked(), kept: facts.view.turn === before.view.turn && picked.kept }; hasChanged = true; }
  const last = fresh.at(-1);
  if (last?.by === facts.me && facts.battle?.version === last?.version && facts.battle.attack.length) speak(battleAloud(facts, facts.battle));
  if (others.length && !still.matches && !document.hidden) film.add(pictures(before, facts, others));
  else if (!film.isOn()) settle();
}

const film = player((each) => {
  picture = each;
  if (each.aloud) speak(each.aloud);
  redrawAll();
}, () => {
  picture = null;
  settle();
});

/** The present state, once all was shown. */
function settle() {
  const begins = facts.isMine && !isSettledMine;
  isSettledMine = facts.isMine;
  redrawAll();
  if (!begins) return;
  if (hasSound) ring(facts.view.phase === "defence" ? 2 : 1);
  if (document.activeElement === body) element("comando").focus({ preventScroll: true });
}

/** What a tap may change. */
function redraw() {
  command = situationOf(facts, { picked, picture, since });
  drawCommand();
  drawBoard();
  if (body.dataset.sheet === "table") drawTextBoard(facts, command.can, tap);
}

function drawOwn() { drawHand(facts, hidesHand, () => { hidesHand = !hidesHand; drawOwn(); }); }

/** What only the server changes. */
function redrawAll() {
  redraw();
  drawSeats(facts);
  drawOwn();
  drawDiary(facts);
  drawFacts(facts);
  drawMore(facts, live.ask);
  body.classList.toggle("mine", facts.isMine && !picture);
  element("play-whose").textContent = facts.over ? say("is_over") : facts.isMine ? say("your_turn") : facts.view.to_act ? say(
    "plays", { name: facts.name(facts.view.to_act) },
  ) : facts.table.name;
  element("play-which").textContent = facts.view.turn ? say("which", { table: facts.table.name, lap: facts.view.lap }) : facts.table.name;
  document.title = `${facts.isMine ? `● ${say("your_turn")} · ` : ""}${facts.table.name} · Kamchatka`;
}

/** A refusal, with its clause as a link. @param {{ message: string, clause: string }} refusal */
function refusalWords({ message, clause }) {
  if (!clause) return [message];
  const link = h("a", { class: "clause", href: `/clausole?cerca=${encodeURIComponent(clause)}#${clause}`, target: "_blank" }, clause);
  const [before, ...after] = message.split(clause);
  return after.length ? [before, link, after.join(clause)] : [`${message} `, link];
}

const STEPS = [["reinforcement"], ["combat", "defence"], ["moved"], ["closing"]];

function drawCommand() {
  const sentence = element("play-sentence"), title = command.title;
  if (sentence.dataset.said !== title + command.note) {
    sentence.dataset.said = title + command.note;
    sentence.replaceChildren(h("h2", {}, title), h("p", {}, command.note));
  }
  const refused = element("play-refused");
  refused.hidden = !refusal && !isUnsent;
  if (isUnsent) refused.replaceChildren(icon("queue"), say("unsent"));
  else if (refusal) refused.replaceChildren(icon("warn"), ...refusalWords(refusal));
  const steps = facts.view.turn && !facts.over ? (facts.table.closing || facts.view.closing_round ? STEPS : STEPS.slice(0, 3)) : [], phase = command.phase || facts.view.phase;
  const at = steps.findIndex((step) => step.includes(phase));
  element("play-phases").replaceChildren(...steps.map((step, n) => h(
    "li", { class: n < at ? "done" : "", "aria-current": n === at ? "step" : null }, n < at ? icon("check") : h("i", {}, String(n + 1)), h("span", {}, say(`phase_${step[0]}`)),
  )));
  drawControls();
  // A button that the server's answer brought, not a tap, is not hit by a tap that was meant for what stood there before.
  if (hasChanged && !picture) {
    hasChanged = false;
    if (command.primary && !command.primary.same) {
      changedAt = performance.now();
      body.dataset.fresh = "";
      setTimeout(() => { if (performance.now() - changedAt >= IGNORED) delete body.dataset.fresh; }, IGNORED + 5);
    }
  }
  body.classList.toggle("busy", live.isBusy());
}

/** The instrument and the buttons; left alone while they stay the same, so that a press under way is not lost. */
function drawControls() {
  const shown = JSON.stringify([facts.version, command.tool, command.primary, command.others, command.hint]);
  if (shown === controls) return;
  controls = shown;
  const tool = element("play-tool"), at = document.activeElement;
  const focus = at instanceof HTMLElement && element("comando").contains(at) ? at.dataset.key : undefined;
  const hands = { number: (/** @type {number} */ number) => pick({ number }), land: tap, option: (/** @type {number} */ option) => pick({ option }), slide };
  if (!isSliding) tool.replaceChildren(.../** @type {Node[]} */ (toolParts(facts, command.tool, hands).filter(Boolean)));
  tool.dataset.kind = command.tool?.kind ?? "";
  const button = (/** @type {Button} */ each, /** @type {boolean} */ isFirst) => h(
    "button", { type: "button", class: isFirst ? "button primary big" : "button", "data-key": each.key, onclick: () => press(each) }, each.icon && icon(each.icon), each.label,
    isFirst && h("kbd", {}, say("enter_key")),
  );
  const first = command.primary ? button(command.primary, true) : command.hint ? h("p", { class: "play-hint" }, command.hint) : null;
  element("play-buttons").replaceChildren(...(first ? [first] : []), h("div", { class: "play-others" }, ...command.others.map((each) => button(each, false))));
  if (focus) /** @type {HTMLElement | null} */ (element("comando").querySelector(`[data-key="${focus}"]`))?.focus({ preventScroll: true });
}

function drawBoard() {
  const lands = picture ? picture.lands : facts.lands, mine = facts.me ?? "";
  const owners = new Map([...lands].map(([id, land]) => [id, { colour: facts.colour(land.owner), seat: land.owner ?? "", armies: land.armies }]));
  const pills = new Map(picture?.pills ?? []), last = facts.battle;
  if (command.tool?.kind === "place") for (const each of command.tool.placed) pills.set(each.land, { text: `+${each.armies}`, kind: "plus" });
  if (!picture && last && !last.conquered && (command.tool?.kind === "last" || command.tool?.battle)) {
    if (last.losses[0]) pills.set(last.source, { text: `−${last.losses[0]}`, kind: "loss" });
    if (last.losses[1]) pills.set(last.target, { text: `−${last.losses[1]}`, kind: "loss" });
  }
  const isOld = command.tool?.kind === "last" && !picture && last;
  const arrows = picture?.arrow ? [picture.arrow] : isOld ? [{ from: last.source, to: last.target, kind: "attack old" }] : command.arrows;
  const marks = picture ? picture.marks : isOld ? /** @type {[string, string][]} */ ([[last.source, "source"], [last.target, "lost"]]) : command.chosen;
  const tags = new Map(command.tags);
  for (const [id] of marks) if (!tags.has(id)) tags.set(id, { text: landName(id), kind: "name" });
  draw({
    owners, can: command.can, stars: showsGoal ? facts.goal : new Set(), mine, marks, preview: command.preview, tags, arrows,
    strong: new Set(marks.length < 4 ? marks.map(([id]) => id) : []), pills, labels: labelsOf(facts),
  });
  const framed = command.frame.join(" ");
  if (framed !== lastFrame) {
    lastFrame = framed;
    frame(command.frame);
    reveal(command.frame.length ? command.frame : marks.map(([id]) => id));
    return drawBoard(); // counters and tags are as large as this zoom needs
  }
  regions();
}

const regions = () => showRegions(since && !picked.seen ? [...since.lost, ...since.taken] : []);

/** @param {Partial<import("./command.js").Picked>} more */
function pick(more) {
  picked = { ...picked, ...more };
  refusal = null;
  redraw();
}

/** A slider on its way: everything follows but the slider itself. @param {number} number */
function slide(number) {
  isSliding = true;
  pick({ number });
  isSliding = false;
}

/** A tap on the map, a chip or a row of the table only chooses; nothing is spent. @param {string} id */
function tap(id) {
  if (live.isBusy()) return;
  const more = command.tap(id);
  if (more) { pick({ ...more, asked: false }); speak(`${command.title} ${command.primary?.label ?? ""}`); } else if (facts.isMine && !since) speak(labelsOf(facts).get(id) ?? "");
}

/** @param {Button | null} button */
function press(button) {
  if (!button || live.isBusy()) return;
  if (button.key === command.primary?.key && body.dataset.fresh !== undefined) return;
  if (button.key === "since") { since = null; return redraw(); }
  if (button.key === "replay") return replay();
  if (button.key === "resume") { live.ask("riparti", {}); return; }
  if (button.key === "after") return location.reload();
  if (button.pick) return pick(button.pick);
  if (!button.actions) return;
  refusal = null;
  live.send(facts.version, button.actions, button.until ? "end" : null);
  body.classList.add("busy");
}

/** Show again what the others did last. */
function replay() {
  const turns = facts.table.happened.filter((/** @type {any} */ action) => action.by !== facts.me);
  film.add(pictures(facts, facts, turns).map((each) => ({ ...each, lands: facts.lands })));
}

const live = connect({
  took,
  refused: (found) => {
    const told = found.code === "stale" ? facts.table.diary[0]?.lines.at(-1) : "";
    refusal = { message: [found.message, told].filter(Boolean).join(" "), clause: found.clause ?? "" };
    picked = { ...picked, asked: false };
    redraw();
  },
  waits: (waiting) => { if (isUnsent !== waiting) { isUnsent = waiting; redraw(); } },
  cut: (isCut) => {
    const place = element("play-cut-off");
    place.hidden = !isCut;
    /** @type {Element} */ (place.querySelector("span")).textContent = isCut ? say("cut_off") : "";
  },
});

/** @param {string} name */
function open(name) {
  const from = document.activeElement;
  body.dataset.sheet = body.dataset.sheet === name ? "" : name;
  for (const button of document.querySelectorAll("[data-open-sheet]")) button.setAttribute(
    "aria-expanded", String(button.getAttribute("data-open-sheet") === body.dataset.sheet),
  );
  if (body.dataset.sheet === "table") drawTextBoard(facts, command.can, tap);
  const sheet = body.dataset.sheet && document.querySelector(`[data-sheet-name="${body.dataset.sheet}"] [data-close-sheet]`);
  if (sheet instanceof HTMLElement && from !== body) sheet.focus({ preventScroll: true });
  // Keys must not reach what is hidden with a sheet: browsers take its focus away only when they draw again.
  else if (!sheet && from?.closest("[data-sheet-name]")) element("comando").focus({ preventScroll: true });
}

prepareMap(tap, () => command && drawBoard(), regions);
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target), opens = target.closest("[data-open-sheet]")?.getAttribute("data-open-sheet");
  if (opens) open(opens);
  else if (target.closest("[data-close-sheet]")) open("");
});
// Any tap jumps to the end of what is being shown, and does nothing else.
document.addEventListener("pointerdown", (event) => {
  const isBeside = /** @type {Element} */ (event.target).closest(".play-top, .play-tabs, [data-sheet-name]") !== null;
  isSwallowed = !isBeside && film.stop();
}, { capture: true });
document.addEventListener("click", (event) => {
  if (isSwallowed) event.stopImmediatePropagation();
  isSwallowed = false;
}, { capture: true });
element("play-sound").addEventListener("click", () => {
  hasSound = !hasSound;
  if (hasSound) { wake(); ring(1); }
  element("play-sound").setAttribute("aria-pressed", String(hasSound));
});
document.addEventListener("visibilitychange", () => { if (document.hidden) looked = shown; });

listen({
  command: () => command, press, tap, open,
  number: (digit) => {
    const tool = command.tool;
    const proposed = tool?.routes?.map((/** @type {any} */ each) => each.target) ?? tool?.lands;
    if (tool && proposed && typeof tool.least !== "number") return proposed[digit - 1] && tap(proposed[digit - 1]);
    if (!tool || typeof tool.least !== "number") return;
    if (digit >= tool.least && digit <= tool.most) pick({ number: digit });
  },
  by: (step) => { const tool = command.tool; if (tool && typeof tool.least === "number") pick({ number: Math.min(tool.most, Math.max(tool.least, tool.number + step)) }); },
  stop: () => { if (body.dataset.sheet) open(""); else if (!film.stop()) pick({ ...nothingPicked(), kept: picked.kept, seen: true }); },
  names: () => element("mappa").classList.toggle("names"),
  goal: () => { showsGoal = !showsGoal; redraw(); return showsGoal; },
  replay, skip: film.stop,
});
time.take(facts);
redrawAll();
reveal([...(facts.lands.values())].filter((land) => land.owner === facts.me && facts.me).map((land) => land.id).slice(0, 1), "instant");
if (facts.isMine && document.activeElement === body) element("comando").focus({ preventScroll: true });
