// The frame of a letter is as high as the letter, within reason. Without scripts it keeps the height that the page gives it.
const MOST = 6000;
const frame = document.querySelector(".letter-frame");

function fit() {
  const page = frame.contentDocument?.documentElement;
  if (!page) return;
  frame.height = 1; // else it would measure the frame
  frame.height = Math.min(MOST, page.scrollHeight + 2);
}

frame.addEventListener("load", fit);
addEventListener("resize", fit);
if (frame.contentDocument?.readyState === "complete") fit();
