// The box that asks to confirm a move: it opens over the page, with "Confirm" where one has just pressed. Escape and "Cancel" take it away.
const A_DOUBLE_CLICK = 350; // confirms nothing
const EDGE = 8;
let confirmed = -Infinity; // when

/** Put the middle of the button on that spot, as far as the box stays in sight. */
function place(box, button, spot) {
  const [outer, inner] = [box.getBoundingClientRect(), button.getBoundingClientRect()];
  const within = (wanted, most) => `${Math.max(EDGE, Math.min(wanted, most - EDGE))}px`;
  const left = spot.left + spot.width / 2 - (inner.left + inner.width / 2 - outer.left);
  const top = spot.top + spot.height / 2 - (inner.top + inner.height / 2 - outer.top);
  box.style.inset = `${within(top, innerHeight - outer.height)} auto auto ${within(left, innerWidth - outer.width)}`;
  box.style.margin = "0";
}

async function open() {
  const box = document.querySelector("#confirm dialog[open]:not(:modal)");
  if (!box) return;
  const pressed = document.activeElement;
  const [sheet, button] = [box.querySelector("link"), box.querySelector("button")];
  if (!sheet.sheet) await new Promise((resolve) => ["load", "error"].forEach((name) => sheet.addEventListener(name, resolve)));
  button.disabled = true;
  box.removeAttribute("open");
  box.showModal();
  if (pressed?.matches("button")) place(box, button, pressed.getBoundingClientRect());
  setTimeout(() => {
    button.disabled = false;
    if (box.open) button.focus();
  }, A_DOUBLE_CLICK);
}

/** Once the table has moved on, there is nothing left to confirm. */
function closeIfOld() {
  const box = document.querySelector("#confirm dialog:modal");
  if (box && box.querySelector("[name=seen]")?.value !== document.querySelector("#live").dataset.number) box.close();
}

document.addEventListener("htmx:after:swap", open);
document.addEventListener("table:drawn", closeIfOld);
document.addEventListener("submit", ({ target, timeStamp }) => {
  const box = target.closest("#confirm dialog:modal");
  if (!box) return;
  confirmed = timeStamp;
  box.close();
});
/** The second press of a double click on "Confirm" does not fall on what lies below the box. */
document.addEventListener("click", (event) => {
  if (event.detail < 2 || event.timeStamp - confirmed > A_DOUBLE_CLICK) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("click", (event) => {
  const box = event.target.closest("#confirm dialog:modal");
  if (!event.target.closest("a") || !box) return;
  event.preventDefault();
  box.close();
});
open();
