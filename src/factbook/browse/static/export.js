"use strict";
const root = document.documentElement;
document.getElementById("theme").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
document.getElementById("filter").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase();
  for (const item of document.querySelectorAll(".filtered > li")) item.hidden = !item.textContent.toLowerCase().includes(words);
});
