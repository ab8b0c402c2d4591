// What this device saw of a table's dice: the promise, when, and the word that was written here.
// @ts-check

/** @typedef {{ commitment: string, seen: number, word: string }} Memory */

const key = (/** @type {string} */ table) => `dadi ${table}`;

/** @param {string} table @param {Partial<Memory>} what The first promise seen stays; a later one is only compared. */
export function remember(table, what) {
  try {
    const known = recall(table);
    const first = known && { commitment: known.commitment, seen: known.seen };
    localStorage.setItem(key(table), JSON.stringify({ seen: Date.now(), ...known, ...what, ...first }));
  } catch (error) {
    console.info("this browser keeps nothing", error);
  }
}

/** @param {string} table @returns {Memory | null} */
export function recall(table) {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? "null");
  } catch (error) {
    return null;
  }
}
