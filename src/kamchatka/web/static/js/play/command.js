// The command: what the table asks now, as one sentence, one instrument, one button and its second choices. It only arranges the server's offers.
// @ts-check

import { landName, percent, say } from "./make.js";
import { clamp, colours, draft, places, reinforcing, strips, tris } from "./placing.js";
import { grouped, withNumber } from "./choices.js";
import { battleSentence } from "./facts.js";
import { points } from "./panels.js";

/** What somebody has tapped and not yet sent.
 * @typedef {{ source: string, target: string, number: number | null, mode: "" | "move" | "tris", kept: boolean, asked: boolean, option: number, seen: boolean }} Picked */
/** @typedef {{ key: string, label: string, actions?: string[], pick?: Partial<Picked>, icon?: string, same?: boolean, until?: boolean }} Button */
/** @typedef {{ kind: string, [name: string]: any }} Tool */
/** @typedef {{ phase: string, title: string, note: string, tool: Tool | null, primary: Button | null, hint: string, others: Button[], can: Set<string> | null,
 *   chosen: [string, string][], arrows: { from: string, to: string, kind: string }[], preview: Map<string, number>, tags: Map<string, { text: string, kind: string }>, frame: string[], tap: (id: string) => Partial<Picked> | null }} Command */

export const nothingPicked = () => /** @type {Picked} */ ({ source: "", target: "", number: null, mode: "", kept: false, asked: false, option: 0, seen: false });

/** @typedef {import("./facts.js").Facts & { offers: import("./choices.js").Offers, picked: Picked, base: Command, goal: Set<string> }} Context */

/** @param {import("./facts.js").Facts} facts @param {Picked} picked @returns {Command} */
export function commandOf(facts, picked) {
  const offers = grouped(facts.view.choices, facts.table.attacks ?? []);
  const base = {
    phase: "", title: "", note: "", tool: null, primary: null, hint: "", others: [], can: new Set(), chosen: [], arrows: [], preview: new Map(), tags: new Map(), frame: [],
    tap: () => null,
  };
  const found = arranged({ ...facts, offers, picked, base });
  if (offers.only.late) found.others = [...found.others, { key: "late", label: say("take_late"), actions: [offers.only.late.action], icon: "cards" }];
  return found;
}

/** @param {Context} c @returns {Command} */
function arranged(c) {
  const { offers, picked, view } = c, { only } = offers;
  if (view.phase === "over") return { ...c.base, phase: "over", can: null };
  if (only.avanza) return advance(c);
  if (only.difende) return defence(c);
  if (offers.colours.length) return colours(c);
  if (offers.strips.length) return strips(c);
  if (offers.picks.size) return draft(c);
  const isFirst = offers.places.size > 0 && !picked.kept && !offers.backs.size;
  if (offers.tris.length && (isFirst || picked.mode === "tris")) return tris(c);
  if (offers.places.size) return places(c);
  if (only.tira || only.waive) return closing(c);
  if (offers.attacks.length && picked.mode !== "move") return attacks(c);
  if (offers.moves.length && (picked.mode === "move" || picked.source || !only.passa)) return moves(c);
  if (offers.moves.length || only.passa) return passing(c);
  return { ...c.base, can: null };
}

// Attacks

/** The attack that the server proposes on each target. @param {Context} c */
function bestRoutes(c) {
  const routes = new Map();
  for (const route of c.offers.attacks) {
    const best = routes.get(route.target);
    if (!best || route.proposed) routes.set(route.target, route);
  }
  return routes;
}

