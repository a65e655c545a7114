// Plays what happened scene by scene, with the buttons of a replay; motion-drawing.js draws it. A click ends the show and counts.
import {
  MOTIONS, animate, bar, chart, comeBack, far, home, lies, nameOf, named, newRun, offset, pieces, put, runs, show, showNow, still,
} from "./motion-drawing.js";
const LONGEST = 14000;
const stage = () => document.querySelector("[data-number]");
const number = () => Number(stage()?.dataset.number ?? -1);
let [shown, before] = [number(), new Map()];

// -- scenes, one after the other -----------------------------------------------------------------------
const moves = (scene) => scene.motions.filter((motion) => motion.do === "move");
const isLastMove = (motion) => show.list.flatMap(moves).findLast((other) => other.who === motion.who) === motion;
const reading = ({ say }) => (say ? Math.min(1900, 500 + 14 * say.length) : 0);

/** Put every piece where it was before the scene of that index. */
function pose(index) {
  const left = new Map(show.list.flatMap(moves).map(({ who }) => [who, 0]));
  show.where.clear();
  show.list.forEach((scene, place) => moves(scene).forEach(({ who, way }) => {
    if (place < index) show.where.set(who, way.at(-1));
    else {
      left.set(who, 1);
      if (!show.where.has(who)) show.where.set(who, show.from.get(who) ?? (way.length > 1 ? way[0] : undefined));
    }
  }));
  for (const [who, isLeft] of left) {
    if (!isLeft || !show.where.get(who)) show.where.delete(who);
    put(named(who), show.where.get(who));
  }
}

async function perform(scene, turn) {
  caption(scene);
  const pause = animate(bar(), [{ opacity: 1 }, { opacity: 1 }], reading(scene));
  pause.catch(() => {}); // a click may end both at once
  for (const motion of scene.motions) {
    if (turn === runs) await MOTIONS[motion.do]?.(motion, motion.do === "move" && isLastMove(motion));
  }
  await pause;
}

/** Show the scenes from this one on; `only`: just this one. */
async function run(from, only = false) {
  const turn = newRun();
  halt();
  show.at = from;
  show.isPaused = only || still.matches;
  show.isRunning = true;
  pose(from);
  try {
    do {
      bar();
      buttons(true);
      await perform(show.list[show.at], turn);
      if (turn !== runs) return;
      show.at += 1;
    } while (!show.isPaused && show.at < show.list.length);
    show.isRunning = false;
    if (!show.isPaused) finish();
    else buttons();
  } catch (error) {
    if (turn === runs) finish();
    if (error.name !== "AbortError") throw error;
  }
}

/** End all that moves just now; what waits for it ends too. */
function halt() {
  const layers = [document.querySelector(".motion-ink"), document.querySelector(".motion-bar"), ...pieces()];
  for (const element of layers) element?.getAnimations({ subtree: true }).forEach((motion) => motion.cancel());
  document.querySelector(".motion-ink")?.replaceChildren();
  document.querySelectorAll(".motion-card").forEach((card) => card.remove());
}

/** Nothing moves any more: film.js may go on. */
const over = () => document.dispatchEvent(new Event("motion:over"));

function finish() {
  if (!show) return;
  newRun();
  halt();
  document.querySelectorAll(".motion-ink, .motion-bar").forEach((layer) => layer.remove());
  document.body.classList.remove("is-moving");
  for (const piece of pieces()) piece.removeAttribute("style");
  comeBack(show.home);
  showNow(null);
  over();
}

/** Much that happened is shown faster. */
function pace(scenes) {
  const long = scenes.reduce((sum, scene) => sum + Math.max(reading(scene), 900 * scene.motions.length), 0);
  return Math.max(0.35, Math.min(1, LONGEST / long));
}

