// Two fingers zoom the board; a tap on squares too small for a finger comes closer. Fetched with the first touch.
// It imports nothing: a script that imports its importer has no name by content, and the files can't be collected.
let view;
let tellOutside;
/** Begin to listen; takes the functions that give the board's window and that count the squares outside it. */
export function listen(givenView, givenTellOutside) {
  [view, tellOutside] = [givenView, givenTellOutside];
}

/** Make the chart this wide, and keep what lies at that spot of the screen there. */
function zoom(width, x, y) {
  const [sheet, { left, top }] = [document.querySelector(".board-sheet"), view().getBoundingClientRect()];
  const ratio = width / sheet.offsetWidth;
  const [right, down] = [x - left, y - top];
  const [fromLeft, fromTop] = [view().scrollLeft + right, view().scrollTop + down];
  sheet.style.width = `${width}px`;
  view().scrollTo(fromLeft * ratio - right, fromTop * ratio - down);
}
/** Two fingers zoom, as on a map. */
let apart = null;
document.addEventListener("touchmove", (event) => {
  if (event.touches.length !== 2 || !event.target.closest(".board-window")) return;
  event.preventDefault();
  const [one, other] = [...event.touches].map(({ clientX, clientY }) => [clientX, clientY]);
  const now = Math.hypot(one[0] - other[0], one[1] - other[1]);
  const width = document.querySelector(".board-sheet").offsetWidth * (now / (apart ?? now));
  zoom(Math.max(view().clientWidth, Math.min(width, 4 * view().clientWidth)), (one[0] + other[0]) / 2, (one[1] + other[1]) / 2);
  apart = now;
}, { passive: false });
document.addEventListener("touchend", () => {
  if (apart !== null) tellOutside();
  apart = null;
});
/** A tap on squares too small for a finger comes closer there. */
const TOUCHABLE = 24;
document.addEventListener("click", (event) => {
  const square = event.target.closest(".board-squares button");
  if (!square || event.detail === 0 || square.offsetWidth >= TOUCHABLE || !matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const sheet = document.querySelector(".board-sheet");
  const small = sheet.offsetWidth;
  document.querySelector("#board-closer").checked = true;
  const large = sheet.offsetWidth;
  sheet.style.width = `${small}px`;
  zoom(large, event.clientX, event.clientY);
  tellOutside();
}, true);
