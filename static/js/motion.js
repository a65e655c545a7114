// What happened is shown moving: ships sail, dice fall, cards turn up, goods change hands. The server says what (games/kit/motion.py);
// here are only the kinds of motions and the pieces of the drawing. The page below is always the newest: a click ends the show and counts.
const LONGEST = 14000;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const stage = () => document.querySelector("[data-number]");
const chart = () => document.querySelector(".board-sheet .chart");
const number = () => Number(stage()?.dataset.number ?? -1);
let [shown, show, runs, before] = [number(), null, 0, new Map()];

// -- pieces and points -------------------------------------------------------------------------------
const named = (name) => chart()?.querySelector(`[data-${name.replace("-", '="')}"]`);
/** Where the drawing has a piece: its first transformation is a translation. */
const lies = (piece) => (({ e, f }) => [e, f])(piece.transform.baseVal.getItem(0).matrix);
const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
const offset = (piece, [x, y]) => (([u, v]) => `${x - u}px ${y - v}px`)(lies(piece));

function put(piece, point) {
  if (piece && point) piece.style.translate = offset(piece, point);
  else piece?.removeAttribute("style");
}

/** The point of a spot: of a piece where it is shown just now. */
function at(spot) {
  const piece = typeof spot === "string" && named(spot);
  return piece === false ? spot : (show?.where.get(spot) ?? (piece && lies(piece)));
}

const pieces = () => [...(chart()?.querySelectorAll("[data-ship], [data-monster]") ?? [])];
const nameOf = ({ dataset }) => ("ship" in dataset ? `ship-${dataset.ship}` : `monster-${dataset.monster}`);

// -- drawing -----------------------------------------------------------------------------------------
function svg(tag, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

function html(tag, name, ...inside) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...inside);
  return made;
}

/** The sheet over the chart on which motions are drawn, in the units of the chart. */
function ink() {
  const sheet = document.querySelector(".board-sheet");
  const found = sheet.querySelector(".motion-ink");
  if (found) return found;
  const made = svg("svg", { class: "motion-ink", viewBox: chart().getAttribute("viewBox"), "aria-hidden": "true" });
  sheet.append(made);
  return made;
}

const unit = () => chart().viewBox.baseVal.width / 300;
const putAt = ([x, y], size = 1) => `translate(${x}px,${y}px) scale(${size})`;

function symbol(key) {
  if (document.getElementById(`sea-${key}`)) return svg("use", { href: `#sea-${key}` });
  return svg("rect", { class: "motion-crew", x: -4, y: -5, width: 8, height: 10, rx: 1.2 });
}

/** The middle of what one sees of the chart: a phone may look closer at a part of it. */
function seenMiddle() {
  const { x, y, width, height } = view().getBoundingClientRect();
  const point = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(ink().getScreenCTM().inverse());
  return [point.x, point.y];
}

/** A phone looks closer at a part of the chart: that part follows what moves, until one pushes it oneself, and comes back at the end. */
const view = () => document.querySelector(".board-window");
function follow(point) {
  const { left, top, width, height } = view().getBoundingClientRect();
  if (!point || !show.home || view().scrollWidth <= width + 1) return;
  const place = new DOMPoint(...point).matrixTransform(ink().getScreenCTM());
  const [x, y] = [place.x - left - width / 2, place.y - top - height / 2];
  if (Math.max(Math.abs(x) / width, Math.abs(y) / height) > 0.35) view().scrollBy({ left: x, top: y, behavior: "smooth" });
}
/** Where it is scrolling back to: what begins meanwhile comes back there, too. */
let goal = null;
addEventListener("scrollend", () => (goal = null), true);
addEventListener("touchmove", () => {
  goal = null;
  if (show) show.home = null;
}, { passive: true });

const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];
function die(face) {
  const pips = [...(PIPS[face] ?? "")].map((place) => svg("circle", { r: 1.5, cx: (place % 3) * 4.4 - 4.4, cy: Math.floor(place / 3) * 4.4 - 4.4 }));
  return svg("g", { class: "motion-die" }, svg("rect", { x: -8, y: -8, width: 16, height: 16, rx: 3 }), ...pips);
}

// -- motions: each returns when it is over -----------------------------------------------------------
/** Animate, unless one asks for reduced motion; what follows is dropped if the show has ended or gone elsewhere meanwhile. */
async function animate(element, frames, duration, more = {}) {
  if (still.matches) return;
  const turn = runs;
  await element.animate(frames, { duration: duration * show.pace, easing: "ease-in-out", fill: "both", ...more }).finished;
  if (turn !== runs) throw new DOMException("The show has ended", "AbortError");
}

async function passing(drawn, ...motion) {
  ink().append(drawn);
  await motion.reduce((told, [frames, duration, more]) => told.then(() => animate(drawn, frames, duration, more)), Promise.resolve());
  drawn.remove();
}

