// Commands that put something on the board: colours, strips, the draft, a tris, armies.
// @ts-check

import { withNumber } from "./choices.js";
import { board, landName, say } from "./make.js";

/** @typedef {import("./command.js").Context} Context */
/** @typedef {import("./command.js").Command} Command */

export const clamp = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) => Math.min(most, Math.max(least, value));

// Before the first turn

/** @param {Context} c @returns {Command} */
export function colours(c) {
  const names = c.offers.colours.map((/** @type {any} */ choice) => choice.action.split(" ").at(-1)), at = clamp(c.picked.option, 0, names.length - 1);
  return {
    ...c.base, can: null, phase: "colours", title: say("colour_title"), note: say("colour_note"),
    tool: { kind: "options", options: names.map((/** @type {string} */ name) => ({ colour: name, label: board.colours[name] })), at },
    primary: { key: "go", label: say("take_colour", { colour: board.colours[names[at]] }), actions: [c.offers.colours[at].action] },
  };
}

/** @param {Context} c @returns {Command} */
export function strips(c) {
  const rows = c.offers.strips.flatMap((/** @type {any} */ choice) => Array.from(
    { length: choice.most - choice.least + 1 }, (_, more) => (choice.most === choice.least ? choice.action : withNumber(choice, choice.least + more)),
  ));
  const at = clamp(c.picked.option, 0, rows.length - 1), row = rows[at].split(" ").at(-1);
  const lands = board.strips?.[row]?.lands ?? [];
  return {
    ...c.base, phase: "strips", title: say("strip_title"), note: lands.map(landName).join(", "),
    tool: { kind: "options", options: rows.map((/** @type {string} */ each) => ({ label: each.split(" ").at(-1) })), at }, can: new Set(lands),
    chosen: lands.map((/** @type {string} */ id) => [id, "source"]), primary: { key: "go", label: say("declare_strip", { row }), actions: [rows[at]] },
  };
}

/** @param {Context} c @returns {Command} */
export function draft(c) {
  const { picked, offers } = c, id = offers.picks.has(picked.target) ? picked.target : "";
  return {
    ...c.base, phase: "draft", title: say("draft_title"), note: say("draft_note"), can: new Set(offers.picks.keys()), frame: id ? [id] : [], chosen: id ? [[id, "source"]] : [],
    hint: say("draft_hint"), tool: { kind: "lands", lands: suggested(c, [...offers.picks.keys()]), chosen: id },
    primary: id ? { key: "go", label: say("pick", { land: landName(id) }), actions: [offers.picks.get(id).action] } : null,
    tap: (tapped) => (offers.picks.has(tapped) ? { target: tapped } : null),
  };
}

/** Up to six territories to begin with: in one's objective first, then on a border, then with most armies. @param {Context} c @param {string[]} ids */
function suggested(c, ids) {
  const goal = c.goal, foreign = (/** @type {string} */ id) => board.lands[id].near.filter((/** @type {string} */ near) => !ids.includes(near)).length;
  const rank = (/** @type {string} */ id) => [goal.has(id) ? 0 : 1, foreign(id) ? 0 : 1, -c.armies(id)];
  return [...ids].sort((a, b) => { const [x, y] = [rank(a), rank(b)], at = x.findIndex((each, n) => each !== y[n]); return at < 0 ? 0 : x[at] - y[at]; }).slice(0, 6);
}

// Reinforcements

/** @param {Context} c @returns {Command} */
export function tris(c) {
  const { offers, picked, table, view } = c;
  const ways = offers.tris.map((choice) => ({
    cards: choice.action.split(" ").slice(1), action: choice.action, armies: table.tris.find((/** @type {any} */ each) => each.action === choice.action)?.armies ?? null,
  })).sort((a, b) => b.armies - a.armies);
  const at = clamp(picked.option, 0, ways.length - 1), way = ways[at], worth = way.armies;
  return {
    ...c.base, can: null, phase: "reinforcement", title: worth === null ? say("tris_title") : say("tris_title_worth", { armies: worth }), note: say("tris_note"),
    tool: { kind: "tris", ways, at },
    primary: { key: "go", label: worth === null ? say("play_tris") : say("play_tris_worth", { armies: worth + view.to_place }), actions: [way.action] },
    others: [{ key: "keep", label: view.to_place ? say("keep_cards", { armies: view.to_place }) : say("go_back"), pick: { kept: true, mode: "" } }],
  };
}

/** What may still be done until the first attack: take armies back, from a territory or from the last one, and play cards. @param {Context} c @param {string} id
 * @returns {import("./command.js").Button[]} */
export function reinforcing({ offers }, id) {
  const back = offers.backs.get(id) ?? [...offers.backs.values()].at(-1);
  return [
    ...(back ? [{
      key: "back", label: say("take_back", { armies: back.most, land: landName(back.action.split(" ")[1]) }), actions: [withNumber(back, back.most)], icon: "undo",
    }] : []),
    ...(offers.tris.length ? [{ key: "tris", label: say("play_tris"), pick: { mode: /** @type {"tris"} */ ("tris") }, icon: "cards" }] : []),
  ];
}

/** @param {Context} c @returns {Command} */
export function places(c) {
  const { offers, picked, view, table, armies } = c, first = view.phase === "placement", left = view.to_place;
  const id = offers.places.has(picked.target) ? picked.target : "", choice = offers.places.get(id);
  const number = choice ? clamp(picked.number ?? choice.most, choice.least, choice.most) : 0;
  const placed = [...offers.backs].map(([land, back]) => ({ land, armies: back.most }));
  return {
    ...c.base, phase: first ? "placement" : "reinforcement", title: say(placed.length ? "place_more" : "place", { armies: left }),
    note: first ? say("place_first_note") : [(table.reinforcement?.terms ?? []).join(", "), say("place_note")].filter(Boolean).join(". "), hint: say("place_hint"),
    can: new Set(offers.places.keys()), frame: [], chosen: id ? [[id, "source"]] : [], preview: id ? new Map([[id, armies(id) + number]]) : new Map(),
    tool: {
      kind: "place", placed, left, done: placed.reduce((sum, each) => sum + each.armies, 0), id, from: armies(id), to: armies(id) + number, least: choice?.least,
      most: choice?.most, number, lands: suggested(c, [...offers.places.keys()]),
    },
    primary: id ? { key: "go", label: say("put", { armies: number, land: landName(id) }), actions: [withNumber(choice, number)] } : null, others: reinforcing(c, id),
    tap: (tapped) => (offers.places.has(tapped) ? { target: tapped, number: tapped === id ? picked.number : null } : offers.backs.has(tapped) ? { target: tapped } : null),
  };
}