/** @param {Context} c @returns {Command} */
function attacks(c) {
  const { offers, picked } = c, best = bestRoutes(c), from = picked.source;
  const mine = offers.attacks.filter((/** @type {any} */ each) => each.source === from), sources = new Set(offers.attacks.map((/** @type {any} */ each) => each.source));
  const movable = new Set(offers.moves.map((/** @type {any} */ each) => each.source));
  const last = c.battle, isAgain = last !== null && last.isMine && !last.conquered;
  const target = picked.target || (
    isAgain && !picked.seen && best.has(last.target) && offers.attacks.some(
      (/** @type {any} */ each) => each.source === last.source && each.target === last.target
    ) ? last.target : ""
  );
  const source = picked.target ? from : target ? last.source : from;
  const route = target ? offers.attacks.find((/** @type {any} */ each) => each.target === target && each.source === source) ?? best.get(target) : null;
  /** @param {string} tapped */
  const tap = (tapped) => {
    const onTarget = offers.attacks.some((/** @type {any} */ each) => each.target === tapped && each.source === source);
    if (best.has(tapped)) return { target: tapped, source: onTarget && from ? source : best.get(tapped).source, number: null, mode: "", asked: false, seen: true };
    if (route && offers.attacks.some((/** @type {any} */ each) => each.source === tapped && each.target === target)) return { source: tapped, target, number: null, seen: true };
    if (from && !picked.target && offers.moves.some(
      (/** @type {any} */ each) => each.source === from && each.target === tapped
    )) return { mode: "move", source: from, target: tapped, number: null, seen: true };
    if (sources.has(tapped) || movable.has(tapped)) return { source: tapped, target: "", number: null, asked: false, seen: true };
    return null;
  };
  if (route) return battle(c, route, Boolean(isAgain && last.source === route.source && last.target === route.target), tap);
  const shown = from && mine.length ? new Map(mine.map((/** @type {any} */ each) => [each.target, each])) : best;
  const likely = [...shown.values()].sort(
    (a, b) => (a.suggested ?? 9) - (b.suggested ?? 9) || (b.win ?? 0) - (a.win ?? 0) || c.armies(b.source) - c.armies(a.source)
  ).slice(0, 4);
  const tags = new Map([...shown.values()].filter((each) => typeof each.win === "number").map((each) => [each.target, { text: percent(each.win), kind: "chance" }]));
  const destinations = from ? offers.moves.filter((/** @type {any} */ each) => each.source === from).map((/** @type {any} */ each) => each.target) : [];
  return {
    ...c.base, phase: "combat", title: from && mine.length ? say("attack_from", { land: landName(from) }) : say("attack_title"),
    note: destinations.length ? say("attack_or_move") : say("attack_note"), hint: say("attack_hint"), can: new Set([...shown.keys(), ...sources, ...movable, ...destinations]),
    chosen: from ? [[from, "source"]] : [], frame: [], tags, tool: { kind: "targets", routes: likely }, others: leaving(c), tap,
  };
}

/** @param {Context} c @param {any} route @param {boolean} isAgain @param {(id: string) => Partial<Picked> | null} tap @returns {Command} */
function battle(c, route, isAgain, tap) {
  const { picked, armies } = c, { source, target } = route, dice = clamp(picked.number ?? route.most, route.least, route.most);
  const siblings = c.offers.attacks.filter((/** @type {any} */ each) => each.source === source);
  const tags = new Map(siblings.map((/** @type {any} */ each) => [
    each.target,
    {
      text: [
        each.target === target || typeof each.win !== "number" ? landName(each.target) : "", typeof each.win === "number" ? percent(each.win) : "",
      ].filter(Boolean).join(" "),
      kind: each.target === target ? "chance first" : "chance",
    },
  ]));
  const sources = c.offers.attacks.filter((/** @type {any} */ each) => each.target === target).map((/** @type {any} */ each) => each.source);
  return {
    ...c.base, phase: "combat", title: say(isAgain ? "attack_again_title" : "attack_this_title", { land: landName(target) }),
    note: isAgain && c.battle ? battleSentence(c, c.battle) : say("attack_this_note", { source: landName(source) }),
    can: new Set([...siblings.map((/** @type {any} */ each) => each.target), ...sources]), chosen: [[source, "source"], [target, "target"]],
    arrows: [{ from: source, to: target, kind: "attack" }], tags, frame: [source, target], tap,
    tool: {
      kind: "duel", source, target, attacker: armies(source), defender: armies(target), battle: isAgain ? c.battle : null, route, least: route.least, most: route.most,
      number: dice,
    },
    primary: { key: "go", label: say(isAgain ? "roll_again" : "roll", { dice }), actions: [withNumber(route, dice)], same: true },
    others: [
      { key: "finish", label: say("to_the_end"), actions: [withNumber(route, route.most)], until: true, icon: "again" },
      { key: "stop", label: say("enough"), pick: { source: "", target: "", number: null, seen: true } },
    ],
  };
}

/** @param {Context} c @returns {Button[]} */
function leaving(c) {
  const others = c.offers.moves.length ? [{
    key: "move", label: say("move"), pick: { mode: /** @type {"move"} */ ("move"), source: "", target: "", number: null }, icon: "swap",
  }] : [];
  return [...others, ...passes(c), ...again(c)];
}

