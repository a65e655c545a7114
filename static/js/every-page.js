// On every page: do not send a form twice. htmx sees to its own requests.
const LONG = 5000;
const OFTEN = 120000;
let sent = new WeakSet();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), LONG);
});

/** On coming back to the page, people may send it again. */
addEventListener("pageshow", () => {
  sent = new WeakSet();
});

// The number of games that wait for the reader stands in the title, beside "My games" and on the app's badge.
const waiting = document.querySelector("#waiting");
const badge = (count) => navigator.setAppBadge?.(count).catch(() => {});

function show(count) {
  document.title = document.title.replace(/^(\(\d+\) )?/, count ? `(${count}) ` : "");
  waiting.hidden = !count;
  waiting.firstChild.textContent = count;
  badge(count);
}

async function ask() {
  const answer = await fetch(waiting.dataset.at).catch(() => null);
  if (!answer?.ok) return;
  const count = await answer.json();
  if (count === Number(waiting.textContent.match(/\d+/))) return;
  show(count);
  document.dispatchEvent(new Event("games:waiting"));
}

badge(Number(waiting?.firstChild.textContent));
if (waiting) {
  const drawn = () => {
    const count = document.querySelector("[data-waiting]")?.dataset.waiting; // a page of the history has none
    if (count !== undefined) show(Number(count));
  };
  for (const name of ["table:drawn", "games:drawn"]) document.addEventListener(name, drawn);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  setInterval(ask, OFTEN);
}

// Keys: each link or button names its own. A digit focuses that choice of a question, 0 the main button.
const CHOICES = ".board-squares button, .asked form :is(button, input:not([type=hidden], [type=text]))";

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && key !== "?") || localStorage.keys === "off" || document.querySelector("dialog:modal")) return;
  if (target.closest("input:not([type=checkbox], [type=radio]), select, textarea, [tabindex='0']")) return;
  const choice = /^\d$/.test(key) && document.querySelectorAll(key === "0" ? ".controls .main, .asked .main" : CHOICES)[Math.max(0, key - 1)];
  const named = document.querySelector(`[data-key="${CSS.escape(key)}"]:not([hidden])`);
  if (!choice && !named) return;
  event.preventDefault();
  if (named) named.click();
  else choice.focus();
});
