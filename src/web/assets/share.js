(() => {
  const video = document.querySelector('video');

  for (const button of document.querySelectorAll('[data-copy]')) {
    button.addEventListener('click', async () => {
      const label = button.textContent;
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = 'Copied';
      } catch {
        // Without https there is no clipboard: show the text to be copied by hand.
        window.prompt(label, button.dataset.copy);
        return;
      }
      setTimeout(() => {
        button.textContent = label;
      }, 1500);
    });
  }

  const seek = (seconds) => {
    video.currentTime = Math.min(video.duration || 0, Math.max(0, video.currentTime + seconds));
  };
  const keys = {
    ' ': () => (video.paused ? video.play() : video.pause()),
    k: () => (video.paused ? video.play() : video.pause()),
    ArrowLeft: () => seek(-5),
    ArrowRight: () => seek(5),
    m: () => {
      video.muted = !video.muted;
    },
    f: () => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen()),
  };
  document.addEventListener('keydown', (event) => {
    // A focused control has keys of its own, and so has the player.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('button, a, video')) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
