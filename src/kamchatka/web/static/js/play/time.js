// The clock of a turn: counts on between envelopes, shows the reserve when the turn is used up, speaks at 30 and 10 seconds.
// @ts-check

import { face, say } from "./make.js";

const SPOKEN = [30, 10], LOW = 15_000;

/** @param {(seconds: number) => void} speak only for the one whose time it is */
export function clock(speak) {
  let ahead = 0, ends = 0, turnEnds = 0, turn = 0, isRunning = false, isMine = false, hasClock = false, whose = "";
  /** @type {Set<number>} */
  const spoken = new Set();

  function tick() {
    const now = Date.now() + ahead, left = ends - now, inTurn = turnEnds - now, isReserve = inTurn <= 0;
    for (const each of document.querySelectorAll("[data-timer]")) {
      const place = /** @type {HTMLElement} */ (each), time = place.querySelector("time"), bar = place.querySelector("progress");
      const said = isReserve ? `${say("reserve")} ${face(left)}` : face(inTurn);
      place.hidden = !hasClock;
      if (!hasClock || !time) continue;
      if (time.textContent !== said) time.textContent = said;
      if (bar) bar.value = isReserve ? 0 : Math.min(100, (100 * inTurn) / Math.max(1, turn));
      place.classList.toggle("low", isMine && left < LOW);
      place.classList.toggle("reserve", isReserve);
    }
    if (!isRunning || !isMine || !hasClock) return;
    for (const seconds of SPOKEN) if (left <= seconds * 1000 && left > (seconds - 2) * 1000 && !spoken.has(seconds)) { spoken.add(seconds); speak(seconds); }
  }
  setInterval(() => { if (isRunning) tick(); }, 250);

  return {
    /** @param {import("./facts.js").Facts} facts */
    take(facts) {
      const { clock: told, terms } = facts.table, now = Date.parse(told.server_now);
      ahead = now - Date.now();
      hasClock = told.turn_left !== null && !facts.over;
      isRunning = told.running;
      isMine = told.seat !== null && told.seat === facts.me;
      turn = terms.turn_seconds * 1000;
      turnEnds = now + (told.turn_left ?? 0) * 1000;
      ends = told.expires_at ? Date.parse(told.expires_at) : turnEnds;
      if (whose !== `${told.seat} ${facts.view.turn}`) { whose = `${told.seat} ${facts.view.turn}`; spoken.clear(); }
      tick();
    },
  };
}
