// The instruments of the command: strips of numbers, dice in pairs, chances, cards, territories to tap.
// @ts-check

import { board, counter, h, icon, landName, percent, s, say } from "./make.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {{ number: (n: number) => void, slide: (n: number) => void, land: (id: string) => void, option: (n: number) => void }} Hands what taps on an instrument do */
const WIDEST = 9;

/** How many? A number chooses, the red button does; above nine: less, the number, more and a slider. @param {any} tool @param {Hands} hands @param {string} label */
function strip(tool, hands, label) {
  const { least, most, number } = tool;
  if (most - least + 1 <= WIDEST) {
    return h("div", { class: "play-strip", role: "group", "aria-label": label }, ...Array.from({ length: most - least + 1 }, (_, at) => {
      const each = least + at;
      return h("button", { type: "button", "aria-pressed": each === number, "data-key": `n${each}`, onclick: () => hands.number(each) }, String(each));
    }));
  }
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ key) => h(
    "button", { type: "button", "data-key": key, "aria-label": say(by < 0 ? "fewer" : "more_armies"), onclick: () => hands.number(Math.min(most, Math.max(least, number + by))) },
    sign,
  );
  const range = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: least, max: most, value: number, "data-key": "range", "aria-label": label }));
  const output = h("output", {}, String(number));
  range.addEventListener("input", () => { output.textContent = range.value; hands.slide(Number(range.value)); });
  range.addEventListener("change", () => hands.number(Number(range.value)));
  return h("div", { class: "play-strip long", role: "group", "aria-label": label }, step(-1, "−", "fewer"), output, step(1, "+", "more"), range);
}

/** @param {Facts} facts @param {string} id @param {string | number} armies @param {string} below */
const side = (facts, id, armies, below) => h(
  "p", { class: "play-one-side" }, counter(facts.colour(facts.owner(id)), armies, "play-army-token"), h("span", {}, h("b", {}, landName(id)), h("small", {}, below)),
);

/** @param {Facts} facts @param {any[]} routes @param {Hands} hands */
const targets = (facts, routes, hands) => h(
  "div", { class: "play-suggest", role: "group", "aria-label": say("likely") },
  ...routes.map((route) => h(
    "button", { type: "button", "data-key": `l-${route.target}`, onclick: () => hands.land(route.target) },
    counter(facts.colour(facts.owner(route.target)), facts.armies(route.target), "play-army-token"),
    h("span", {}, h("b", {}, landName(route.target)), h("small", {}, facts.goal.has(route.target) ? say("in_your_goal") : say("from", { land: landName(route.source) }))),
    typeof route.win === "number" && h("em", {}, percent(route.win)),
  )),
);

/** @param {Facts} facts @param {string[]} ids @param {string} chosen @param {Hands} hands */
const lands = (facts, ids, chosen, hands) => h(
  "div", { class: "play-chips", role: "group", "aria-label": say("or_here") },
  ...ids.map((id) => h(
    "button", { type: "button", "aria-pressed": id === chosen, "data-key": `l-${id}`, onclick: () => hands.land(id) },
    facts.owner(id) !== null && counter(facts.colour(facts.owner(id)), facts.armies(id)), landName(id),
  )),
);

/** @param {Facts} facts @param {any} tool @param {Hands} hands */
function place(facts, tool, hands) {
  const { id, left, done, placed } = tool, colour = facts.colour(facts.me);
  const sum = done > 0 && h(
    "div", { class: "play-placed" },
    left + done <= 14 && h(
      "span", { class: "play-pips", "data-colour": colour, "aria-hidden": "true" }, ...Array.from({ length: left + done }, (_, at) => h("i", { class: at < done ? "on" : "" })),
    ),
    h("span", {}, h("b", {}, String(done)), ` ${say("of_total", { total: left + done })}`),
    h(
      "ul", { class: "play-placed-chips", "aria-label": say("placed_here") },
      ...placed.slice(-3).map((/** @type {any} */ each) => h(
        "li", {}, h("button", { type: "button", "data-key": `b-${each.land}`, onclick: () => hands.land(each.land) }, landName(each.land), " ", h("b", {}, `+${each.armies}`)),
      )),
    ),
  );
  const how = id && h(
    "div", { class: "play-place-row" }, side(facts, id, tool.to, say("from_to", { from: tool.from, to: tool.to })), strip(tool, hands, say("how_many", { land: landName(id) })),
  );
  return h("div", { class: "play-place" }, sum, how, (!id || done === 0) && lands(facts, tool.lands, id, hands));
}