/** Show scenes, after those that are running. `isReplay`: with buttons to step through. */
function begin(scenes, { from = new Map(), isReplay = false, isAsked = false } = {}) {
  if (!scenes.length || !chart() || (still.matches && !isAsked)) return over();
  if (show && !isReplay) {
    show.list.push(...scenes);
    show.pace = pace(show.list.slice(show.at));
    return;
  }
  finish();
  showNow({ list: [...scenes], at: 0, where: new Map(), from, isReplay, isAsked, home: home(), pace: pace(scenes), isPaused: false });
  document.body.classList.add("is-moving");
  run(0, isAsked && still.matches);
}
// -- the sentence, and the buttons of a replay -----------------------------------------------------------
/** Screen readers hear these sentences only in a replay that was asked for; else the lists beside the board. */
function caption(scene) {
  const said = bar().querySelector(".motion-said");
  said.textContent = scene.say;
  said.setAttribute(...(show.isAsked ? ["aria-live", "polite"] : ["aria-hidden", "true"]));
}

function buttons(isPlaying = !show.isPaused) {
  const [back, pause, next] = document.querySelectorAll("[data-motion]");
  if (!back) return;
  const done = isPlaying ? show.at + 1 : show.at;
  back.disabled = show.at < 1;
  next.disabled = show.at >= show.list.length;
  pause.textContent = show.isPaused ? "Play" : "Pause";
  pause.disabled = still.matches || show.at >= show.list.length;
  bar().querySelector(".motion-steps").dataset.of = `${Math.min(done, show.list.length)} of ${show.list.length}`;
}

/** The scene that is shown, or was shown last. */
const seen = () => (show.isRunning ? show.at : show.at - 1);

const PRESSED = {
  back: () => run(Math.max(0, seen() - 1), true),
  next: () => run(Math.min(show.list.length - 1, seen() + 1), true),
  pause: () => (show.isPaused ? run(show.at) : hold()),
  skip: finish,
};

function hold() {
  newRun();
  halt();
  pose(show.at);
  [show.isPaused, show.isRunning] = [true, false];
  buttons();
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-motion]");
  if (pressed && show) PRESSED[pressed.dataset.motion]();
  else if (event.target.closest("[data-replay]")) replay(event.target.closest("[data-replay]"), -1, true);
  else if (!event.target.closest(".motion-bar")) finish();
}, true);
document.addEventListener("keydown", ({ key }) => key === "Escape" && finish());

// -- where scenes come from --------------------------------------------------------------------------------
const KEY = `shown ${location.pathname}`;
/** The newest move of this table that this browser has shown. */
function kept(use) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
const remember = () => kept((store) => store.setItem(KEY, shown));
const remembered = () => Number(kept((store) => store.getItem(KEY)) ?? -1);

async function replay(button, after, isAsked) {
  const answer = await fetch(button.dataset.replay, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { scenes } = await answer.json();
  shown = Math.max(shown, ...scenes.map((scene) => scene.number)); // bots may have moved on since the page was made
  begin(scenes.filter((scene) => scene.number > after), { isReplay: true, isAsked });
}

const given = () => JSON.parse(stage().dataset.scenes ?? "[]");

/** Pieces moved without a scene (by undo, by a stop on the way) glide there. */
function glide(told) {
  for (const piece of pieces()) {
    const was = before.get(nameOf(piece));
    if (!was || told.has(nameOf(piece)) || far(was, lies(piece)) < 1 || still.matches) continue;
    piece.animate([{ translate: offset(piece, was) }, { translate: "0px 0px" }], { duration: 450, easing: "ease-in-out" });
  }
}

document.addEventListener("htmx:before:swap", () => {
  before = new Map(pieces().map((piece) => [nameOf(piece), show?.where.get(nameOf(piece)) ?? lies(piece)]));
});
document.addEventListener("table:drawn", () => {
  const scenes = given().filter((scene) => scene.number > shown);
  shown = number();
  remember();
  const wasShowing = show !== null;
  begin(scenes, { from: before });
  if (show) show.home = home();
  if (!wasShowing) return glide(new Set(scenes.flatMap(moves).map(({ who }) => who)));
  pose(show.at);
  caption(show.list[show.at] ?? { say: "" });
  buttons();
});

const button = document.querySelector("[data-replay]");
if (document.querySelector("#live")) {
  if (button && remembered() < shown && !still.matches && !("step" in stage().dataset)) replay(button, remembered(), false);
  remember();
} else if (stage()) {
  begin(given());
}
