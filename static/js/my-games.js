// My games keeps up by itself. The socket says only that something changed; the page asks for its lists again, with its own login, and
// what is the same stays as it is. Arrow keys, J and K go from game to game.
import { listen } from "./line.js";
const SOON = 600;
const SLOWEST = 60000;
const lists = () => document.querySelector("#games");
const links = () => [...document.querySelectorAll(".own-games h3 a")];
let soon;

/** Put the new lists in place of the old ones; what is the same in them is not loaded again. */
function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#games");
  if (!fresh) return;
  const focused = document.activeElement?.closest("#games [id]")?.id;
  for (const row of fresh.querySelectorAll("li[id]")) {
    const old = document.getElementById(row.id);
    const [picture, drawn] = [row, old].map((one) => one?.querySelector("img"));
    if (old?.isEqualNode(row)) row.replaceWith(old);
    else if (drawn?.isEqualNode(picture)) picture.replaceWith(drawn);
  }
  lists().replaceWith(document.adoptNode(fresh));
  document.querySelector("#next").hidden = lists().dataset.waiting === "0";
  document.dispatchEvent(new Event("games:drawn"));
  if (focused && !lists().contains(document.activeElement)) document.getElementById(focused)?.querySelector("a")?.focus({ preventScroll: true });
}

async function refresh() {
  const answer = await fetch(location, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok && !answer.redirected) put(await answer.text());
}

function changed() {
  clearTimeout(soon);
  soon = setTimeout(refresh, SOON);
}

document.addEventListener("games:waiting", changed);
document.addEventListener("visibilitychange", () => document.hidden || changed()); // talk may have been read elsewhere
addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || localStorage.keys === "off") return;
  if (event.target.closest("input, select, textarea")) return;
  const all = links();
  const at = all.indexOf(document.activeElement?.closest(".own-games > li")?.querySelector("h3 a"));
  if (at < 0 && event.key.startsWith("Arrow")) return; // they scroll the page, until one is among the games
  const next = at < 0 ? all.at(step > 0 ? 0 : -1) : all[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

const box = document.querySelector("#use-keys");
box.checked = localStorage.keys !== "off";
box.addEventListener("change", () => {
  localStorage.keys = box.checked ? "on" : "off";
});
listen(() => lists().dataset.live, SLOWEST, ({ number }, isGreeting) => {
  if (!isGreeting || number !== Number(lists().dataset.moves)) changed();
});
