// The command that stands there now: what others are doing, what happened since, one's own choices, waiting, the end.
// @ts-check

import { commandOf } from "./command.js";
import { battleSentence } from "./facts.js";
import { capital, landName, say } from "./make.js";
import { points } from "./panels.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./command.js").Command} Command */
/** @typedef {import("./command.js").Button} Button */

/** A command without choices. @param {Command} found @param {Partial<Command>} more @returns {Command} */
const told = (found, more) => ({
  ...found, primary: null, others: [], can: null, chosen: [], arrows: [], preview: new Map(), tags: new Map(), frame: [], hint: "", tap: () => null, ...more,
});

/** @param {Facts} facts
 * @param {{ picked: import("./command.js").Picked, picture: import("./playback.js").Picture | null, since: any }} seen @returns {Command} */
export function situationOf(facts, { picked, picture, since }) {
  const { table } = facts, found = { ...commandOf(facts, picked) }, phase = found.phase || facts.view.phase;
  if (picture) {
    const frame = picture.arrow ? [picture.arrow.from, picture.arrow.to] : [];
    return told(found, { phase: facts.view.phase, title: picture.title, note: picture.note, tool: picture.tool, frame });
  }
  // A table stops while nobody follows it: this page comes to it at once.
  if (table.state === "stopped" && table.stopped_because !== "no_people") {
    const primary = facts.isSeated ? { key: "resume", label: say("resume") } : null;
    return told(found, { phase, title: say("stopped", { name: table.stopped_because }), note: say("stopped_note"), tool: null, primary });
  }
  if (facts.over) return ended(facts, found);
  if (since) return news(facts, found, since);
  if (facts.isMine || found.primary || found.others.length) return found.title ? found : { ...found, title: table.say.sentence, note: table.say.detail };
  return waiting(facts, found);
}

/** @param {Facts} facts @param {Command} found @param {any} since */
function news(facts, found, since) {
  const { lost, taken, turns } = since;
  return told(found, {
    title: say("since_title"), tool: { kind: "since", lines: since.lines.slice(-3) },
    note: say("since_note", { lost: lost.length, taken: taken.length, turns, before: points(since.points_before), points: points(since.points) }),
    primary: { key: "since", label: say(facts.isMine ? "begin" : "go_on") }, others: [{ key: "replay", label: say("replay"), icon: "play" }],
  });
}

/** Whose turn it is, and the last dice. @param {Facts} facts @param {Command} found */
function waiting(facts, found) {
  const { table, battle, closingRoll } = facts, acting = facts.view.to_act;
  let title = acting === null ? table.say.sentence : say("plays", { name: facts.name(acting) }), note = table.say.detail, tool = null;
  if (battle && battle.by === acting) {
    title = say(facts.me && battle.defender === facts.me ? "attacks_you" : "attacks_land", { name: facts.name(acting), land: landName(battle.target) });
  }
  if (battle?.attack.length) {
    tool = { kind: "last", battle };
    note = battleSentence(facts, battle);
  } else if (closingRoll && !closingRoll.shown) tool = { kind: "throw", ...closingRoll };
  else if (facts.order && ["order", "colours"].includes(facts.view.phase)) {
    tool = { kind: "order", dice: Object.entries(facts.order).map(([chair, die]) => ({ die, name: table.players[Number(chair)]?.name ?? "" })) };
  }
  const hint = facts.isPlaying ? "wait_hint" : facts.isSeated ? "out_hint" : table.delayed ? "late_hint" : "watch_hint";
  return told(found, { phase: facts.view.phase, title, note, tool, hint: say(hint) });
}

/** Who won by how much, and everybody's place. @param {Facts} facts @param {Command} found */
function ended(facts, found) {
  const { table, view, closingRoll } = facts, primary = { key: "after", label: say("after_game") };
  const order = [...view.seats].sort((a, b) => a.place - b.place).map((seat) => ({ ...seat, points: points(seat.half_points ?? 0) }));
  const [first, second] = order;
  if (first.place === null) return told(found, { title: table.say.sentence, note: table.say.detail, tool: null, primary });
  const code = second.place === 1 ? "all_even" : first.seat === facts.me ? "you_won" : "won";
  return told(found, {
    title: say(code, { name: facts.name(first.seat), points: first.points, second: second.points }),
    note: closingRoll?.ends ? say("closed_by", { name: capital(facts.name(closingRoll.seat)), dice: closingRoll.dice.join(" + ") }) : table.say.detail,
    tool: { kind: "standing", seats: order }, primary,
  });
}
