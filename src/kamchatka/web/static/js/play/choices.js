// What the server offers, grouped by what a hand would do on the map. Each choice is a line of notation with a range.
// @ts-check

/** @typedef {{ action: string, least: number, most: number }} Choice */
/** @typedef {Choice & { source: string, target: string, win?: number | null, losses?: number[] | null, proposed?: boolean, suggested?: number | null }} Route */

/** The line with another number. @param {Choice} choice @param {number} number */
export const withNumber = (choice, number) => choice.action.replace(/\d+$/, String(number));

/** @param {Choice[]} choices @param {Route[]} attacks the same attacks, with what the table tells about them */
export function grouped(choices, attacks) {
  const found = {
    /** @type {Map<string, Choice>} */ places: new Map(), /** @type {Map<string, Choice>} */ backs: new Map(), /** @type {Map<string, Choice>} */ picks: new Map(),
    /** @type {Choice[]} */
    colours: [], /** @type {Choice[]} */ strips: [], /** @type {Choice[]} */ tris: [], /** @type {Route[]} */ attacks: [], /** @type {Route[]} */ moves: [],
    /** @type {Record<string, Choice>} */ only: {},
  };
  for (const choice of choices) {
    const [verb, ...rest] = choice.action.split(" ");
    if (verb === "rinforza" || verb === "schiera") found.places.set(rest[0], choice);
    else if (verb === "riprende" && rest.length === 2 && rest[0] !== "lo") found.backs.set(rest[0], choice);
    else if (verb === "sceglie") found.picks.set(rest[0], choice);
    else if (choice.action.startsWith("prende il colore")) found.colours.push(choice);
    else if (verb === "dichiara") found.strips.push(choice);
    else if (verb === "gioca") found.tris.push(choice);
    else if (verb === "attacca") found.attacks.push(attacks.find((each) => each.action === choice.action) ?? { ...choice, source: rest[0], target: rest[2] });
    else if (verb === "sposta") found.moves.push({ ...choice, source: rest[0], target: rest[2] });
    else found.only[
      verb === "passa" && rest.length ? "card" : verb === "riprende" ? "undo" : choice.action.startsWith("prende la carta") ? "late" : verb === "non" ? "waive" : verb
    ] = choice;
  }
  return found;
}

/** @typedef {ReturnType<typeof grouped>} Offers */
