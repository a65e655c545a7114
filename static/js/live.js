// Keeps an open table up to date: the socket says that something changed, and htmx merges the page's own part in anew.
import { listen } from "./line.js";
const SLOWEST = 8000;
const root = () => document.querySelector("#live[data-number]");
const number = () => Number(root().dataset.number);
let busy = 0;
let wanted = 0; // the move that the page should show; Infinity for anything that is new
let focused; // when the page asked
let step = root()?.dataset.step;

/** Fetch the live part; while an answer of our own is on its way, wait for what it brings. */
async function refresh(newest = Infinity) {
  if (busy > 0) {
    wanted = Math.max(wanted, newest);
    return;
  }
  wanted = 0;
  await htmx.ajax("GET", root().dataset.page, { target: "#live", swap: "outerMorph" });
}

/** Talk has the number of the newest move; a greeting tells what was missed before it. */
function heard({ number: newest, moved, beside }, isGreeting) {
  document.dispatchEvent(new CustomEvent("line:socket", { detail: true }));
  const isTalk = isGreeting ? beside !== root().dataset.beside : !moved;
  const isNew = isTalk ? newest >= number() : newest > number();
  if (isNew) refresh(isTalk ? Infinity : newest).then(() => wanted || number() >= newest || refresh());
}

/** Where no socket comes through, the page still keeps up. */
function lost(tries) {
  if (tries < 3) return;
  document.dispatchEvent(new CustomEvent("line:socket", { detail: false }));
  refresh();
}

/** Move the focus from a button that is gone to what is asked; readers stay where they are. */
function keepFocus({ request }) {
  if (document.activeElement !== document.body || (focused === document.body && request.method !== "POST")) return;
  const problem = document.querySelector("#live [role=alert]");
  const isOnBoard = !problem && document.querySelector(".board-asks") !== null;
  const preventScroll = isOnBoard || !(problem ?? document.querySelector("#asked > .question"));
  (problem ?? lit() ?? document.querySelector("#asked"))?.focus({ preventScroll });
  if (preventScroll) bringBoard();
}

/** Show the board after a press far below it. */
function bringBoard() {
  const board = document.querySelector("#board");
  const { top, bottom, height } = board.getBoundingClientRect();
  if (Math.min(bottom, innerHeight) - Math.max(top, 0) < height * 0.7) board.scrollIntoView({ block: "nearest" });
}

const isOfBoard = () => root().dataset.light?.startsWith("board");
const lit = () => isOfBoard() ? document.querySelector(".board-squares button") : null;

/** A lesson that goes on shows the part of the page that it speaks of. */
function showStep() {
  if (root().dataset.step === step) return;
  step = root().dataset.step;
  const part = isOfBoard() ? "#board" : ".asked > .question, .controls button.main";
  document.querySelector(step ? part : "#lesson")?.scrollIntoView({ block: "nearest" });
}

/** Replace drawings whole: htmx merges by id, and ids within an SVG belong to its drawing. */
function redraw(old, { newNode }) {
  if (!old.matches?.("[data-redraw]") || old.isEqualNode(newNode)) return true;
  const [squares, newSquares] = [old, newNode].map((board) => board.querySelector(".board-squares")?.innerHTML);
  const [seen, isCloser] = [old.querySelector(".board-window"), old.querySelector(".board-closer")?.checked];
  const [{ scrollLeft, scrollTop }, width] = [seen ?? {}, seen?.firstElementChild.style.width];
  old.replaceChildren(...newNode.childNodes);
  htmx.process(old);
  if (seen && squares === newSquares) {
    old.querySelector(".board-closer").checked = isCloser;
    const redrawn = old.querySelector(".board-window");
    redrawn.firstElementChild.style.width = width;
    redrawn.scrollTo(scrollLeft, scrollTop);
  }
  return false;
}

/** Tell the server which move and which parts this page has: those it does not send again. */
function tellWhatIsHere({ detail: { ctx } }) {
  ctx.parts = new Map([...document.querySelectorAll("#live [data-part]")].map((part) => [part.dataset.part, part.cloneNode(true)]));
  Object.assign(ctx.request.headers, { "Seen-Move": root().dataset.number, "Page-Parts": [...ctx.parts.keys()].join(" ") });
}

/** Fill empty elements with the parts that were here; an open hint stays until the next move. */
function fillParts({ detail: { ctx, tasks } }) {
  for (const { fragment } of tasks) {
    const isSame = fragment.querySelector("#live")?.dataset.number === root().dataset.number;
    const hint = isSame && document.querySelector("section#hint");
    if (hint) fragment.querySelector("a#hint")?.replaceWith(hint.cloneNode(true));
    for (const empty of fragment.querySelectorAll("[data-part]:empty")) empty.replaceWith(ctx.parts.get(empty.dataset.part).cloneNode(true));
  }
}

/** Drop a page that is older than the one shown. */
function keepNewer(event) {
  const found = /data-number="(\d+)"/.exec(event.detail.ctx.text ?? "");
  if (found && Number(found[1]) < number()) event.preventDefault();
}

/** A line that was said leaves its field; what was typed since stays. */
function clearSaid({ request, response, sourceElement }) {
  const line = sourceElement?.text;
  if (response.status < 300 && line?.value === new URLSearchParams(request.body).get("text")) line.value = "";
}

/** What someone opened stays open. */
const keepOpen = (element, { attrName }) => !(attrName === "open" && element.matches("details"));

/** What counts piles along is fetched with the first tick. */
document.addEventListener("change", ({ target }) => target.closest("form[data-ask]") && import("./deal.js"));

if (root()) {
  htmx.registerExtension("table", { htmx_before_morph_node: redraw, htmx_before_morph_attr: keepOpen });
  document.addEventListener("htmx:before:swap", keepNewer);
  document.addEventListener("htmx:before:swap", fillParts);
  document.addEventListener("htmx:config:request", tellWhatIsHere);
  document.addEventListener("htmx:before:request", () => {
    busy += 1;
    focused = document.activeElement;
  });
  document.addEventListener("htmx:finally:request", () => {
    busy -= 1;
    if (wanted > number()) refresh();
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    document.title = root().dataset.title;
    clearSaid(ctx);
    keepFocus(ctx);
    showStep();
    document.dispatchEvent(new Event("table:drawn"));
  });
  if (root().dataset.live) {
    listen(() => root().dataset.live, SLOWEST, heard, lost);
  }
}