/** Passing: without any attack it asks once. @param {Context} c @returns {Button[]} */
function passes(c) {
  const { only } = c.offers, asks = c.view.phase === "reinforcement" && c.offers.attacks.length > 0 && !c.picked.asked;
  const label = rolls(c) ? "pass_and_roll" : "pass";
  const others = only.passa ? [asks ? { key: "pass", label: say(label), pick: { asked: true } } : {
    key: "pass", label: say(c.picked.asked ? "pass_surely" : label), actions: [only.passa.action],
  }] : [];
  return only.card ? [...others, { key: "pass_card", label: say("pass_without_card"), actions: [only.card.action] }] : others;
}

/** Whether passing rolls the closing dice at once, as the server says. @param {Context} c */
const rolls = (c) => c.table.closing !== null && !c.table.closing.excused;

/** Beside other buttons, in few words. @param {Context} c */
const again = (c) => reinforcing(c, "").map((each) => ({
  ...each, icon: undefined, label: each.key === "back" ? say("take_back_some", { armies: [...c.offers.backs.values()].at(-1)?.most ?? 0 }) : each.label,
}));

// Conquest, move, end of the turn

/** @param {Context} c @returns {Command} */
function advance(c) {
  const { picked, armies, offers } = c, choice = offers.only.avanza, { source, target } = c.battle ?? { source: "", target: "" };
  const inside = armies(target), least = inside + choice.least, most = inside + choice.most, number = clamp(picked.number ?? most, least, most);
  const label = (/** @type {number} */ many) => say("enter", { armies: many });
  return {
    ...c.base, phase: "combat", title: say("enter_title"), note: say("enter_note", { land: landName(target), least, source: landName(source) }),
    chosen: [[source, "source"], [target, "source"]], arrows: source ? [{ from: source, to: target, kind: "move" }] : [], can: new Set([source, target]),
    frame: source ? [source, target] : [], preview: new Map([[source, armies(source) - (number - inside)], [target, number]]),
    tool: { kind: "carry", source, target, from: armies(source) - (number - inside), to: number, least, most, number, says: "stay" },
    primary: { key: "go", label: label(number), actions: [withNumber(choice, number - inside)] },
    others: least === most ? [] : [
      { key: "least", label: say("only", { armies: least }), actions: [withNumber(choice, choice.least)] },
      { key: "most", label: say("all_and", { armies: most }), actions: [withNumber(choice, choice.most)] },
    ],
    tap: () => null,
  };
}

/** @param {Context} c @returns {Command} */
function moves(c) {
  const { picked, offers, armies } = c, routes = offers.moves, sources = new Set(routes.map((/** @type {any} */ each) => each.source));
  const targets = new Set(routes.map((/** @type {any} */ each) => each.target));
  const from = sources.has(picked.source) ? picked.source : "";
  const reach = new Set(routes.filter((/** @type {any} */ each) => each.source === from).map((/** @type {any} */ each) => each.target));
  const route = routes.find((/** @type {any} */ each) => each.source === from && each.target === picked.target);
  /** @param {string} tapped */
  const tap = (tapped) => {
    if (from && reach.has(tapped)) return { target: tapped, number: null };
    if (sources.has(tapped)) return { source: tapped, target: "", number: null };
    return targets.has(tapped) ? { source: "", target: "", number: null } : null;
  };
  const back = { key: "back", label: say("go_back"), pick: { mode: /** @type {""} */ (""), source: "", target: "", number: null, seen: true } };
  if (!route) {
    const undo = offers.only.undo ? [{ key: "undo", label: say("undo_move"), actions: [offers.only.undo.action], icon: "undo" }] : [];
    return {
      ...c.base, phase: "moved", title: from ? say("move_to", { land: landName(from) }) : say("move_title"), note: say("move_note"),
      hint: from ? say("move_to_hint") : say("move_hint"), can: from ? new Set([...reach, ...sources]) : sources, chosen: from ? [[from, "source"]] : [], frame: [],
      tool: { kind: "lands", lands: from ? [...reach] : [...sources].sort((a, b) => armies(b) - armies(a)).slice(0, 6), chosen: from },
      others: [...(offers.attacks.length ? [back] : []), ...undo, ...passes(c)], tap,
    };
  }
  const { source, target } = route, number = clamp(picked.number ?? route.most, route.least, route.most);
  const goesOn = c.table.terms.moves_any_time && offers.attacks.length > 0, pass = goesOn ? null : offers.only.passa;
  const sent = withNumber(route, number);
  return {
    ...c.base, phase: "moved", title: say(pass ? "move_this_title" : "move_only_title", { armies: number }),
    note: say("move_this_note", { source: landName(source), target: landName(target) }), can: new Set([...reach, ...sources]), chosen: [[source, "source"], [target, "source"]],
    arrows: [{ from: source, to: target, kind: "move" }], frame: [source, target], preview: new Map([[source, armies(source) - number], [target, armies(target) + number]]),
    tool: {
      kind: "carry", source, target, from: armies(source) - number, to: armies(target) + number, least: route.least, most: route.most, number, says: "from_to",
      had: [armies(source), armies(target)],
    },
    primary: { key: "go", label: say(!pass ? "move_only" : rolls(c) ? "move_pass_roll" : "move_and_pass", { armies: number }), actions: pass ? [sent, pass.action] : [sent] },
    others: [...(pass ? [{ key: "move_only", label: say("move_only", { armies: number }), actions: [sent] }] : []), back], tap,
  };
}