/** @param {number} value @param {string} colour @param {string} kind */
export const die = (value, colour, kind = "") => s(
  "svg", { class: `play-die ${kind}`, "data-colour": colour, viewBox: "0 0 40 40", role: "img", "aria-label": String(value) }, s("use", { href: `#face-${value}` }),
);

/** The dice of a roll in pairs, highest against highest; the loser fades and its loss stands below. @param {Facts} facts @param {import("./facts.js").Battle} battle */
function pairs(facts, battle) {
  const [mine, theirs] = [facts.colour(battle.by), facts.colour(battle.defender)];
  const count = Math.max(battle.attack.length, battle.defence.length);
  return h("ol", { class: "play-pairs" }, ...Array.from({ length: count }, (_, at) => {
    const [high, low] = [battle.attack[at], battle.defence[at]], isPair = high !== undefined && low !== undefined, wins = isPair && high > low;
    const loser = wins ? battle.defender : battle.by;
    return h(
      "li", {}, high === undefined ? h("span", { class: "play-no-die" }) : die(high, mine, !isPair ? "alone" : wins ? "won" : "lost"),
      low === undefined ? h("span", { class: "play-no-die" }) : die(low, theirs, !isPair ? "alone" : wins ? "lost" : "won"),
      h("small", {}, ...(isPair ? [counter(facts.colour(loser), loser ?? ""), " −1"] : ["–"])),
    );
  }));
}

/** Attacker above, defender below, their dice beside them. @param {Facts} facts @param {string} source @param {string} target
 * @param {import("./facts.js").Battle | null} battle */
export function duel(facts, source, target, battle) {
  const attacker = battle?.by ?? facts.owner(source), defender = battle?.defender ?? facts.owner(target), isDone = battle?.conquered;
  const who = (/** @type {string} */ seat, /** @type {string} */ code) => (seat === facts.me ? say(`${code}_self`) : say(`${code}_other`, { name: facts.name(seat) }));
  const dice = battle && battle.attack.length ? pairs(facts, battle) : null;
  const one = (/** @type {string | null} */ seat, /** @type {string} */ id, /** @type {string} */ code, /** @type {string | number} */ armies) => h(
    "p", { class: "play-one-side" }, counter(facts.colour(seat), armies, "play-army-token"), h("span", {}, h("b", {}, landName(id)), h("small", {}, who(seat ?? "", code))),
  );
  return h(
    "div", { class: "play-duel" }, one(attacker, source, "attacks", facts.armies(source)), one(defender, target, "defends", isDone ? 0 : facts.armies(target)), dice,
    battle && battle.rolls > 1 && h("small", { class: "play-rolls" }, say("rolls", { rolls: battle.rolls })),
  );
}

/** @param {any} route */
const chance = (route) => (typeof route?.win !== "number" ? null : h(
  "div", { class: "play-chance", role: "img", "aria-label": say("chance_aloud", { win: Math.round(route.win * 100) }) },
  h("p", {}, h("b", {}, percent(route.win)), h("span", {}, say("to_conquer"))), h("progress", { max: 100, value: Math.round(route.win * 100), "aria-hidden": "true" }),
  route.losses && h("small", {}, say("costs", { armies: Math.round(route.losses[0]) })),
));

/** @param {string} card */
const symbolOf = (card) => (board.lands[card] ? board.lands[card].symbol : "jolly");
/** @param {string} card @param {string} kind */
export const cardShown = (card, kind = "") => h(
  "li", { class: `play-card ${kind}` }, icon(symbolOf(card)),
  h("span", {}, h("b", {}, board.lands[card] ? board.symbols[symbolOf(card)] : board.jolly), board.lands[card] && landName(card)),
);

/** @param {Facts} facts @param {any} tool @param {Hands} hands */
function tris(facts, tool, hands) {
  const { cards } = tool.ways[tool.at], hand = facts.view.seats.find((/** @type {any} */ seat) => seat.seat === facts.me)?.cards ?? [];
  const others = tool.ways.length > 1 && h(
    "div", { class: "play-chips", role: "group", "aria-label": say("which_tris") },
    ...tool.ways.map((/** @type {any} */ way, /** @type {number} */ at) => h(
      "button", { type: "button", "aria-pressed": at === tool.at, "data-key": `o${at}`, onclick: () => hands.option(at) },
      way.cards.map((/** @type {string} */ card) => (board.lands[card] ? board.symbols[symbolOf(card)] : board.jolly)).join(" "), " ", h("b", {}, String(way.armies ?? "")),
    )),
  );
  return h(
    "div", { class: "play-tris" }, h("ul", { class: "play-hand" }, ...hand.map((/** @type {string} */ card) => cardShown(card, cards.includes(card) ? "chosen" : "other"))),
    others,
  );
}

