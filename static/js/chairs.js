/* A new table: no more bots than there are chairs left beside you and the friends you ticked. */
const [seats, bots] = ["seats", "bots"].map((name) => document.querySelector(`select[name=${name}]`));
let wanted = bots.value;

/** Offer as many bots as there is room for; those that were chosen come back when there is room again. */
function fit() {
  const room = Math.max(0, seats.value - 1 - document.querySelectorAll("input[name=friends]:checked").length);
  for (const option of bots.options) option.disabled = option.value > room;
  bots.value = Math.min(wanted, room);
}

bots.addEventListener("change", () => {
  wanted = bots.value;
});
bots.form.addEventListener("change", fit);
fit();
