// What an envelope says, ready to be drawn: seats by letter, the last battle, one's own side.
// @ts-check

import { board, landName, say } from "./make.js";

/** @typedef {{ by: string, source: string, target: string, attack: number[], defence: number[], losses: number[], conquered: boolean, rolls: number, isMine: boolean, version: number, defender: string | null }} Battle */

/** @param {any} envelope */
export function factsOf(envelope) {
  const { view, table } = envelope;
  /** @type {string | null} */
  const me = table.me?.seat ?? null;
  /** @type {Map<string, any>} */
  const seats = new Map(view.seats.map((/** @type {any} */ seat) => {
    const player = table.players.find((/** @type {any} */ each) => each.chair === seat.chair) ?? {};
    return [seat.seat, { ...player, ...seat, colour: seat.colour ?? "none", name: player.name ?? seat.seat, isMe: seat.seat === me }];
  }));
  seats.set("-", { seat: "-", name: say("neutral"), colour: "neutral" });
  const lands = new Map(view.territories.map((/** @type {any} */ land) => [land.id, land]));
  const name = (/** @type {string | null} */ seat) => (seat === null ? "" : seat === me ? say("you") : seats.get(seat)?.name ?? seat);
  const { battle, closing, order } = lastOf(table.happened, me, lands);
  return {
    version: envelope.version, view, table, me, seats, lands, battle, order, closingRoll: closing, name, isMine: me !== null && view.to_act === me, over: view.phase === "over",
    armies: (/** @type {string} */ id) => lands.get(id)?.armies ?? 0, owner: (/** @type {string} */ id) => lands.get(id)?.owner ?? null,
    colour: (/** @type {string | null} */ seat) => seats.get(seat ?? "")?.colour ?? "none", goal: new Set(table.goal?.territories ?? []), isSeated: me !== null,
    isPlaying: me !== null && seats.get(me)?.status === "playing",
  };
}

/** @typedef {ReturnType<typeof factsOf>} Facts */

/** The last battle of this turn, and the last dice for closing or for the order. @param {any[]} happened @param {string | null} me @param {Map<string, any>} lands */
function lastOf(happened, me, lands) {
  /** @type {Battle | null} */
  let battle = null;
  let closing = null;
  /** @type {Record<string, number> | null} */
  let order = null;
  for (const action of happened) {
    for (const event of action.events) {
      if (event.event === "turn-began" || event.event === "game-ended") { battle = null; if (event.event === "turn-began" && closing?.shown) closing = null; }
      if (closing && event.event === "turn-began") closing = { ...closing, shown: true };
      if (event.event === "attack-declared") battle = begun(action, event, lands, me);
      if (event.event === "battle-fought") {
        const again = battle !== null && battle.source === event.source && battle.target === event.target;
        const rolls = again && battle !== null && battle.version === action.version ? battle.rolls + 1 : 1;
        battle = {
          ...begun(action, event, lands, me), attack: event.attack, defence: event.defence, losses: event.losses, rolls,
          defender: again && battle ? battle.defender : lands.get(event.target)?.owner ?? null,
        };
      }
      if (event.event === "territory-conquered" && battle) battle = {
        ...battle, conquered: true, by: letterOf(event.seat) || battle.by, defender: event.loser === null ? "-" : letterOf(event.loser),
      };
      if (event.event === "closing-rolled") closing = { seat: letterOf(event.seat), dice: event.dice, ends: event.ends, shown: false };
      if (event.event === "order-rolled") order = { ...order, ...event.dice };
    }
  }
  return { battle, closing, order };
}

/** The attacker is the owner of the source: an action may be the defender's choice of dice. @param {any} action @param {any} event @param {Map<string, any>} lands
 * @param {string | null} me @returns {Battle} */
function begun(action, event, lands, me) {
  const by = lands.get(event.source)?.owner ?? action.by;
  return {
    by, source: event.source, target: event.target, attack: [], defence: [], losses: [0, 0], conquered: false, rolls: 0, isMine: by === me, version: action.version,
    defender: lands.get(event.target)?.owner ?? null,
  };
}

/** @param {number | string | null} seat */
export const letterOf = (seat) => (seat === null || seat === undefined ? "" : typeof seat === "number" ? "ABCDEF"[seat] : seat);

/** The dice as numbers and who loses what, for who listens and for the line below the title. @param {Facts} facts @param {Battle} battle */
export function battleSentence(facts, battle) {
  const [lost, killed] = battle.losses, tie = battle.attack.some((die, at) => die === battle.defence[at]);
  const attacker = facts.name(battle.by), defender = facts.name(battle.defender);
  const told = say(battle.isMine ? "battle_mine" : battle.defender === facts.me ? "battle_against" : "battle", { attacker, defender, lost, killed });
  return tie && lost ? `${told} ${say("tie")}` : told;
}

/** @param {Facts} facts @param {Battle} battle */
export const battleAloud = (facts, battle) => say(
  "aloud",
  { source: landName(battle.source), target: landName(battle.target), attack: battle.attack.join(" "), defence: battle.defence.join(" "), told: battleSentence(facts, battle) },
);

/** What a territory is, in words: whose, how many armies, whether in one's objective. @param {Facts} facts @param {string} id */
export function landLabel(facts, id) {
  const held = facts.lands.get(id);
  const whose = held?.owner === null ? say("free") : held?.owner === facts.me ? say("yours") : say("of", { name: facts.seats.get(held?.owner)?.name ?? "" });
  const goal = facts.goal.has(id) ? `, ${say("in_goal")}` : "";
  return say(held?.owner === null ? "land_free" : "land", { land: landName(id), whose, armies: held?.armies ?? 0 }) + goal;
}

/** The text board's order: continents, then names. */
export const landsByContinent = board.continents.map((/** @type {any} */ continent) => ({
  ...continent, lands: [...continent.lands].sort((a, b) => landName(a).localeCompare(landName(b))),
}));
