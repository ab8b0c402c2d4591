// What stands around the map: seats, one's own hand and objective, the diary, the text board, facts, talk.
// @ts-check

import { board, capital, counter, element, h, icon, landName, say } from "./make.js";
import { landLabel, landsByContinent } from "./facts.js";
import { cardShown } from "./tools.js";

/** @typedef {import("./facts.js").Facts} Facts */

/** Half points as people write them. @param {number} half */
export const points = (half) => (half % 2 ? (half / 2).toFixed(1).replace(".", say("comma")) : String(half / 2));
/** "22:04" @param {string} moment */
export const hour = (moment) => new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** What is known of somebody besides numbers: icon, words, whether it worries. @param {Facts} facts @param {any} seat @returns {[string, string, string]} */
function standing(facts, seat) {
  if (facts.over) return ["", "", ""];
  if (seat.status !== "playing") return ["out", say(`status_${seat.status.replaceAll("-", "_")}`), ""];
  if (seat.bot) return ["bot", say("bot"), ""];
  if (seat.away) return ["late", say(`away_${facts.table.terms.away}`), "warn"];
  if (!seat.connected) return ["offline", seat.since ? say("gone", { since: hour(seat.since) }) : say("not_there"), "warn"];
  return ["online", facts.view.to_act === seat.seat ? say("acting") : say("online"), ""];
}

/** @param {Facts} facts */
export function drawSeats(facts) {
  const cell = (/** @type {string | number | null} */ value) => h("td", { role: "cell" }, value === null ? "–" : String(value));
  const rows = facts.view.seats.map((/** @type {any} */ each) => {
    const seat = facts.seats.get(each.seat), [drawn, words, tone] = standing(facts, seat);
    return h(
      "tr",
      {
        role: "row", "data-seat": seat.seat, "data-colour": seat.colour, class: seat.status === "playing" ? "" : "gone",
        "aria-current": !facts.over && facts.view.to_act === seat.seat ? "step" : null,
      },
      h(
        "th", { scope: "row", role: "rowheader" }, counter(seat.colour, seat.seat),
        h(
          "span", { class: "play-who" }, h("b", {}, h("span", { class: "play-who-name", title: seat.name }, seat.name), seat.isMe && h("i", {}, say("you"))),
          drawn && h("small", { class: tone, title: seat.bot ? seat.grade ?? "" : null }, icon(drawn), h("span", {}, words)),
        ),
      ),
      cell(seat.territories), cell(seat.armies), cell(seat.card_count),
    );
  });
  const head = h(
    "thead", { role: "rowgroup" },
    h("tr", { role: "row" }, ...["seats_head", "territories_head", "armies_head", "cards_head"].map((code) => h("th", { scope: "col", role: "columnheader" }, say(code)))),
  );
  element("play-seats").replaceChildren(element("play-seats").querySelector("caption") ?? "", head, h("tbody", { role: "rowgroup" }, ...rows));
}

/** Own objective, cards, and what a tris brings or why it must wait; at the end the result. @param {Facts} facts @param {boolean} isHidden @param {() => void} toggle */
export function drawHand(facts, isHidden, toggle) {
  const place = element("play-hand"), { table, view } = facts, mine = view.seats.find((/** @type {any} */ seat) => seat.seat === facts.me);
  if (facts.over) return place.replaceChildren(...result(facts));
  if (!mine) return place.replaceChildren(
    h("p", { class: "play-proof" }, icon("lock"), h("b", {}, say("promise"))),
    h("p", { class: "play-mono" }, (table.promise.commitment.slice(0, 16).match(/.{4}/g) ?? []).join(" "), " …"), h("p", { class: "small soft" }, say("promise_note")),
  );
  const goal = table.goal;
  const hide = h(
    "button", { type: "button", class: "play-tool-small", "aria-pressed": isHidden, title: say("hide"), onclick: toggle }, icon(isHidden ? "hidden" : "eye"),
    h("span", { class: "unseen" }, say("hide")),
  );
  const head = h(
    "p", { class: "play-goal-head" }, h("span", {}, goal?.id ? [say("objective"), " "].join("") : say("points_goal"), goal?.id && h("b", {}, isHidden ? "…" : goal.title)), hide,
  );
  const bar = goal && !isHidden && [
    h("progress", { max: goal.id ? goal.territories.length : goal.of, value: goal.id ? goal.held : goal.points, "aria-label": say("objective") }),
    h(
      "p", { class: "play-goal-line" }, goal.id && h("span", {}, h("b", {}, String(goal.held)), ` ${say("of_territories", { of: goal.territories.length })}`),
      h("span", {}, h("b", {}, points(goal.points)), ` ${goal.of ? say("of_points", { of: points(goal.of) }) : say("points_head")}`),
    ),
  ];
  const cards = mine.cards ?? [], best = table.tris.length ? table.tris.reduce((/** @type {any} */ a, /** @type {any} */ b) => (b.armies > a.armies ? b : a)) : null;
  const hand = isHidden ? h("p", { class: "soft small" }, say("hidden_cards", { cards: cards.length })) : cards.length ? h(
    "ul", { class: "play-hand", "aria-label": say("your_cards") }, ...cards.map((/** @type {string} */ card) => cardShown(card, best?.cards.includes(card) ? "in-tris" : "")),
  ) : h("p", { class: "soft small" }, say("no_cards"));
  const note = best && !isHidden && h(
    "p", { class: `play-tris-note ${best.why_not ? "off" : "good"}` }, icon(best.why_not ? "info" : "check"),
    h("span", {}, best.why_not ? [say("tris_of", { armies: best.armies }), " ", best.why_not.message].join("") : say("tris_ready", { armies: best.armies })),
  );
  const earned = view.conquests > 0 && view.turn_of === facts.me && h(
    "p", { class: "play-tris-note good" }, icon("check"), h("span", {}, say("conquests", { conquests: view.conquests })),
  );
  place.replaceChildren(head, ...(bar || []), hand, note || "", earned || "");
}

