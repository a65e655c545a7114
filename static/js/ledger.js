// The captain's ledger, once it is open beside the table, is read anew when the table has moved on.
const ledger = () => document.querySelector("#own-ledger[data-number]");
const newest = () => document.querySelector("#live").dataset.number;

async function renew() {
  if (!ledger() || ledger().dataset.number === newest()) return;
  const answer = await fetch(ledger().dataset.page, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#own-ledger");
  if (!fresh || fresh.dataset.number === ledger().dataset.number) return;
  ledger().replaceChildren(...fresh.childNodes);
  ledger().dataset.number = fresh.dataset.number;
}

document.addEventListener("table:drawn", renew);
