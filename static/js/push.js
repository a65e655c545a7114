// "Tell me in this browser": asks the browser for a push address, then sends the form. It can be pressed where the browser can do that.
const form = document.getElementById("push");

function bytes(words) {
  const text = atob(words.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

async function subscribe() {
  await navigator.serviceWorker.register(form.dataset.worker);
  const worker = await navigator.serviceWorker.getRegistration(form.dataset.worker);
  if ((await Notification.requestPermission()) !== "granted") return;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) });
  const { endpoint, keys } = found.toJSON();
  form.elements.address.value = endpoint;
  form.elements.p256dh.value = keys.p256dh;
  form.elements.auth.value = keys.auth;
  form.submit();
}

if (form) {
  const button = form.querySelector("button");
  const refuse = () => button.replaceChildren("This browser does not let us");
  const isAble = "serviceWorker" in navigator && "PushManager" in window;
  button.disabled = !isAble;
  if (!isAble) refuse();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().catch(refuse);
  });
}