/** @param {Facts} facts @returns {Node[]} */
function result(facts) {
  const order = [...facts.view.seats].sort((a, b) => a.place - b.place);
  const rows = order.map((seat) => h(
    "tr", { class: seat.place === 1 ? "first" : "" }, h("td", { class: "place" }, String(seat.place)),
    h(
      "th", { scope: "row" }, counter(facts.colour(seat.seat), seat.seat),
      h(
        "span", { class: "play-who" }, h("b", {}, facts.seats.get(seat.seat).name, facts.me === seat.seat && ` (${say("you")})`),
        seat.objective && h("small", {}, board.objectives[seat.objective]?.title ?? ""),
      ),
    ),
    h("td", {}, String(seat.territories)), h("td", { class: "sum" }, seat.half_points === null ? "" : points(seat.half_points)),
  ));
  return [h(
    "table", { class: "play-result" }, h("caption", { class: "unseen" }, say("result")),
    h(
      "thead", {},
      h(
        "tr", {}, h("th", {}, h("span", { class: "unseen" }, say("place_head"))), h("th", {}, say("result")), h("th", {}, say("territories_head")),
        h("th", {}, say("points_head")),
      ),
    ),
    h("tbody", {}, ...rows),
  )];
}

/** The diary, newest turn first. @param {Facts} facts */
export function drawDiary(facts) {
  const shown = facts.table.diary.map((/** @type {any} */ turn) => h(
    "li", {},
    h(
      "p", { class: "play-diary-turn" }, turn.seat ? counter(facts.colour(turn.seat), turn.seat) : icon("dice"),
      h("b", {}, turn.seat ? capital(facts.name(turn.seat)) : say("preparation")),
      h("small", {}, turn.turn ? say("turn_at", { turn: turn.turn, at: hour(turn.at) }) : hour(turn.at)),
    ),
    h("ul", {}, ...turn.lines.map((/** @type {string} */ line) => h("li", {}, line))),
  ));
  const place = element("play-diary"), atTop = place.scrollTop < 20, from = place.scrollTop;
  place.replaceChildren(...shown);
  place.scrollTop = atTop ? 0 : from;
}

/** Lap, end of time, watchers; who holds which continent. @param {Facts} facts */
export function drawFacts(facts) {
  const { view, table } = facts, fact = (/** @type {string} */ code, /** @type {string} */ value) => h("div", {}, h("dt", {}, say(code)), h("dd", {}, value));
  const { laps, minutes_left: minutes } = table.clock;
  element("play-facts").replaceChildren(
    ...(view.turn ? [fact("lap", laps >= view.lap ? say("lap_of", { lap: view.lap, laps }) : String(view.lap))] : []),
    ...(
      view.last_lap ? [fact("time_over", say("last_lap", { lap: view.last_lap }))] : minutes === null || facts.over ? [] : [fact(
        "minutes_left", say("minutes", { minutes: Math.max(0, Math.round(minutes)) }),
      )]
    ),
  );
  const watchers = element("play-watchers");
  watchers.hidden = !table.watchers;
  watchers.replaceChildren(icon("eye"), String(table.watchers), h("span", { class: "unseen" }, say("watching", { watchers: table.watchers })));
  const bonus = new Map(board.continents.map((/** @type {any} */ each) => [each.id, each]));
  element("play-continents").replaceChildren(
    h("caption", { class: "unseen" }, say("continents")),
    h(
      "tbody", {},
      ...table.continents.map(([id, seat]) => h(
        "tr", { class: seat ? "held" : "" }, h("th", { scope: "row" }, bonus.get(id)?.name ?? id),
        h("td", {}, seat && counter(facts.colour(seat), seat), seat && h("span", { class: "unseen" }, facts.name(seat))), h("td", { class: "num" }, `+${bonus.get(id)?.bonus}`),
      )),
    ),
  );
  const cards = view.seats.find((/** @type {any} */ seat) => seat.seat === facts.me)?.card_count;
  const tab = element("play-cards-tab");
  tab.hidden = cards === undefined || cards === null;
  tab.querySelector("span")?.replaceChildren(say("cards", { cards: cards ?? 0 }), facts.table.tris.some((/** @type {any} */ each) => !each.why_not) ? h("b", {}, "tris") : "");
}

