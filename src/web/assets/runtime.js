(() => {
  const root = document.querySelector('.runtime');
  const news = root.querySelector('[data-socket]');
  const fault = root.querySelector('[data-fault]');
  const why = fault.querySelector('[data-why]');
  const retry = fault.querySelector('[data-retry]');
  const pollMs = 5000;
  let isOver = false;
  let isPolling = false;

  const become = (state) => {
    if (isOver) return;
    isOver = true;
    root.dataset.state = state;
    if (state === 'failed') {
      news.hidden = true;
      fault.hidden = false;
      return;
    }
    root.replaceChildren(root.querySelector('template').content.cloneNode(true));
    startPlayer();
  };

  const watch = () => {
    let isHeard = false;
    followProgress(news, {
      heard() {
        isHeard = true;
      },
      over: become,
      // Some networks block WebSockets, a few of them without an error, and the ticket expires after an hour. Then the page polls.
      closed: startPolling,
    });
    setTimeout(() => isHeard || startPolling(), 2 * pollMs);
  };

  const startPolling = () => {
    if (isPolling) return;
    isPolling = true;
    setTimeout(poll, 1000);
  };

  /** Asks for this page again. Where its address has expired, it asks for the film itself. */
  const poll = async () => {
    if (isOver) return;
    try {
      const answer = await fetch(location.href, { cache: 'no-store' });
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const state = page.querySelector('.runtime')?.dataset.state ?? 'ready';
        if (state !== 'waiting') return become(state);
      } else if (answer.status === 401) {
        const film = root.querySelector('template').content.querySelector('video').getAttribute('src');
        if ((await fetch(film, { method: 'HEAD' })).ok) return become('ready');
      }
    } catch {
      // The network failed. The next attempt may succeed.
    }
    setTimeout(poll, pollMs);
  };

  retry.addEventListener('click', async () => {
    retry.disabled = true;
    const again = new URL(location.href);
    again.searchParams.set('retry', '1');
    try {
      const answer = await fetch(again, { cache: 'no-store' });
      if (answer.status === 202) return location.reload();
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        if (page.querySelector('.runtime')?.dataset.state !== 'failed') return location.reload();
        why.textContent = 'It still cannot be made. Try again in a while.';
      } else {
        why.textContent = (await answer.json()).error;
      }
    } catch {
      why.textContent = 'The service could not be reached.';
    }
    retry.disabled = false;
  });

  if (news) watch();
})();
