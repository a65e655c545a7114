// Draws the kinds of motions that games/kit/motion.py names.
export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const chart = () => document.querySelector(".board-sheet .chart");
/** The running show, if any, and how many began or ended: what an earlier one waited for is dropped. */
export let [show, runs] = [null, 0];
export const showNow = (next) => (show = next);
export const newRun = () => (runs += 1);

// -- pieces and points -------------------------------------------------------------------------------
export const named = (name) => chart()?.querySelector(`[data-${name.replace("-", '="')}"]`);
/** Where the drawing has a piece: its first transformation is a translation. */
export const lies = (piece) => (({ e, f }) => [e, f])(piece.transform.baseVal.getItem(0).matrix);
export const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
export const offset = (piece, [x, y]) => (([u, v]) => `${x - u}px ${y - v}px`)(lies(piece));

export function put(piece, point) {
  if (piece && point) piece.style.translate = offset(piece, point);
  else piece?.removeAttribute("style");
}

/** The point of a spot: of a piece where it is shown just now. */
function at(spot) {
  const piece = typeof spot === "string" && named(spot);
  return piece === false ? spot : (show?.where.get(spot) ?? (piece && lies(piece)));
}

export const pieces = () => [...(chart()?.querySelectorAll("[data-ship], [data-monster]") ?? [])];
export const nameOf = ({ dataset }) => ("ship" in dataset ? `ship-${dataset.ship}` : `monster-${dataset.monster}`);

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

/** A phone shows a part of the chart, which follows what moves until the reader scrolls. */
export const view = () => document.querySelector(".board-window");
function follow(point) {
  const { left, top, width, height } = view().getBoundingClientRect();
  if (!point || !show.home || view().scrollWidth <= width + 1) return;
  const place = new DOMPoint(...point).matrixTransform(ink().getScreenCTM());
  const [x, y] = [place.x - left - width / 2, place.y - top - height / 2];
  if (Math.max(Math.abs(x) / width, Math.abs(y) / height) > 0.35) view().scrollBy({ left: x, top: y, behavior: "smooth" });
}
/** Where that part should be: around the own ship, with as many offered squares as fit, nearest first; null if all is seen. */
function best() {
  const boxes = [...document.querySelectorAll(".board-here, .board-squares button")].map((square) => square.getBoundingClientRect());
  const edges = ({ left, top, right, bottom }) => [left, top, right, bottom];
  let [part, ...others] = boxes.map(edges);
  const { clientWidth: width, clientHeight: height, scrollWidth, scrollHeight, scrollLeft, scrollTop } = view() ?? {};
  if (!part || (scrollWidth <= width + 1 && scrollHeight <= height + 1)) return null;
  const ship = part;
  for (const box of others.sort((one, other) => far(one, ship) - far(other, ship))) {
    const wider = part.map((edge, side) => Math[side < 2 ? "min" : "max"](edge, box[side]));
    if (wider[2] - wider[0] <= width && wider[3] - wider[1] <= height) part = wider;
  }
  const [left, top] = edges(view().getBoundingClientRect());
  return [scrollLeft - left + (part[0] + part[2] - width) / 2, scrollTop - top + (part[1] + part[3] - height) / 2];
}
function fit() {
  view()?.scrollTo(...(best() ?? []));
  tellOutside();
}
/** Under the chart stands how many offered squares lie outside the window; a press brings them. */
export function tellOutside() {
  const [frame, outside] = [view()?.getBoundingClientRect(), { "← west": [], "↑ north": [], "→ east": [], "↓ south": [] }];
  for (const square of document.querySelectorAll(".board-squares button")) {
    const { x, y, width, height } = square.getBoundingClientRect();
    const [right, down] = [x + width / 2 - frame.left, y + height / 2 - frame.top];
    const side = right < 0 ? 0 : down < 0 ? 1 : right > frame.width ? 2 : down > frame.height ? 3 : null;
    if (side !== null) Object.values(outside)[side].push([right - frame.width / 2, down - frame.height / 2]);
  }
  document.querySelector(".board-outside")?.remove();
  const buttons = Object.entries(outside).filter(([, squares]) => squares.length).map(([side, squares]) => {
    const [arrow, name] = side.split(" ");
    const button = Object.assign(html("button", "small", `${arrow} ${squares.length}`), { type: "button" });
    button.title = button.ariaLabel = `${squares.length} more squares to the ${name}`;
    button.onclick = () => view().scrollBy({ left: nearest(squares, 0), top: nearest(squares, 1), behavior: "smooth" });
    return button;
  });
  if (buttons.length) view().after(html("div", "board-outside", ...buttons));
}
const nearest = (squares, axis) => squares.map((square) => square[axis]).sort((one, other) => Math.abs(one) - Math.abs(other))[0];
/** Once it has come to rest: not all browsers say when a scroll has ended. */
let resting;
addEventListener("scroll", ({ target }) => {
  if (target !== view()) return;
  clearTimeout(resting);
  resting = setTimeout(tellOutside, 150);
}, true);
/** Once something else is asked; a replay brings it there at its end. */
let asked;
function fitAnew() {
  const found = document.querySelector(".board-squares")?.innerHTML;
  if (found !== asked && !show) fit();
  else tellOutside();
  asked = found;
}
document.addEventListener("table:drawn", fitAnew);
addEventListener("touchstart", () => import("./board-touch.js").then((touch) => touch.listen(view, tellOutside)), { once: true, passive: true });
document.addEventListener("change", ({ target }) => {
  if (target.id !== "board-closer") return;
  document.querySelector(".board-sheet").style.width = "";
  fit();
});
addEventListener("resize", fit);
fitAnew();

/** Where it is scrolling back to: what begins meanwhile comes back there, too. */
let goal = null;
export const home = () => goal ?? [view().scrollLeft, view().scrollTop];
export function comeBack(home) {
  goal = home && (best() ?? home);
  if (goal) view()?.scrollTo({ left: goal[0], top: goal[1], behavior: "smooth" });
}
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

/** A strip of no height: its inside lies over the list of news, or over the chart where there is none, so that nothing is shifted. */
export function bar() {
  const found = document.querySelector(".motion-bar .motion-inside");
  if (found) return found;
  const news = document.querySelector("#live .news:not(.by-orders)");
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
  if (!news?.offsetHeight) view().after(strip);
  else {
    news.before(strip);
    strip.classList.add("is-over-news");
    const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = news;
    strip.style = `top:${offsetTop}px; left:${offsetLeft}px; width:${offsetWidth}px; --news:${offsetHeight}px`;
  }
  return inside;
}

// -- motions: each returns when it is over -----------------------------------------------------------
/** Animate, unless reduced motion is wanted; what follows is dropped if the show has ended meanwhile. */
export async function animate(element, frames, duration, more = {}) {
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

export const MOTIONS = {
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
