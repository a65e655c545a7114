// Shows a message that came by push, and opens its page. The app's badge says how many games wait.
async function badge() {
  const answer = await fetch("/my/waiting/");
  if (answer.ok) await navigator.setAppBadge?.(await answer.json());
}

self.addEventListener("push", (event) => {
  const { title, body, link } = event.data.json();
  event.waitUntil(Promise.all([self.registration.showNotification(title, { body, data: link, tag: link }), badge().catch(() => {})]));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