/** @param {number} dice the ways of each total of so many dice */
function waysOf(dice) {
  let ways = new Map([[0, 1]]);
  for (let each = 0; each < dice; each += 1) {
    const next = new Map();
    for (const [total, many] of ways) for (let face = 1; face <= 6; face += 1) next.set(total + face, (next.get(total + face) ?? 0) + many);
    ways = next;
  }
  return ways;
}

/** The totals of the closing dice; those that end the game in red. @param {any} tool */
function closing(tool) {
  const { totals, ways, among, dice } = tool.closing, all = [...waysOf(dice)], most = Math.max(...all.map(([, many]) => many));
  return h(
    "div", { class: "play-closing" },
    h(
      "div", { class: "play-closing-odds" },
      h("p", {}, h("b", {}, say("ways", { ways, among })), h("span", {}, say("about", { times: Math.max(1, Math.round(among / Math.max(1, ways))) }))),
      h(
        "div", { class: "play-bars", role: "img", "aria-label": say("bars", { totals: totals.join(", "), ways, among }) },
        ...all.map(([total, many]) => h(
          "span", { class: totals.includes(total) ? "hit" : "" },
          s("svg", { viewBox: "0 0 10 12", preserveAspectRatio: "none" }, s("rect", { x: 0, y: 12 - (12 * many) / most, width: 10, height: (12 * many) / most })), String(total),
        )),
      ),
    ),
    tool.points !== null && tool.points !== undefined && h("p", { class: "play-if-now" }, h("b", {}, tool.points), h("span", {}, say("if_now"))),
  );
}

/** @param {Facts} facts @param {import("./command.js").Tool | null} tool @param {Hands} hands @returns {(Node | null)[]} */
export function toolParts(facts, tool, hands) {
  switch (tool?.kind) {
    case "place": return [place(facts, tool, hands)];
    case "targets": return [targets(facts, tool.routes, hands)];
    case "lands": return [lands(facts, tool.lands, tool.chosen, hands)];
    case "duel": return [
      duel(facts, tool.source, tool.target, tool.battle),
      h(
        "div", { class: "play-beside" }, chance(tool.route),
        tool.most > 1 && tool.least < tool.most && h("div", { class: "play-dice-choice" }, h("small", {}, say("dice")), strip(tool, hands, say("how_many_dice"))),
      ),
    ];
    case "dice": return [duel(facts, tool.source, tool.target, null), strip(tool, hands, say("how_many_dice"))];
    case "carry": return [h(
      "div", { class: "play-enter" },
      h(
        "div", { class: "play-enter-sides" },
        side(facts, tool.source, tool.from, tool.says === "stay" ? say("stay", { armies: tool.from }) : say("from_to", { from: tool.had[0], to: tool.from })), icon("next"),
        side(facts, tool.target, tool.to, tool.says === "stay" ? say("inside", { armies: tool.to }) : say("from_to", { from: tool.had[1], to: tool.to })),
      ),
      tool.least < tool.most && strip(tool, hands, say("how_many", { land: landName(tool.target) })),
    )];
    case "options": return [h(
      "div", { class: "play-chips wide", role: "group" },
      ...tool.options.map((/** @type {any} */ each, /** @type {number} */ at) => h(
        "button", { type: "button", "aria-pressed": at === tool.at, "data-key": `o${at}`, onclick: () => hands.option(at) }, each.colour && counter(each.colour, ""), each.label,
      )),
    )];
    case "tris": return [tris(facts, tool, hands)];
    case "closing": return [closing(tool)];
    case "last": return [duel(facts, tool.battle.source, tool.battle.target, tool.battle)];
    case "throw": return [h(
      "div", { class: "play-last-throw" }, h("span", {}, ...tool.dice.map((/** @type {number} */ each) => die(each, facts.colour(tool.seat)))),
      h(
        "p", {}, h("b", {}, String(tool.dice.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0))),
        h("small", {}, say(tool.ends ? "closes" : "goes_on")),
      ),
    )];
    case "order": return [h("div", { class: "play-order" }, ...tool.dice.map((/** @type {any} */ each) => h("p", {}, die(each.die, "none"), h("small", {}, each.name))))];
    case "standing": return [h(
      "ol", { class: "play-standing" },
      ...tool.seats.map((/** @type {any} */ seat) => h(
        "li", {}, `${seat.place}`, counter(facts.colour(seat.seat), seat.seat), h("span", {}, facts.seats.get(seat.seat).name), h("b", {}, seat.points),
      )),
    )];
    case "since": return [h("ul", { class: "play-since" }, ...tool.lines.map((/** @type {string} */ line) => h("li", {}, line)))];
    default: return [];
  }
}