/** The rest of a way for a piece that is somewhere along it. */
function onward(place, way) {
  if (way.length < 2) return [place, ...way];
  for (let index = 1; index < way.length; index += 1) {
    const [from, to] = [way[index - 1], way[index]];
    if (far(from, place) + far(place, to) - far(from, to) < 12) return [place, ...way.slice(index)];
  }
  return way;
}

const MOTIONS = {
  async move({ who, way }, isLast) {
    const piece = named(who);
    if (!piece) return;
    const points = onward(at(who), way);
    if (isLast && far(points.at(-1), lies(piece)) < 60) points.push(points.pop() && lies(piece));
    const along = points.map((point, index) => (index ? far(points[index - 1], point) : 0));
    const long = along.reduce((sum, step) => sum + step, 0) || 1;
    let gone = 0;
    const frames = points.map((point, index) => ({ translate: offset(piece, point), offset: Math.min(1, (gone += along[index]) / long) }));
    const wake = svg("polyline", { class: "motion-wake", points: points.join(" ") });
    const duration = Math.min(1600, 350 + 4 * long);
    ink().append(wake);
    follow(points.at(-1));
    await Promise.all([animate(wake, [{ opacity: 0 }, { opacity: 0.9 }], duration), animate(piece, frames, duration, { fill: "none" })]);
    show.where.set(who, points.at(-1));
    put(piece, points.at(-1));
  },
  dice({ faces, at: spot }) {
    if (spot) follow(at(spot));
    const [x, y] = (spot && at(spot)) ?? seenMiddle();
    const [size, sheet] = [unit() * 1.4, chart().viewBox.baseVal];
    const wide = 10 * size * faces.length;
    const middle = Math.min(Math.max(x, sheet.x + wide), sheet.x + sheet.width - wide);
    const high = Math.max(y - 16 * size, sheet.y + 10 * size);
    return Promise.all(faces.map((face, index) => {
      const place = [middle + (index - (faces.length - 1) / 2) * 20 * size, high];
      const thrown = [place[0] - 60, place[1] - 60];
      return passing(die(face),
        [[{ transform: `${putAt(thrown, size)} rotate(-500deg)`, opacity: 0 }, { transform: `${putAt(place, size)} rotate(0deg)`, opacity: 1 }], 650],
        [[{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], 900, { fill: "forwards" }]);
    }));
  },
  async fight({ who, won }) {
    const spots = who.map(at).filter(Boolean);
    if (!spots.length) return;
    const middle = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
    follow(middle);
    const points = Array.from({ length: 18 }, (_, index) => {
      const [angle, long] = [(index * Math.PI) / 9, index % 2 ? 7 : 14];
      return `${(long * Math.sin(angle)).toFixed(1)},${(long * Math.cos(angle)).toFixed(1)}`;
    });
    const large = putAt(middle, 1.3 * unit());
    const clash = passing(svg("polygon", { class: "motion-clash", points: points.join(" ") }), [[
      { transform: putAt(middle, 0) }, { transform: `${large} rotate(20deg)`, offset: 0.2 }, { transform: `${large} rotate(-10deg)`, opacity: 1, offset: 0.8 }, { transform: putAt(middle, 0.3), opacity: 0 },
    ], 1000]);
    const shake = ["0px", "4px", "-4px", "4px", "-4px", "0px"].map((aside) => ({ translate: `${aside} 0px` }));
    const shaken = who.map(named).filter(Boolean).map((piece) => animate(piece, shake, 700, { composite: "add", fill: "none" }));
    await Promise.all([clash, ...shaken]);
    await Promise.all(won.map((at) => MOTIONS.mark({ at })));
  },
  async card({ title, text }) {
    const face = html("div", "motion-card chance-card", html("b", "", title), ...(text ? [html("p", "", text)] : []));
    bar().prepend(face);
    await animate(face, [{ transform: "perspective(40rem) rotateY(90deg)" }, { transform: "perspective(40rem) rotateY(0)" }], 350);
    await animate(face, [{ opacity: 1 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }], 1000 + 22 * text.length, { fill: "forwards" });
    if (!show.isPaused) face.remove();
  },
  goods({ things, at: from, to }) {
    const [start, end, size] = [at(from), to && at(to), 1.5 * unit()];
    if (!start || (to && !end)) return Promise.resolve();
    follow(end ?? start);
    return Promise.all(things.map((thing, index) => {
      const aside = [start[0] + (index - (things.length - 1) / 2) * 9 * unit(), start[1] - 4];
      const drawn = svg("g", {}, symbol(thing));
      const more = { delay: index * 90 * show.pace };
      if (!end) return passing(drawn, [[{ transform: putAt(aside, 0) }, { transform: putAt(aside, size * 1.2) }, { transform: putAt(aside, size), opacity: 1 }, { transform: putAt(aside, size), opacity: 0 }], 900, more]);
      const above = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 18];
      return passing(drawn, [[{ transform: putAt(start, 0) }, { transform: putAt(aside, size), offset: 0.25 }, { transform: putAt(above, size * 1.1), offset: 0.6 }, { transform: putAt(end, size * 0.6) }], 1000, more]);
    }));
  },
  mark({ at: spot, sign }) {
    const place = at(spot);
    if (!place) return Promise.resolve();
    follow(place);
    const drawn = svg("g", {}, svg("circle", { class: "motion-ring", r: 9 }), ...(sign ? [symbol(sign)] : []));
    return passing(drawn, [[{ transform: putAt(place, 0.6 * unit()), opacity: 1 }, { transform: putAt(place, 1.3 * unit()), opacity: 0.9, offset: 0.7 }, { transform: putAt(place, 1.5 * unit()), opacity: 0 }], 650]);
  },
};

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
  const turn = (runs += 1);
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

