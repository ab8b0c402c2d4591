// The connection of a table: one stream, and actions kept in this browser until the server has answered them.
// @ts-check

import { element, say } from "./make.js";

const AGAIN_AFTER = 1500, PATIENCE = 12000, QUIET = 1500;
const at = element("tavolo").dataset, address = at.address ?? "", KEPT = `kamchatka-unsent ${address}`, SEEN = `kamchatka-seen ${address}`;
/** @typedef {{ id: string, version: number, actions: string[], until: string | null }} Sent */

/** What this device showed last, to tell what happened since. */
export const seen = {
  get: () => { try { return Number(localStorage.getItem(SEEN) ?? 0); } catch { return 0; } },
  set: (/** @type {number} */ version) => { try { localStorage.setItem(SEEN, String(version)); } catch { /* a browser that keeps nothing */ } },
};

/** A request id; plain http has no randomUUID. */
export const newId = () => `c-${[...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("")}`;

/** @param {{ took: (envelope: any) => void, refused: (refusal: any) => void, waits: (isUnsent: boolean) => void, cut: (isCut: boolean) => void }} page */
export function connect(page) {
  /** @type {EventSource | null} */
  let stream = null;
  /** @type {number | undefined} */
  let lost;
  /** @type {Sent | null} */
  let unsent = null;
  let sending = false, again = 0;
  try { unsent = JSON.parse(sessionStorage.getItem(KEPT) ?? "null"); } catch { /* as if there were none */ }

  const keep = (/** @type {Sent | null} */ action) => {
    unsent = action;
    try { if (action) sessionStorage.setItem(KEPT, JSON.stringify(action)); else sessionStorage.removeItem(KEPT); } catch { /* it is kept in memory */ }
  };

  function follow() {
    if (stream || document.hidden) return;
    stream = new EventSource(`${at.stream}${seen.get() ? `?visto=${seen.get()}` : ""}`);
    stream.addEventListener("table", (event) => page.took(JSON.parse(event.data)));
    stream.onopen = () => { clearTimeout(lost); lost = undefined; page.cut(false); flush(); };
    stream.onerror = () => {
      lost ??= setTimeout(() => page.cut(true), QUIET);
      if (stream?.readyState === EventSource.CLOSED) { stream = null; setTimeout(follow, AGAIN_AFTER); }
    };
  }

  /** Send what waits; without an answer it is tried again with the same id, so that it counts once. */
  async function flush() {
    if (sending || !unsent) return;
    sending = true;
    clearTimeout(again);
    const action = unsent;
    try {
      const answer = await fetch(
        `${address}/mosse`,
        { method: "POST", body: JSON.stringify(action), headers: { "content-type": "application/json", accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) },
      );
      if (answer.status >= 500) throw new Error(String(answer.status));
      if (answer.status === 429) throw new Error("429");
      const data = await answer.json();
      keep(null);
      page.waits(false);
      if (answer.ok) page.took(data);
      else {
        if (data.envelope?.view) page.took(data.envelope);
        page.refused(data);
      }
    } catch {
      page.waits(true);
      again = setTimeout(flush, AGAIN_AFTER);
    } finally {
      sending = false;
    }
  }

  // A hidden page holds no stream: browsers allow six for a host.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { stream?.close(); stream = null; } else { follow(); flush(); }
  });
  for (const name of ["online", "pageshow", "focus"]) addEventListener(name, () => flush());
  follow();
  if (unsent) flush();

  return {
    /** @param {number} version @param {string[]} actions @param {string | null} until */
    send(version, actions, until = null) {
      if (unsent) return false;
      keep({ id: newId(), version, actions, until });
      flush();
      return true;
    },
    /** A command of the seat, such as a phrase. @param {string} command @param {Record<string, string>} fields */
    async ask(command, fields) {
      try {
        const answer = await fetch(
          `${address}/fai/${command}`, { method: "POST", body: new URLSearchParams({ ...fields, azione: newId() }), headers: { accept: "application/json" } },
        );
        const data = await answer.json();
        if (answer.ok && data.view !== undefined) page.took(data);
        else if (!answer.ok) page.refused(data);
      } catch {
        page.refused({ code: "offline", message: say("not_sent"), clause: "" });
      }
    },
    isBusy: () => unsent !== null,
  };
}
