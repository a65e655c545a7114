/* Suggests the browser's own time zone where a form asks for one and nothing better is known; a search over each list of zones. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("[data-guess-time-zone]")) {
  const unknown = field.value === "" || field.value === "UTC";
  const offered = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === zone);
  if (zone && unknown && offered) field.value = zone;
}

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Show only the zones with these letters in one of their names, or all again; the first of them, or the one from before, is chosen. */
function narrow(list, all, before, words, oldNames) {
  const renamed = new Set(oldNames.filter(([old]) => plain(old).includes(words)).map(([, name]) => name));
  const matches = (option) => renamed.has(option.value) || plain(`${option.text} ${option.value}`).includes(words);
  const found = [...all.querySelectorAll("option")].filter(matches);
  if (words && found.length) list.replaceChildren(...found.map((option) => option.cloneNode(true)));
  else list.replaceChildren(...all.cloneNode(true).children);
  if (!words || !found.length || found.some((option) => option.value === before)) list.value = before;
  else list.selectedIndex = 0;
}

for (const search of document.querySelectorAll("input[data-narrows]")) {
  const list = search.nextElementSibling, all = list.cloneNode(true), before = list.value;
  const oldNames = search.dataset.narrows.split("|").map((pair) => pair.split("="));
  search.addEventListener("input", () => narrow(list, all, before, plain(search.value.trim()), oldNames));
  search.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
}
