// The chosen theme, before anything is drawn.
try {
  const theme = localStorage.getItem("factbook-theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch (_) { /* no storage: the system's theme holds */ }
