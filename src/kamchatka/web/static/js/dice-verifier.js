// Recomputes every die and every card of a fair game from its record (JSON), as docs/fair-dice.md says. Nothing but
// arithmetic: browsers offer no crypto.subtle over plain http.
// @ts-check

/** @typedef {{ luck: number, kind: string, dice?: number[], among?: number, numbers: number[] }} LuckEntry */
/** @typedef {{ source: string, commitment: string, entropy: string[], secret: string | null }} Promised */
/** @typedef {{ table: string, players: string[], luck: Promised, entries: any[] }} GameRecord */
/** @typedef {{ code: string, number?: number, found?: any, right?: any }} Wrong */

const ROUND = /** @type {number[]} */ ([]);
const START = /** @type {number[]} */ ([]);
// The constants of SHA-256: the first 32 bits of the fractions of roots of primes, square roots of 8, cube roots of 64.
const fraction = (/** @type {number} */ x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
for (let n = 2; ROUND.length < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
  if (!prime) continue;
  if (START.length < 8) START.push(fraction(Math.sqrt(n)));
  ROUND.push(fraction(Math.cbrt(n)));
}

const turned = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 4, bytes.length * 8);
  const hash = Int32Array.from(START), w = new Int32Array(64);
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const t2 = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { hash[i] += x; });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((x, i) => out.setInt32(4 * i, x));
  return new Uint8Array(out.buffer);
}

const joined = (/** @type {Uint8Array[]} */ ...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const number = (/** @type {number} */ n, /** @type {number} */ size) =>
  Uint8Array.from({ length: size }, (_, i) => Math.floor(n / 256 ** (size - 1 - i)) % 256);
const unhex = (/** @type {string} */ text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (/** @type {Uint8Array} */ bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} key @param {Uint8Array} message */
export function hmac(key, message) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

/** The numbers of one request: `count` of them, from 0 to sides - 1.
 * @param {Uint8Array} key @param {number} luck @param {number} sides @param {number} count */
function numbersOf(key, luck, sides, count) {
  const found = /** @type {number[]} */ ([]);
  for (let block = 0; found.length < count; block++) {
    for (const byte of hmac(key, joined(number(luck, 8), number(block, 4)))) {
      if (byte < 256 - (256 % sides)) found.push(byte % sides);
    }
  }
  return found.slice(0, count);
}

/** How many requests come out as recorded, and the first thing that does not.
 * @param {GameRecord} record @returns {{ right: number, total: number, wrong: Wrong | null }} */
export function verify(record) {
  const { table, players, luck: promised } = record;
  const asked = /** @type {LuckEntry[]} */ (record.entries.filter((entry) => "luck" in entry));
  const total = asked.length;
  const stop = (/** @type {Wrong} */ wrong, right = 0) => ({ right, total, wrong });
  if (promised.source !== "fair") return stop({ code: "not_fair" });
  if (promised.entropy.length !== players.length) return stop({ code: "chairs" });
  if (promised.secret === null) return stop({ code: "untold" });
  const secret = unhex(promised.secret);
  if (hex(sha256(secret)) !== promised.commitment) return stop({ code: "commitment" });
  const parts = [new TextEncoder().encode(table), ...promised.entropy.map(unhex)];
  const key = hmac(secret, joined(...parts.flatMap((part) => [number(part.length, 4), part])));
  for (const [at, entry] of asked.entries()) {
    if (entry.luck !== at) return stop({ code: "gap", number: at, found: entry.luck }, at);
    const dice = (entry.dice ?? []).reduce((sum, side) => sum + side, 0);
    const sides = dice ? 6 : entry.among ?? 0, count = dice || 1;
    if (!(sides >= 1 && sides <= 256) || entry.numbers.length !== count) return stop({ code: "request", number: at }, at);
    const right = numbersOf(key, at, sides, count).map((value) => value + (dice ? 1 : 0));
    if (right.join() !== entry.numbers.join()) return stop({ code: "luck", number: at, found: entry.numbers, right }, at);
  }
  return { right: total, total, wrong: null };
}
