// Running totals for piles of things to choose from. The server checks everything again; this only counts along.
const ticked = (pile) => [...pile.querySelectorAll("input:checked")];
const worth = (inputs) => inputs.reduce((sum, input) => sum + Number(input.dataset.worth ?? 0), 0);
const cargo = (inputs) => inputs.reduce((sum, input) => sum + Number(input.dataset.cargo ?? 0), 0);

function say(form, text, isRight) {
  const output = form.querySelector(".total");
  if (!output) return;
  output.textContent = text;
  output.classList.toggle("right", isRight);
  output.classList.toggle("wrong", !isRight && text !== "");
}

function countPick(form, pile) {
  const chosen = ticked(pile);
  const { least, most, low, high, room } = pile.dataset;
  const total = worth(chosen);
  const counts = chosen.length >= Number(least) && chosen.length <= Number(most);
  const fits = (low === undefined || total >= Number(low)) && (high === undefined || total <= Number(high));
  const stows = room === undefined || cargo(chosen) <= Number(room);
  const hasWorth = pile.querySelector("[data-worth]") !== null;
  say(form, `${chosen.length} chosen${hasWorth ? `, worth ${total}` : ""}`, counts && fits && stows);
}

function countDeal(form, piles) {
  const [give, take] = ["give", "take"].map((name) => ticked(piles.querySelector(`[data-pile=${name}]`)));
  for (const [name, chosen] of [["give", give], ["take", take]]) {
    piles.querySelector(`[data-pile=${name}] .sum`).textContent = chosen.length ? worth(chosen) : "";
  }
  if (!give.length && !take.length) return say(form, "", false);
  const room = piles.dataset.room;
  if (room !== undefined && cargo(take) - cargo(give) > Number(room)) return say(form, "Not enough room aboard", false);
  if (!("even" in piles.dataset)) return say(form, `${give.length + take.length} to move`, true);
  const gap = worth(give) - worth(take);
  if (gap === 0) return say(form, "Even", true);
  return say(form, gap > 0 ? `You give ${gap} too much` : `You take ${-gap} too much`, false);
}

function count(form) {
  const piles = form.querySelector(".piles");
  const pile = form.querySelector("[data-pile=answer]");
  if (piles) countDeal(form, piles);
  else if (pile) countPick(form, pile);
}

const countAll = () => document.querySelectorAll("form[data-ask]").forEach(count);
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-ask]");
  if (form) count(form);
});
document.addEventListener("table:drawn", countAll);
countAll();
