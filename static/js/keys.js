// Arrow keys step through a game: each link names its key. Fields and the journal keep their own use of them.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [tabindex='0']")) return;
  const link = document.querySelector(`a[data-key="${event.key}"]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
});
const journal = document.querySelector(".journal");
const here = journal?.querySelector(".here");
if (here) journal.scrollTop = here.offsetTop - journal.offsetTop - journal.clientHeight / 2;
