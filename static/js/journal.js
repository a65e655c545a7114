// The journal of a game begins at the move that is shown.
const journal = document.querySelector(".journal");
const here = journal?.querySelector(".here");
if (here) journal.scrollTop = here.offsetTop - journal.offsetTop - journal.clientHeight / 2;