function finish() {
  if (!show) return;
  runs += 1;
  halt();
  document.querySelectorAll(".motion-ink, .motion-bar").forEach((layer) => layer.remove());
  document.body.classList.remove("is-moving");
  for (const piece of pieces()) piece.removeAttribute("style");
  const { then, home } = show;
  if (home) view()?.scrollTo({ left: home[0], top: home[1], behavior: "smooth" });
  goal = home;
  show = null;
  then?.();
}

/** Much that happened is shown faster. */
function pace(scenes) {
  const long = scenes.reduce((sum, scene) => sum + Math.max(reading(scene), 900 * scene.motions.length), 0);
  return Math.max(0.35, Math.min(1, LONGEST / long));
}

const home = () => goal ?? [view().scrollLeft, view().scrollTop];

/** Begin to show scenes; those that come while others are shown follow them. `isReplay`: with buttons to step through. */
function begin(scenes, { from = new Map(), isReplay = false, isAsked = false, then } = {}) {
  if (!scenes.length || !chart() || (still.matches && !isAsked)) return then?.();
  if (show && !isReplay) {
    show.list.push(...scenes);
    show.pace = pace(show.list.slice(show.at));
    return;
  }
  finish();
  show = { list: [...scenes], at: 0, where: new Map(), from, isReplay, isAsked, then, home: home(), pace: pace(scenes), isPaused: false };
  document.body.classList.add("is-moving");
  run(0, isAsked && still.matches);
}

// -- the sentence, and the buttons of a replay -----------------------------------------------------------
/** A strip of no height under the chart's window; its inside lies over the chart, so that nothing is shifted. */
function bar() {
  const found = document.querySelector(".motion-bar .motion-inside");
  if (found) return found;
  const inside = html("div", "motion-inside", html("p", "motion-said"));
  const strip = html("div", "motion-bar", inside);
  if (show.isReplay) {
    const steps = ["Back", "Pause", "Next", "Skip"].map((words) => {
      const button = Object.assign(html("button", "small", words), { type: "button" });
      button.dataset.motion = words.toLowerCase();
      return button;
    });
    inside.append(Object.assign(html("div", "motion-steps", ...steps), { role: "group", ariaLabel: "Replay" }));
  }
  view().after(strip);
  return inside;
}

/** The lists beside the board are read out as they grow; these sentences only if someone asked for the replay. */
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
  runs += 1;
  halt();
  pose(show.at);
  [show.isPaused, show.isRunning] = [true, false];
  buttons();
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-motion]");
  if (event.isTrusted) goesOn(event.target.closest("[data-play]") !== null && !goesOn());
  if (pressed && show) PRESSED[pressed.dataset.motion]();
  else if (event.target.closest("[data-replay]")) replay(event.target.closest("[data-replay]"), -1, true);
  else if (!event.target.closest(".motion-bar")) finish();
}, true);
document.addEventListener("keydown", ({ key }) => key === "Escape" && (goesOn(false), finish()));

// -- where scenes come from --------------------------------------------------------------------------------
const KEY = `shown ${location.pathname}`;
/** The newest move of this table that this browser has shown; one that keeps nothing shows a replay again. */
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

// -- the history plays on by itself, page after page, until someone presses anything ---------------------------
/** Does it? Or from now on? */
function goesOn(wanted) {
  const button = document.querySelector("[data-play]");
  if (wanted !== undefined && (button || !wanted)) sessionStorage.setItem("plays", wanted ? "on" : "");
  const does = button !== null && sessionStorage.getItem("plays") === "on";
  if (button) button.textContent = does ? "Stop" : "Play";
  if (wanted && does && !show) goOn();
  return does;
}
const goFurther = () => setTimeout(goOn, still.matches ? 1500 : 300);
const goOn = () => goesOn() && document.querySelector("a[rel=next]").click();

const given = () => JSON.parse(stage().dataset.scenes ?? "[]");

/** Pieces that lie elsewhere though nothing was told of it (a move taken back, a stop on the way) glide there. */
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
  goesOn();
  remember();
  const wasShowing = show !== null;
  begin(scenes, { from: before, then: goFurther });
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
  goesOn();
  begin(given(), { then: goFurther });
}
