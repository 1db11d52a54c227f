(() => {
  const panel = document.querySelector('[data-socket]');
  if (!panel) return;
  const headline = panel.querySelector('[data-headline]');
  const message = panel.querySelector('[data-message]');
  const bar = panel.querySelector('progress');
  const headlines = {
    pending: 'Waiting for its turn',
    planning: 'Reading the page and planning the film',
    recording: 'Recording',
    rendering: 'Drawing the film',
    publishing: 'Almost there',
  };
  let failures = 0;

  const connect = () => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${panel.dataset.socket}`);
    socket.addEventListener('message', ({ data }) => {
      failures = 0;
      const news = JSON.parse(data);
      // The page itself knows how to show what has become of it.
      if (news.status === 'ready' || news.status === 'failed') return location.reload();
      headline.textContent = headlines[news.step] ?? headlines[news.status] ?? headline.textContent;
      if (news.message) message.textContent = news.message;
      bar.value = Math.max(bar.value, Math.round(news.progress * 100));
    });
    socket.addEventListener('close', () => {
      failures += 1;
      // The ticket may have expired: a fresh page brings a fresh one.
      if (failures > 5) setTimeout(() => location.reload(), 30_000);
      else setTimeout(connect, Math.min(15_000, 1000 * 2 ** failures));
    });
  };
  connect();
})();
