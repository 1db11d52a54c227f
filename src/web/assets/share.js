(() => {
  const video = document.querySelector('video');
  const byHand = document.querySelector('.by-hand');

  for (const button of document.querySelectorAll('[data-copy]')) {
    const label = button.textContent;
    let fading;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
      } catch {
        // Browsers offer the clipboard only to https pages. Without it the text is shown, to be copied by hand.
        byHand.hidden = false;
        const text = byHand.querySelector('textarea');
        text.value = button.dataset.copy;
        text.select();
        return;
      }
      byHand.hidden = true;
      button.textContent = 'Copied';
      clearTimeout(fading);
      fading = setTimeout(() => {
        button.textContent = label;
      }, 1500);
    });
  }

  const pace = document.querySelector('.pace select');
  pace.addEventListener('change', () => {
    video.playbackRate = Number(pace.value);
  });
  // The keyboard and the browser's own controls change the speed too.
  video.addEventListener('ratechange', () => {
    pace.value = String(video.playbackRate);
  });
})();
