// Everything by keyboard. Fields keep their keys; buttons keep Enter and Space.
// @ts-check

import { element, h, say } from "./make.js";
import { focused, walk } from "./map.js";

/** Keys as they are listed, with the code of their words. @type {[string, string][]} */
const LIST = [
  ["← → ↑ ↓", "walk"], ["Enter", "primary"], ["1 … 9", "number"], ["+ −", "by_one"], ["F", "finish"], ["S", "move"], ["P", "pass"], ["Ctrl+Z", "back"], ["Esc", "stop"],
  ["N", "names"], ["O", "goal"], ["T", "table"], ["D", "diary"], ["R", "replay"], ["?", "all"],
];

/** @param {{ command: () => import("./command.js").Command, press: (button: import("./command.js").Button | null) => void, tap: (id: string) => void, open: (name: string) => void, number: (digit: number) => void, by: (step: number) => void,
 *   stop: () => void, names: () => boolean, goal: () => boolean, replay: () => void, skip: () => boolean }} page */
export function listen(page) {
  element("play-key-list").append(...LIST.flatMap(([key, code]) => [
    h("dt", {}, ...key.split(" ").map((each) => (each === "…" ? " … " : h("kbd", {}, each === "Enter" ? say("enter_key") : each)))), h("dd", {}, say(`key_${code}`)),
  ]));
  const other = (/** @type {string} */ key) => page.command().others.find((each) => each.key === key) ?? null;
  const toggle = (/** @type {string} */ key, /** @type {() => boolean} */ change) => {
    const button = h("button", { type: "button", "aria-pressed": key === "O" }, h("kbd", {}, key), ` ${say(`key_${key === "N" ? "names" : "goal"}`)}`);
    button.addEventListener("click", () => button.setAttribute("aria-pressed", String(change())));
    return button;
  };
  const names = toggle("N", page.names), goal = toggle("O", page.goal);
  const opens = (/** @type {string} */ key, /** @type {string} */ sheet, /** @type {string} */ code) => h(
    "button", { type: "button", "data-open-sheet": sheet }, h("kbd", {}, key), ` ${say(code)}`,
  );
  element("play-keys").append(
    ...[LIST[0], LIST[2]].map(([key, code]) => h(
      "span", {}, ...key.split(" ").map((each) => (each === "…" ? "…" : h("kbd", {}, each === "Enter" ? say("enter_key") : each))), ` ${say(`key_${code}`)}`,
    )),
    h("span", { class: "play-toggles" }, names, goal, opens("T", "table", "key_table"), opens("?", "keys", "key_all")),
  );

  /** @param {KeyboardEvent} event @param {Element} at */
  function handled(event, at) {
    const { key } = event, command = page.command();
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") { page.press(other("back") ?? other("undo")); return true; }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === "Escape") { page.stop(); return true; }
    if (page.skip()) return key !== "Tab";
    if (at.closest("button, a, summary") && (key === "Enter" || key === " ")) return false;
    if (key.startsWith("Arrow")) {
      if (at.closest(".play-diary, .play-drawer, [role=table], .play-more")) return false;
      walk(key);
      return true;
    }
    if (key === "Enter" || key === " ") {
      const here = focused(), isChosen = command.chosen.some(([id]) => id === here);
      if (here && !isChosen && command.tap(here)) page.tap(here);
      else if (key === "Enter") page.press(command.primary ?? (command.others.length === 1 ? command.others[0] : null));
      else return Boolean(here);
      return true;
    }
    if (/^[0-9]$/.test(key)) { page.number(Number(key)); return true; }
    if (key === "+" || key === "-") { page.by(key === "+" ? 1 : -1); return true; }
    const letters = /** @type {Record<string, () => void>} */ ({
      f: () => page.press(other("finish") ?? other("most")), s: () => page.press(other("move")),
      p: () => page.press(other("pass") ?? (command.primary?.key === "go" && command.phase === "moved" ? command.primary : null)), n: () => names.click(), o: () => goal.click(),
      t: () => page.open("table"), d: () => { page.open("diary"); element("play-diary").focus(); }, r: page.replay, "?": () => page.open("keys"),
    });
    const does = letters[key.toLowerCase()];
    does?.();
    return Boolean(does);
  }
  document.addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest("input:not([type=range]), select, textarea") || (event.repeat && !event.key.startsWith("Arrow"))) return;
    if (at instanceof HTMLInputElement && event.key.startsWith("Arrow")) return;
    if (handled(event, at)) event.preventDefault();
  });
}
