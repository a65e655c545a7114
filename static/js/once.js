// A form that is on its way is not sent a second time. What htmx sends is looked after there; without scripts the server decides.
const LONG = 5000;
let sent = new WeakSet();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), LONG);
});

/** Whoever comes back to the page may send it again. */
addEventListener("pageshow", () => {
  sent = new WeakSet();
});
