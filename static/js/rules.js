// The panel of rules beside a table: find a word, jump to a law by its number, close it with Escape.
const BLOCKS = "p, li, tbody tr, figure, .terms > div";
const TITLES = "h2, h3";
let opener;

const panel = () => document.querySelector(".rules-panel[open]");

/** Show a law, marked until another one is. */
function show(law) {
  panel().querySelector(".found")?.classList.remove("found");
  const block = law.closest(BLOCKS) ?? law;
  block.classList.add("found");
  block.scrollIntoView({ block: "start" });
}

/** Leave out what does not have these words; a title stays if anything below it does. */
function filter(words) {
  const wanted = words.toLowerCase();
  const has = (block) => block.textContent.toLowerCase().includes(wanted);
  const blocks = [...panel().querySelectorAll(`.rules :is(${BLOCKS})`)];
  for (const block of blocks) block.classList.toggle("left-out", !has(block));
  const parts = [...panel().querySelectorAll(`.rules :is(${TITLES}, ${BLOCKS})`)];
  let isEmpty = true;
  for (const part of parts.reverse()) {
    if (!part.matches(TITLES)) isEmpty &&= part.matches(".left-out");
    else {
      part.classList.toggle("left-out", isEmpty && !has(part));
      isEmpty = true;
    }
  }
  const found = blocks.filter((block) => has(block) && !block.querySelector(BLOCKS)).length;
  panel().querySelector("header [role=status]").textContent = !words ? "" : found ? `${found} ${found === 1 ? "place" : "places"}` : "Nothing found";
}

function find(words) {
  const law = document.getElementById(`law-${words.toUpperCase()}`);
  filter(law ? "" : words);
  if (law) show(law);
}

async function open() {
  const box = document.querySelector(".rules-panel:not([data-ready])");
  if (!box) return;
  box.dataset.ready = "";
  opener = document.activeElement;
  const sheet = box.querySelector("link");
  if (!sheet.sheet) await new Promise((resolve) => ["load", "error"].forEach((name) => sheet.addEventListener(name, resolve)));
  const back = () => (opener?.isConnected ? opener : document.querySelector('[data-hx-target="#rules"]'))?.focus(); // the table may be drawn anew meanwhile
  box.addEventListener("close", back);
  box.querySelector("h2").focus({ preventScroll: true });
  if (box.dataset.law) show(document.getElementById(box.dataset.law));
}

document.addEventListener("input", ({ target }) => target.id === "rules-find" && panel() && find(target.value.trim())); // Escape empties the field of a closed panel
document.addEventListener("click", ({ target }) => {
  const link = target.closest('.rules-panel a[href^="#"]');
  if (!link) return;
  link.closest("header details")?.removeAttribute("open");
  filter("");
  const law = link.matches(".law, .by-number a") && document.getElementById(link.hash.slice(1));
  if (law) setTimeout(() => show(law));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog:modal")) panel()?.close();
});
document.addEventListener("htmx:after:swap", open);
open();