/** The board as a table: rows that can be chosen now are buttons that do what a tap on the map does. @param {Facts} facts @param {Set<string> | null} can
 * @param {(id: string) => void} choose */
export function drawTextBoard(facts, can, choose) {
  const place = element("play-table");
  const focus = document.activeElement instanceof HTMLElement && place.contains(document.activeElement) ? document.activeElement.dataset.land : null;
  const owner = (/** @type {string} */ id) => (facts.owner(id) === facts.me && facts.me ? say("you") : facts.seats.get(facts.owner(id) ?? "")?.name ?? "–");
  const row = (/** @type {string} */ id) => h(
    "tr", {}, h("th", { scope: "row" }, can?.has(id) ? h("button", { type: "button", class: "link", "data-land": id, onclick: () => choose(id) }, landName(id)) : landName(id)),
    h("td", {}, owner(id)), h("td", { class: "num" }, String(facts.armies(id))), h("td", {}, facts.goal.has(id) ? say("yes") : ""),
    h("td", {}, board.lands[id].near.map((/** @type {string} */ near) => `${landName(near)} (${owner(near)} ${facts.armies(near)})`).join(", ")),
  );
  place.replaceChildren(
    h("caption", { class: "unseen" }, say("text_board")),
    h("thead", {}, h("tr", {}, ...["land_head", "owner_head", "armies_long", "goal_head", "near_head"].map((code) => h("th", { scope: "col" }, say(code))))),
    ...landsByContinent.map((/** @type {any} */ continent) => h(
      "tbody", {}, h("tr", {}, h("th", { scope: "rowgroup", colspan: 5 }, `${continent.name} +${continent.bonus}`)), ...continent.lands.map(row),
    )),
  );
  if (focus) /** @type {HTMLElement | null} */ (place.querySelector(`[data-land="${focus}"]`))?.focus();
}

/** Fixed phrases, what was said, and what a seat may ask. @param {Facts} facts @param {(command: string, fields: Record<string, string>) => void} ask */
export function drawMore(facts, ask) {
  const { table } = facts, at = document.activeElement;
  if (at instanceof HTMLInputElement && element("play-more").contains(at)) return;
  const said = table.talk.slice(-8).map((/** @type {any} */ line) => h("li", {}, h("b", {}, table.players[line.chair]?.name ?? ""), " ", line.text));
  const phrases = table.phrases.map((/** @type {string[]} */ [code, words]) => h(
    "button", { type: "button", class: "chip", onclick: () => ask("parla", { frase: code }) }, words,
  ));
  const parts = [said.length && h("ul", { class: "play-talk", "aria-label": say("talk") }, ...said), phrases.length && h("div", { class: "chips" }, ...phrases)];
  if (table.terms.free_talk && facts.isSeated) {
    const box = /** @type {HTMLInputElement} */ (h("input", { class: "box", maxlength: 200, "aria-label": say("free_talk") }));
    parts.push(h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (box.value.trim()) ask("parla", { testo: box.value.trim() }); box.value = ""; box.blur(); },
      },
      box, h("button", { class: "button" }, say("send")),
    ));
  }
  if (facts.isSeated && !facts.over) {
    const sure = (/** @type {string} */ code, /** @type {string} */ command) => h(
      "details", { class: "ask-first" }, h("summary", { class: "button" }, say(code)),
      h("div", { class: "panel" }, h("p", {}, say(`${code}_ask`)), h("button", { type: "button", class: "button primary", onclick: () => ask(command, {}) }, say(`${code}_yes`))),
    );
    parts.push(
      h(
        "div", { class: "row" },
        table.state === "stopped" && table.stopped_because !== "no_people" ? h(
          "button", { type: "button", class: "button", onclick: () => ask("riparti", {}) }, icon("play"), say("resume"),
        ) : h("button", { type: "button", class: "button", onclick: () => ask("ferma", {}) }, icon("stop"), say("stop")),
      ),
      facts.isPlaying && sure("withdraw", "lascia"), sure("abandon", "chiudi"),
    );
  }
  element("play-more").replaceChildren(.../** @type {Node[]} */ (parts.filter(Boolean)));
}

/** Labels of all territories. @param {Facts} facts */
export const labelsOf = (facts) => new Map([...facts.lands.keys()].map((id) => [id, landLabel(facts, id)]));
