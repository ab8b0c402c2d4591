// A recorded game: moving through its steps by buttons, slider, keys, charts or autoplay.
// The server makes everything shown; this script only inserts it.
// @ts-check

import { drawMap, drawSeats, drawTable, prepareGoals } from "./replay-draw.js";
import { prepareLink } from "./replay-link.js";

const element = (/** @type {string} */ id) => document.getElementById(id);
const page = element("partita");
const last = Number(page.dataset.last);
const state = { number: Number(page.dataset.number), timer: 0, told: 0 };
const panel = element("passo");
const count = element("passo-conto");
const play = element("avvia");
const slider = element("cursore");
const turnChoice = element("turno");
const charts = [...page.querySelectorAll(".lines")];
const link = prepareLink(element);

/** Full boards and seats for every step, rebuilt from the changes at each step. */
function unrolled(data) {
  let owner = [], armies = [], seats = [], turn = -1;
  return data.steps.map((step) => {
    if (step.map) {
      owner = owner.slice();
      armies = armies.slice();
      for (const [land, who, number] of step.map) {
        owner[land] = who;
        armies[land] = number;
      }
    }
    if (step.seats) {
      seats = seats.slice();
      for (const [seat, ...numbers] of step.seats) seats[seat] = numbers;
    }
    if (step.turn !== undefined) turn = step.turn;
    return { owner, armies, seats, turn, html: step.html, marked: step.marked ?? [], arrow: step.arrow ?? null };
  });
}

function begin(data) {
  const steps = unrolled(data);
  const turns = data.turns;
  const goals = prepareGoals(page);

  function show(number, { quiet = false } = {}) {
    state.number = Math.min(Math.max(number, 0), last);
    const step = steps[state.number];
    panel.setAttribute("aria-live", state.timer ? "off" : "polite");
    panel.innerHTML = step.html;
    count.textContent = count.dataset.words.replace("{number}", state.number).replace("{last}", last);
    drawMap(element("map"), data, step, goals.lands());
    drawSeats(page, step);
    drawTable(element("in-tabella"), data, step);
    slider.value = String(state.number);
    slider.setAttribute("aria-valuetext", count.textContent);
    turnChoice.value = String(turnAt(state.number));
    for (const chart of charts) moveCursor(chart);
    for (const [code, target] of Object.entries(targets())) {
      const control = page.querySelector(`[data-go="${code}"]`);
      control.href = `?passo=${target}`;
      control.setAttribute("aria-disabled", String(target === state.number));
    }
    if (!quiet) tellAddress();
  }

  const turnAt = (number) => turns.findLast((step) => step <= number);

  function targets() {
    const { number } = state;
    return {
      first: 0,
      previous_turn: turns.findLast((step) => step < number) ?? 0,
      previous: Math.max(number - 1, 0),
      next: Math.min(number + 1, last),
      next_turn: turns.find((step) => step > number) ?? last,
      last,
    };
  }

  /** Update the address, but not at every step of a fast autoplay: browsers limit how often it may change. */
  function tellAddress() {
    clearTimeout(state.told);
    state.told = setTimeout(() => {
      history.replaceState(null, "", `?passo=${state.number}`);
      link.refresh();
    }, state.timer ? 700 : 120);
  }

  function moveCursor(chart) {
    const left = Number(chart.dataset.left), right = Number(chart.dataset.right);
    const x = left + ((right - left) * state.number) / Math.max(last, 1);
    chart.querySelector(".cursor").setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
  }

  function stop() {
    clearTimeout(state.timer);
    state.timer = 0;
    play.classList.remove("playing");
    play.querySelector(".unseen").textContent = play.title = play.dataset.play;
    panel.setAttribute("aria-live", "polite");
  }

  function start() {
    if (state.number === last) show(0);
    play.classList.add("playing");
    play.querySelector(".unseen").textContent = play.title = play.dataset.pause;
    const tick = () => {
      show(state.number + 1);
      if (state.number < last) state.timer = setTimeout(tick, Number(element("velocita").value));
      else stop();
    };
    state.timer = setTimeout(tick, Math.min(400, Number(element("velocita").value)));
  }

  const toggle = () => (state.timer ? stop() : start());
  const go = (number) => {
    stop();
    show(number);
  };

  page.addEventListener("click", (event) => {
    const control = event.target.closest("[data-go]");
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(targets()[control.dataset.go]);
  });
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));
  turnChoice.addEventListener("change", () => go(Number(turnChoice.value)));
  for (const chart of charts) {
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
      const left = Number(chart.dataset.left), right = Number(chart.dataset.right);
      go(Math.round(((x - left) / (right - left)) * last));
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = event.target instanceof Element ? event.target : document.body;
    // Form fields keep their keys; the slider's arrows already move one step.
    if (at.closest("input:not([type=range]), select, textarea")) return;
    if (event.key === " ") {
      if (at.closest("button, a, summary")) return;
      event.preventDefault();
      toggle();
      return;
    }
    const keys = event.shiftKey
      ? { ArrowLeft: "previous_turn", ArrowRight: "next_turn" }
      : { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
    const code = keys[event.key];
    if (!code || (at === slider && !event.shiftKey)) return;
    event.preventDefault();
    go(targets()[code]);
  });
  goals.onChange(() => show(state.number, { quiet: true }));
  element("in-tabella").addEventListener("toggle", () => drawTable(element("in-tabella"), data, steps[state.number]));

  page.classList.add("scripted");
  play.title = play.dataset.play;
  element("vai").hidden = true;
  for (const shown of page.querySelectorAll(".slider, .speed, .keys, #avvia, #zoom")) shown.hidden = false;
  // A shared address may name a step that does not exist.
  const asked = new URLSearchParams(location.search).get("passo");
  show(state.number, { quiet: asked === null || asked === String(state.number) });
}

element("zoom").addEventListener("click", () => {
  const button = element("zoom");
  const zoomed = element("map-frame").classList.toggle("zoomed");
  button.setAttribute("aria-pressed", String(zoomed));
  button.textContent = zoomed ? button.dataset.out : button.dataset.in;
  if (!zoomed) return;
  const frame = element("map-frame");
  frame.scrollIntoView({ block: "nearest" });
  page.querySelector("#arrows path, #marks path")?.scrollIntoView({ block: "nearest", inline: "center" });
});

try {
  const answer = await fetch(page.dataset.steps);
  if (!answer.ok) throw new Error(String(answer.status));
  begin(await answer.json());
} catch (error) {
  // If the steps cannot be loaded, the links between them still work.
  element("guasto").hidden = false;
  console.warn(error);
}
