// Keeps pages when offline.js asks for it, and shows them when there is no line: as they were last seen, else the list of games. It does both
// because it outlives the page: one that is closed while it is kept would be lost.
const KEPT = "kept";
const MOVE = "/move-that-waits/";
const MOST = 40;
let isWiped = false;
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keep(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) return;
  const headers = { "Kept-At": new Date().toISOString() };
  for (const name of ["Content-Type", "Content-Security-Policy"]) headers[name] = answer.headers.get(name) ?? "";
  const page = new Response(await answer.text(), { headers });
  const cache = await caches.open(KEPT);
  if (!isWiped) await cache.put(address, page);
}

async function keepAll({ pages, files }) {
  for (const address of pages) await keep(address).catch(() => {});
  const cache = await caches.open(KEPT);
  await Promise.all(files.map(async (name) => (await cache.match(name)) ?? cache.add(name).catch(() => {})));
  const tables = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/games/")); // the newest last
  for (const old of tables.slice(0, Math.max(0, tables.length - MOST))) await cache.delete(old);
  if (isWiped) await caches.delete(KEPT);
}

async function wipe() {
  isWiped = true;
  await caches.delete(KEPT);
  await self.registration.unregister();
}

// -- a move that was made without a line ---------------------------------------------------------------
async function keepMove(move) {
  const cache = await caches.open(KEPT);
  if (move) await cache.put(MOVE, new Response(JSON.stringify(move)));
  else await cache.delete(MOVE);
}

const reached = (answer) => {
  if (answer.status >= 500) throw new Error(`${answer.status} from ${answer.url}`); // the browser tries again later
  return answer;
};

/** Send it with a fresh token, although no page may be open. The next page that is opened sends it once more, hears what became of it, and says so. */
async function sendMove() {
  const { fields, address, table } = (await (await caches.match(MOVE))?.json()) ?? {};
  if (!table) return;
  const page = reached(await fetch(table, { headers: { Accept: "text/html" } }));
  const token = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(await page.text())?.[1] ?? "";
  const body = new URLSearchParams([...fields, ["csrfmiddlewaretoken", token]]);
  reached(await fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } }));
  await keepMove(null);
}

self.addEventListener("sync", (event) => event.waitUntil(sendMove()));
self.addEventListener("message", (event) => {
  const { pages, move } = event.data;
  event.waitUntil(pages ? keepAll(event.data) : move === undefined ? wipe() : keepMove(move));
});

async function kept(pathname) {
  const cache = await caches.open(KEPT);
  const found = (await cache.match(pathname)) ?? (await cache.match("/offline/"));
  if (!found) return Response.error();
  const text = (await found.text()).replace("<html", `<html data-kept="${found.headers.get("Kept-At")}"`);
  return new Response(text, { headers: found.headers });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  if (request.mode === "navigate") origin === location.origin && event.respondWith(fetch(request).catch(() => kept(pathname)));
  else if (pathname.startsWith("/static/")) event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
});
