/**
 * Updates a panel from its progress socket. `over` is called with `ready` or `failed`, `heard` with every message, `closed` when
 * the socket closes.
 */
globalThis.followProgress = (panel, { heard, over, closed }) => {
  const headline = panel.querySelector('[data-headline]');
  const message = panel.querySelector('[data-message]');
  const bar = panel.querySelector('progress');
  const headlines = {
    pending: 'Waiting for its turn',
    planning: 'Reading the page and planning the film',
    recording: 'Recording',
    rendering: 'Rendering the film',
    publishing: 'Almost there',
  };
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${panel.dataset.socket}`);
  socket.addEventListener('message', ({ data }) => {
    heard();
    const news = JSON.parse(data);
    if (news.status === 'ready' || news.status === 'failed') return over(news.status);
    headline.textContent = headlines[news.step] ?? headlines[news.status] ?? headline.textContent;
    if (news.message) message.textContent = news.message;
    bar.value = Math.max(bar.value, Math.round(news.progress * 100));
  });
  socket.addEventListener('close', closed);
};
