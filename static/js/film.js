// The history, and the film, go on without loading page after page: the next one is fetched, and its table put in the place of this one.
// motion.js then shows what happened, and says when it is over; the newest address stays in the bar, so that it can be passed on.
const stage = () => document.querySelector(".table[data-number]");
const following = () => document.querySelector("a[rel=next]")?.href;
const button = () => document.querySelector("[data-play]");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const plays = () => sessionStorage.getItem("plays") === "on";
let [ahead, wanted] = [{}, ""];

const read = (address) => fetch(address, { headers: { Accept: "text/html" } }).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");

/** While it plays, the next page is read in time. */
function readAhead() {
  if (plays() && following()) ahead = { address: following(), page: read(following()) };
  if (!following()) sessionStorage.setItem("plays", "");
}

/** Put a new table in the place of this one, around the buttons: they stay where they are, as somebody may be pressing one. */
function put(next) {
  const [now, [bar, fresh]] = [stage(), [stage(), next].map((table) => table.querySelector(".steps-bar"))];
  for (const name of ["data-number", "data-scenes"]) now.toggleAttribute(name, next.hasAttribute(name)) && now.setAttribute(name, next.getAttribute(name));
  const buttons = [...fresh.children];
  buttons.forEach((button, at) => {
    const old = bar.children[at];
    if (old?.tagName !== button.tagName) old ? old.replaceWith(button) : bar.append(button);
    else if (button.href) old.href = button.href;
  });
  while (bar.children.length > buttons.length) bar.lastElementChild.remove();
  fresh.remove();
  while (bar.nextSibling) bar.nextSibling.remove();
  bar.after(...next.querySelector(".table-panel").childNodes);
  for (const part of [".table-head", ".table-board", ".table-rest"]) now.querySelector(part)?.replaceWith(next.querySelector(part));
}

async function go(address) {
  wanted = address;
  const text = await (ahead.address === address ? ahead.page : read(address));
  if (wanted !== address) return; // somebody was quicker
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.querySelector(".table[data-number]");
  if (!next) {
    location.assign(address);
    return;
  }
  document.dispatchEvent(new Event("htmx:before:swap"));
  put(next);
  document.title = page.title;
  history.replaceState(null, "", address);
  const [journal, here] = [stage().querySelector(".journal"), stage().querySelector(".journal .here")];
  if (here) journal.scrollTop = here.offsetTop - journal.offsetTop - journal.clientHeight / 2;
  document.dispatchEvent(new Event("table:drawn"));
  readAhead();
}

// -- it plays on by itself, page after page, until someone presses anything -----------------------------------
const goOn = () => plays() && document.querySelector("a[rel=next]")?.click();

/** Play from now on, or stop; a page without the button is the last one. */
function play(wanted) {
  sessionStorage.setItem("plays", wanted && button() ? "on" : "");
  name();
  if (plays() && !document.body.classList.contains("is-moving")) goOn();
}
function name() {
  if (button()) button().textContent = plays() ? "Stop" : "Play";
}

document.addEventListener("click", (event) => event.isTrusted && play(event.target.closest("[data-play]") !== null && !plays()), true);
document.addEventListener("keydown", ({ key }) => key === "Escape" && play(false));
document.addEventListener("table:drawn", name);
document.addEventListener("motion:over", () => setTimeout(goOn, still.matches ? 1500 : 300));

document.addEventListener("click", (event) => {
  const link = event.target.closest(".steps-bar a, .journal a");
  if (!link || event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.href);
});
document.addEventListener("change", ({ target }) => target.matches(".film-line input") && go(`${target.form.action}?to=${target.value}`));

// A film plays by itself, except for those who ask for reduced motion.
if (document.querySelector(".film-line") && following() && !still.matches) {
  sessionStorage.setItem("plays", "on");
}
name();
readAhead();
