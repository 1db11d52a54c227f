(() => {
  const film = document.querySelector('.film video');
  // Who prefers less motion sees the still, and starts the film by hand.
  if (film && !matchMedia('(prefers-reduced-motion: reduce)').matches) film.play().catch(() => undefined);
})();