/** @param {Context} c @returns {Command} */
function passing(c) {
  const { offers, table, view } = c, { only } = offers, closes = rolls(c);
  const undo = only.undo ? [{ key: "undo", label: say("undo_move"), actions: [only.undo.action], icon: "undo" }] : [];
  const others = [
    ...undo, ...(offers.moves.length ? [{ key: "move", label: say("move"), pick: { mode: /** @type {"move"} */ ("move") }, icon: "swap" }] : []),
    ...passes(c).filter((each) => each.key !== "pass"), ...again(c),
  ];
  return {
    ...c.base, can: null, phase: closes ? "closing" : "moved", title: closes ? closingTitle(table) : say("pass_title"),
    note: closes ? table.say.detail : say(table.closing?.excused ? "excused" : "pass_note", { conquests: view.conquests }),
    tool: closes ? { kind: "closing", closing: table.closing, points: table.goal ? points(table.goal.points) : null } : null,
    primary: only.passa ? { key: "go", label: say(closes ? "pass_and_roll" : "pass_turn"), actions: [only.passa.action] } : null, others,
    tap: (tapped) => (offers.moves.some((/** @type {any} */ each) => each.source === tapped) ? { mode: "move", source: tapped, target: "" } : null),
  };
}

/** @param {any} table */
const closingTitle = (table) => say("closing_title", { totals: table.closing.totals.join(", ").replace(/, (\d+)$/, ` ${say("or")} $1`) });

/** @param {Context} c @returns {Command} */
function closing(c) {
  const { only } = c.offers, { table } = c;
  const roll = only.tira && { key: "go", label: say("roll_closing"), actions: [only.tira.action] };
  const waive = only.waive && { key: "waive", label: say("waive_closing"), actions: [only.waive.action] };
  return {
    ...c.base, can: null, phase: "closing", title: table.closing ? closingTitle(table) : say("roll_closing"), note: table.say.detail,
    tool: table.closing ? { kind: "closing", closing: table.closing, points: table.goal ? points(table.goal.points) : null } : null, primary: roll ?? waive ?? null,
    others: roll && waive ? [waive] : [],
  };
}

/** @param {Context} c @returns {Command} */
function defence(c) {
  const { picked, offers, armies } = c, choice = offers.only.difende, number = clamp(picked.number ?? choice.most, choice.least, choice.most);
  const { source, target } = c.battle ?? { source: "", target: "" };
  const attacker = c.name(c.battle?.by ?? null);
  return {
    ...c.base, phase: "defence", title: say("defend_title", { name: attacker, land: landName(target) }), note: say("defend_note"),
    chosen: source ? [[source, "lost"], [target, "target"]] : [], arrows: source ? [{ from: source, to: target, kind: "attack" }] : [], can: new Set([source, target]),
    frame: source ? [source, target] : [],
    tool: { kind: "dice", source, target, attacker: armies(source), defender: armies(target), least: choice.least, most: choice.most, number },
    primary: { key: "go", label: say("defend", { dice: number }), actions: [withNumber(choice, number)] },
  };
}
