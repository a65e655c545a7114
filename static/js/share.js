// A link to pass on: by the phone's own sheet for sharing where there is one, else it is copied.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  const field = document.getElementById(button.dataset.share);
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title: document.title, url: field.value }).catch(() => {});
    return;
  }
  field.select();
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  button.textContent = copied || document.execCommand("copy") ? "Copied" : "Press Ctrl+C now";
});
