// One line above the page says what is on its way and what failed. A click is sent until it is answered; it names the move that its page
// shows, so it is never played twice.
const SLOW = 700;
const SLOWEST = 8000;
const UNANSWERED = 20000;
const A_DAY = 24 * 3600 * 1000;
const PASSING = new Set([502, 503, 504]);
const AGAIN = "Try again now";
const RELOAD = "Load the page again";

// -- what is said ---------------------------------------------------------------------------------------
const saying = new Map();
const [words, button] = [document.createElement("span"), document.createElement("button")];
const strip = document.createElement("div");
strip.className = "line-state";
strip.setAttribute("role", "status");
strip.append(words, button);
button.type = "button";
button.className = "small";
button.hidden = true;
document.body.append(strip);

/** Say something about a click, an answer, a reading or the socket, or no more; what was clicked comes before what comes by itself. */
function say(about, text = "", action = AGAIN) {
  if (text) saying.set(about, [text, action]);
  else saying.delete(about);
  const most = ["click", "answer", "reading", "socket"].find((one) => saying.has(one));
  const [line, label] = saying.get(most) ?? ["", ""];
  if (words.textContent !== line) words.textContent = line;
  button.textContent = label;
  button.hidden = !label;
}

// -- when it is tried again -------------------------------------------------------------------------------
let sleepers = [];
function wake() {
  for (const resolve of sleepers.splice(0)) resolve();
  document.dispatchEvent(new Event("line:again"));
}
addEventListener("online", wake);
button.addEventListener("click", () => (button.textContent === RELOAD ? location.reload() : wake()));

/** Wait longer each time, until the line is back, or until someone presses the button; `forButton`: for those only. */
const rest = (attempt, forButton) => new Promise((resolve) => {
  sleepers.push(resolve);
  if (!forButton) setTimeout(resolve, Math.min(SLOWEST, 500 * 2 ** attempt) * (0.5 + Math.random()));
});

/** Ask until there is an answer. After three faults of the site itself only the button asks again. */
async function ask(address, request) {
  const isClick = request.method === "POST";
  const [about, kept] = isClick ? ["click", " Your click is kept."] : ["reading", ""];
  const slow = setTimeout(() => isClick && say(about, "Sending …", ""), SLOW);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const found = await fetch(address, { ...request, signal: AbortSignal.timeout(UNANSWERED) }).catch((error) => error);
      if (found.status < 500) {
        if (attempt > 1) wake(); // the others need not wait either
        return found;
      }
      const isOurs = found.status >= 500 && !PASSING.has(found.status);
      const waits = isOurs && attempt > 2;
      const fault = isOurs ? "Something went wrong on our side." : found.name === "TimeoutError" ? "The site takes long to answer." : "No connection to the site.";
      clearTimeout(slow);
      if (isClick || attempt > 1) say(about, `${fault}${kept}${waits ? "" : " Trying again …"}`);
      await rest(attempt, waits);
    }
  } finally {
    clearTimeout(slow);
    say(about);
  }
}

// -- what is pressed and what arrives -----------------------------------------------------------------------
/** A button under the finger stays there until it is let go: what arrives meanwhile waits. */
let released = Promise.resolve();
addEventListener("pointerdown", () => {
  released = new Promise((resolve) => {
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(resolve, 50), { once: true });
  });
}, true);

async function patient(address, request) {
  const answer = await ask(address, request);
  if (request.method !== "POST") await released;
  return answer;
}

document.addEventListener("htmx:config:request", ({ detail }) => {
  detail.ctx.request.timeout = A_DAY; // `ask` decides
});
document.addEventListener("htmx:before:request", ({ detail }) => {
  detail.ctx.fetch = patient;
});
document.addEventListener("line:socket", ({ detail }) => say("socket", detail ? "" : "The live connection is lost. Trying again …"));
addEventListener("beforeunload", (event) => saying.has("click") && event.preventDefault());

/** Put only a table in the table's place, and no whole page, such as one of errors, elsewhere. */
document.addEventListener("htmx:before:swap", (event) => {
  const { target, text, response } = event.detail.ctx;
  if (target?.id === "live" ? /id="live"/.test(text ?? "") : !/<!doctype/i.test(text ?? "")) return say("answer");
  event.preventDefault();
  say("answer", response?.status === 429 ? "That was too much at once. Wait a minute." : "The site answered with another page.", RELOAD);
});

// -- the socket ---------------------------------------------------------------------------------------------
const BEAT = 25000;

/** Listen for news. After sleep, or in another network, a socket may be dead though it is open: a silent one is opened anew. */
export function listen(path, slowest, heard, lost = () => {}) {
  let [tries, last, socket, again] = [0, 0];
  function open() {
    clearTimeout(again);
    if (socket) socket.onmessage = socket.onclose = null;
    socket?.close();
    const address = new URL(path(), location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    let isGreeting = true;
    last = Date.now();
    socket.onmessage = ({ data }) => {
      [tries, last] = [0, Date.now()];
      const message = JSON.parse(data);
      if ("number" in message) heard(message, isGreeting);
      isGreeting = false;
    };
    socket.onclose = ({ code }) => {
      if (code === 4404) return;
      tries += 1;
      again = setTimeout(open, Math.min(slowest, 500 * 2 ** tries) * (0.5 + Math.random()));
      lost(tries);
    };
  }
  const check = (patience) => document.hidden || !socket.readyState || Date.now() - last < patience || open(); // 0: connecting
  setInterval(check, BEAT, 2 * BEAT);
  document.addEventListener("visibilitychange", () => check(BEAT));
  addEventListener("pageshow", () => check(BEAT));
  document.addEventListener("line:again", () => check(1000));
  open();
}
