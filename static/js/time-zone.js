/* Suggests the browser's own time zone where a form asks for one and nothing better is known; a search over each list of zones. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("[data-guess-time-zone]")) {
  const unknown = field.value === "" || field.value === "UTC";
  const offered = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === zone);
  if (zone && unknown && offered) field.value = zone;
}

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Show only the zones with these letters in their name, or all again; the first of them, or the one from before, is chosen. */
function narrow(list, all, before, words) {
  const found = [...all.querySelectorAll("option")].filter((option) => plain(`${option.text} ${option.value}`).includes(words));
  if (words && found.length) list.replaceChildren(...found.map((option) => option.cloneNode(true)));
  else list.replaceChildren(...all.cloneNode(true).children);
  if (!words || !found.length || found.some((option) => option.value === before)) list.value = before;
  else list.selectedIndex = 0;
}

for (const search of document.querySelectorAll("input[data-narrows]")) {
  const list = search.nextElementSibling, all = list.cloneNode(true), before = list.value;
  search.addEventListener("input", () => narrow(list, all, before, plain(search.value.trim())));
  search.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
}
