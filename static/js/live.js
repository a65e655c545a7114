// An open table keeps up by itself. The socket says only that something changed; the page asks for its own part again, and htmx merges it in:
// what someone is typing or ticking stays.
const SLOWEST = 8000;
const root = () => document.querySelector("#live[data-number]");
const number = () => Number(root().dataset.number);
let tries = 0;
let again;
let socket;
let busy = 0;
let wanted = 0; // the move that the page should show; Infinity for anything that is new
let focused; // when the page asked
let step = root()?.dataset.step;

/** Fetch the living part; while an answer of our own is on its way, wait for it and see whether it has brought that move. */
async function refresh(newest = Infinity) {
  if (busy > 0) {
    wanted = Math.max(wanted, newest);
    return;
  }
  wanted = 0;
  await htmx.ajax("GET", root().dataset.page, { target: "#live", swap: "outerMorph" });
}

/** A move that the page shows already is its own; talk has the number of the newest move. A greeting tells what was missed before it. */
function heard({ number: newest, moved, beside }, isGreeting) {
  const isTalk = isGreeting ? beside !== root().dataset.beside : !moved;
  const isNew = isTalk ? newest >= number() : newest > number();
  if (isNew) refresh(isTalk ? Infinity : newest).then(() => wanted || number() >= newest || refresh());
}

function listen() {
  const address = new URL(root().dataset.live, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  socket = new WebSocket(address);
  let isGreeting = true;
  socket.onmessage = (message) => {
    tries = 0;
    document.dispatchEvent(new CustomEvent("line:socket", { detail: true }));
    heard(JSON.parse(message.data), isGreeting);
    isGreeting = false;
  };
  socket.onclose = (event) => {
    if (event.code === 4404) return;
    tries += 1;
    clearTimeout(again);
    again = setTimeout(listen, Math.min(SLOWEST, 500 * 2 ** tries) * (0.5 + Math.random()));
    if (tries < 3) return;
    document.dispatchEvent(new CustomEvent("line:socket", { detail: false }));
    refresh(); // where no socket comes through, the page still keeps up
  };
}

/** The line is back, or someone asks to try: do not wait for the next time. */
function listenNow() {
  if (socket.readyState <= WebSocket.OPEN) return;
  clearTimeout(again);
  listen();
}

/** After a move the pressed button is gone: keyboard and screen reader go on at what is asked. Who only reads stays there. */
function keepFocus({ request }) {
  if (document.activeElement !== document.body || (focused === document.body && request.method !== "POST")) return;
  const problem = document.querySelector("#live [role=alert]");
  const isOnBoard = !problem && document.querySelector(".board-asks") !== null;
  (problem ?? lit() ?? document.querySelector("#asked"))?.focus({ preventScroll: isOnBoard });
  if (isOnBoard) bringBoard();
}

/** After a press far below the board, such as that of a hint, one sees what happens there. */
function bringBoard() {
  const board = document.querySelector("#board");
  const { top, bottom, height } = board.getBoundingClientRect();
  if (Math.min(bottom, innerHeight) - Math.max(top, 0) < height * 0.7) board.scrollIntoView({ block: "nearest" });
}

/** Does a lesson wait for a square of the board? Which one? */
const isOfBoard = () => root().dataset.light?.startsWith("board");
const lit = () => isOfBoard() ? document.querySelector(".board-squares button") : null;

/** A lesson that goes on shows the part of the page that it speaks of. */
function showStep() {
  if (root().dataset.step === step) return;
  step = root().dataset.step;
  const part = isOfBoard() ? "#board" : ".asked > .question, .controls button.main";
  document.querySelector(step ? part : "#lesson")?.scrollIntoView({ block: "nearest" });
}

/** Drawings are put in anew: htmx merges by id, and the ids inside an SVG belong to its own drawing. */
function redraw(old, { newNode }) {
  if (!old.matches?.("[data-redraw]") || old.isEqualNode(newNode)) return true;
  old.replaceChildren(...newNode.childNodes);
  htmx.process(old);
  return false;
}

/** Tell the server which move and which parts this page has: those it does not send again. */
function tellWhatIsHere({ detail: { ctx } }) {
  ctx.parts = new Map([...document.querySelectorAll("#live [data-part]")].map((part) => [part.dataset.part, part.cloneNode(true)]));
  Object.assign(ctx.request.headers, { "Seen-Move": root().dataset.number, "Page-Parts": [...ctx.parts.keys()].join(" ") });
}

/** Fill empty elements with the parts that were here when the page asked; an open hint stays until the next move. */
function fillParts({ detail: { ctx, tasks } }) {
  for (const { fragment } of tasks) {
    const isSame = fragment.querySelector("#live")?.dataset.number === root().dataset.number;
    const hint = isSame && document.querySelector("section#hint");
    if (hint) fragment.querySelector("a#hint")?.replaceWith(hint.cloneNode(true));
    for (const empty of fragment.querySelectorAll("[data-part]:empty")) empty.replaceWith(ctx.parts.get(empty.dataset.part).cloneNode(true));
  }
}

/** What was asked for before a move may arrive after the answer to that move: then it is too old to be shown. */
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
    listen();
    document.addEventListener("line:again", listenNow);
  }
}
