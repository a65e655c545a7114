// Keeps pages on this device for when there is no line: whole tables for those who chose it, the list of games in an installed app.
// A move that could not be sent is kept, too, and sent once when the line is back, with a fresh token, if its position still stands.
const mode = document.querySelector("meta[name=keeps-here]")?.content;
const keepsTables = mode !== undefined && !mode.endsWith("-list");
const isApp = matchMedia("(display-mode: standalone)").matches;
const seenAt = document.documentElement.dataset.kept;
const TABLE = /^\/games\/\d+\/$/;
const WAITING = "move that waits";
let later;
let isOnItsWay = false;

// -- what is kept ----------------------------------------------------------------------------------------
/** The worker keeps this page if it may, the list of games, and the files that this page needed. */
async function keepAll() {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  const { pathname } = location;
  const { origin } = new URL(document.querySelector("link[rel=stylesheet]").href); // the site's, or that of a CDN
  const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(`${origin}/static/`));
  const pages = keepsTables && (pathname === "/my/" || TABLE.test(pathname)) ? ["/offline/", pathname] : ["/offline/"];
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ pages, files });
}

/** The move that waits, or null for none any more. Without a line the worker gets it, too: where a browser can, it sends it while no page is open. */
async function keepMove(move) {
  if (move) localStorage.setItem(WAITING, JSON.stringify(move));
  else localStorage.removeItem(WAITING);
  if (move && !seenAt && navigator.onLine) return;
  const { active, sync } = await navigator.serviceWorker.ready;
  active.postMessage({ move });
  if (move) await sync?.register(WAITING).catch(() => {});
}

async function wipe() {
  localStorage.removeItem(WAITING);
  (await navigator.serviceWorker.getRegistration("/"))?.active?.postMessage({});
}

// -- what is said ----------------------------------------------------------------------------------------
function say(words, link) {
  const line = document.createElement("p");
  line.append(words);
  if (link) line.append(" ", Object.assign(document.createElement("a"), { href: link, textContent: "Look at the table" }));
  let banner = document.querySelector("#offline");
  if (!banner) {
    banner = Object.assign(document.createElement("aside"), { id: "offline", className: "banner", role: "status" });
    document.querySelector("#main").before(banner);
  }
  banner.replaceChildren(line);
}

function moment(stamp) {
  const [at, now] = [new Date(stamp), new Date()];
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return at.toLocaleString("en-GB", at.toDateString() === now.toDateString() ? time : { ...time, day: "numeric", month: "long" });
}

// -- a move that waits -----------------------------------------------------------------------------------
const waiting = () => JSON.parse(localStorage.getItem(WAITING) ?? "null");

function remember({ detail }) {
  const { action, method, body } = detail.ctx.request;
  const { pathname } = new URL(action, location.href);
  if (method !== "POST" || !/^\/games\/\d+\/move\/$/.test(pathname)) return;
  isOnItsWay = true;
  const fields = [...body].filter(([name]) => name !== "csrfmiddlewaretoken");
  keepMove({ fields, address: pathname, table: pathname.replace("move/", ""), name: document.querySelector("h1")?.firstChild.textContent.trim() });
}

/** Send it once, with a fresh token. The site plays it only on the position that it was made for; if that has changed, its player chooses again. */
async function send() {
  const move = waiting();
  if (!move) return;
  const answer = await fetch(move.table, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer || answer.status >= 500 || waiting() === null) return; // there is no line yet, or another page was quicker
  keepMove(null);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const token = page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams([...move.fields, ["csrfmiddlewaretoken", token]]);
  const sent = await fetch(move.address, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => null);
  if (!sent || sent.status >= 500) {
    keepMove(move); // the site knows a move that it has played already
    setTimeout(send, 5000);
  } else if (sent.headers.has("HX-Retarget")) {
    say(`Your move in ${move.name} was not played: the site asks you to confirm it. Choose it again.`, move.table);
  } else if (sent.ok && !sent.redirected) say(`You are online again. Your move in ${move.name} was sent.`, move.table);
  else say(`Your move in ${move.name} was not sent, because the game has changed. Choose again.`, move.table);
}

/** What waits is sent; a list is loaded anew; a table does so by itself. */
function goOnline() {
  if (!navigator.onLine) return;
  if (waiting() && !isOnItsWay) send();
  else if (!document.querySelector("#live")) location.reload();
}

// -- begin -------------------------------------------------------------------------------------------------
async function begin() {
  await navigator.serviceWorker.register("/offline-worker.js");
  await keepAll();
  if (keepsTables && waiting()) await send();
}

if ("serviceWorker" in navigator && (mode !== undefined || isApp)) {
  if (seenAt) {
    say(`You are offline. This is how it looked at ${moment(seenAt)}.${waiting() ? " Your last move is kept, and sent when you are online." : ""}`);
    addEventListener("online", () => setTimeout(goOnline, 400));
    document.addEventListener("line:socket", ({ detail }) => {
      if (detail === true && !waiting()) document.querySelector("#offline")?.remove();
      if (detail === false) document.dispatchEvent(new CustomEvent("line:socket", { detail: "known" })); // it is said already
    });
  } else begin();
  if (keepsTables) {
    document.addEventListener("htmx:before:request", remember);
    document.addEventListener("htmx:after:request", () => {
      if (isOnItsWay) keepMove(null);
      isOnItsWay = false;
    });
    document.addEventListener("table:drawn", () => {
      clearTimeout(later);
      later = setTimeout(keepAll, 2000);
    });
  }
  document.addEventListener("submit", ({ target }) => (/\/(logout|keep-here)\/$/.test(target.action) && target.elements.keep?.value !== "yes" ? wipe() : null));
}
