// A table that is open somewhere keeps up by itself. The socket says only that something changed; the page asks for
// its own part again, with its own login, and htmx merges it in, so that what someone is typing or ticking stays.
const first = document.querySelector("[data-live]");
const root = () => document.querySelector("[data-live]");
let tries = 0;
let asking = false;
let again = false;

async function refresh() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    await htmx.ajax("GET", root().dataset.page, { target: "#live", swap: "outerMorph", source: document.body });
  } finally {
    asking = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

function listen() {
  const address = new URL(first.dataset.live, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  let greeted = false;
  socket.onmessage = (message) => {
    const number = JSON.parse(message.data).number;
    const isNews = greeted || number !== Number(root().dataset.number);
    greeted = true;
    tries = 0;
    if (isNews) refresh();
  };
  socket.onclose = (event) => {
    if (event.code === 4404) return;
    tries += 1;
    setTimeout(listen, Math.min(30000, 500 * 2 ** tries) * (0.5 + Math.random()));
  };
}

if (first) {
  listen();
  // After a move the pressed button is gone: keyboard and screen reader go on at what is asked next.
  document.addEventListener("htmx:after:swap", () => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    const target = document.querySelector("#live [role=alert]") ?? document.querySelector("#asked");
    if (lost && target) target.focus({ preventScroll: target.id === "asked" });
    document.dispatchEvent(new Event("table:drawn"));
  });
}
