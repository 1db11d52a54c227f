(() => {
  for (const reveal of document.querySelectorAll('.reveal')) {
    const input = document.getElementById(reveal.getAttribute('aria-controls'));
    reveal.hidden = false;
    reveal.addEventListener('click', () => {
      const shown = input.type === 'password';
      input.type = shown ? 'text' : 'password';
      reveal.ariaPressed = String(shown);
      reveal.textContent = shown ? 'Hide' : 'Show';
    });
  }
})();
