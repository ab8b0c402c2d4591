// What others did, shown action by action at a pace that people can follow; any tap jumps to the end.
// @ts-check

import { landName, say } from "./make.js";
import { battleAloud, battleSentence, letterOf } from "./facts.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** One picture: the board so far, an arrow, what changed, words, dice.
 * @typedef {{ lands: Map<string, { owner: string | null, armies: number }>, arrow: { from: string, to: string, kind: string } | null, pills: Map<string, { text: string, kind: string }>, title: string, note: string, tool: any, marks: [string, string][], aloud: string }} Picture */

const EACH = 600, MOST = 4000, QUICK = 150;

/** Pictures of these actions, starting from the board that was shown before. @param {Facts} before @param {Facts} facts @param {any[]} actions @returns {Picture[]} */
export function pictures(before, facts, actions) {
  const lands = new Map([...before.lands].map(([id, land]) => [id, { owner: land.owner, armies: land.armies }]));
  /** @type {Picture[]} */
  const found = [];
  for (const action of actions) {
    let name = facts.name(action.by);
    /** @type {Picture | null} */
    let picture = null, battle = null, rolls = 0;
    const change = (/** @type {string} */ id, /** @type {number} */ by) => {
      const land = lands.get(id);
      if (land) lands.set(id, { ...land, armies: Math.max(0, land.armies + by) });
    };
    const one = (/** @type {Partial<Picture>} */ more) => { picture = {
      lands: new Map(), arrow: null, pills: new Map(), title: say("plays", { name }), note: "", tool: null, marks: [], aloud: "", ...(picture ?? {}), ...more,
    }; };
    for (const event of action.events) {
      if (event.event === "armies-placed" || event.event === "first-armies-placed") {
        change(event.territory, event.armies);
        const pills = new Map(/** @type {any} */ (picture)?.pills ?? []).set(event.territory, { text: `+${event.armies}`, kind: "plus" });
        one({
          pills, marks: [...pills.keys()].map((id) => [id, "source"]), title: say("places", { name }),
          note: [...pills].map(([id, pill]) => `${landName(id)} ${pill.text}`).join(", "),
        });
      } else if (event.event === "battle-fought") {
        rolls += 1;
        battle = {
          by: lands.get(event.source)?.owner ?? action.by, source: event.source, target: event.target, attack: event.attack, defence: event.defence, losses: event.losses,
          conquered: false, rolls, isMine: false, version: action.version, defender: lands.get(event.target)?.owner ?? null,
        };
        name = facts.name(battle.by);
        change(event.source, -event.losses[0]);
        change(event.target, -event.losses[1]);
        const isMine = battle.defender === facts.me, title = say(isMine ? "attacks_you" : "attacks_land", { name, land: landName(event.target) });
        const pills = new Map(
          [[event.source, event.losses[0]], [event.target, event.losses[1]]].filter(([, lost]) => lost).map(([id, lost]) => [id, { text: `−${lost}`, kind: "loss" }])
        );
        one({
          arrow: { from: event.source, to: event.target, kind: "attack" }, marks: [[event.source, "source"], [event.target, "lost"]], pills: /** @type {any} */ (pills), title,
          note: battleSentence(facts, battle), tool: { kind: "last", battle }, aloud: isMine ? battleAloud(facts, battle) : "",
        });
      } else if (event.event === "territory-conquered") {
        if (battle) change(battle.source, -event.armies);
        lands.set(event.territory, { owner: letterOf(event.seat), armies: event.armies });
        const took = say(letterOf(event.loser) === facts.me ? "took_yours" : "took", { name, land: landName(event.territory) });
        one({ title: took, aloud: letterOf(event.loser) === facts.me ? took : "", tool: battle ? { kind: "last", battle: { ...battle, conquered: true } } : null });
      } else if (event.event === "armies-advanced" || event.event === "armies-moved") {
        change(event.source, -event.armies);
        change(event.target, event.armies);
        one({
          arrow: { from: event.source, to: event.target, kind: "move" }, marks: [[event.source, "source"], [event.target, "source"]],
          title: say("moves_armies", { name, armies: event.armies }), note: say("move_this_note", { source: landName(event.source), target: landName(event.target) }),
        });
      } else if (event.event === "territory-picked") {
        lands.set(event.territory, { owner: letterOf(event.seat), armies: 1 });
        one({ marks: [[event.territory, "source"]], title: say("picks", { name, land: landName(event.territory) }) });
      } else if (event.event === "seat-left") {
        const out = say("out", { name: facts.name(letterOf(event.seat)), status: say(`status_${event.status.replaceAll("-", "_")}`) });
        one({ title: out, aloud: out });
      } else if (event.event === "cards-played") one({ title: say("plays_tris", { name, armies: event.armies }) });
      else if (event.event === "closing-rolled") one({
        title: say("rolls_closing", { name }), tool: { kind: "throw", dice: event.dice, seat: letterOf(event.seat), ends: event.ends },
        aloud: say("closing_aloud", { name, total: event.dice.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0) }),
      });
    }
    if (picture) found.push({ .../** @type {Picture} */ (picture), lands: new Map(lands) });
  }
  return found;
}

/** Shows pictures one after the other; more may come meanwhile. @param {(picture: Picture) => void} show @param {() => void} done */
export function player(show, done) {
  /** @type {Picture[]} */
  let queue = [];
  let timer = 0;
  const next = () => {
    const picture = queue.shift();
    timer = picture ? window.setTimeout(next, Math.max(QUICK, Math.min(EACH, MOST / (queue.length + 1)))) : 0;
    if (picture) show(picture);
    else done();
  };
  return {
    /** @param {Picture[]} found */
    add(found) { queue.push(...found); if (!timer) next(); },
    /** Jump to the end; whether anything was being shown. */
    stop() {
      if (!timer) return false;
      clearTimeout(timer);
      timer = 0;
      queue = [];
      done();
      return true;
    },
    isOn: () => timer !== 0,
  };
}
