(() => {
  const player = document.querySelector('.player');
  if (!player) return;
  const video = player.querySelector('video');
  const start = player.querySelector('.start');
  const length = player.querySelector('.length');
  const fault = player.querySelector('.fault');
  const unmute = player.querySelector('.unmute');

  const show = (news) => {
    // A film with an error is paused too, and the browser fires both events. The error counts.
    const state = video.error ? 'fault' : news;
    player.dataset.state = state;
    const isResting = state === 'poster' || state === 'ended' || (state === 'paused' && !video.controls);
    start.hidden = !isResting;
    if (length) length.hidden = state !== 'poster';
    fault.hidden = state !== 'fault';
    offerSound();
  };
  const offerSound = () => {
    if (unmute) unmute.hidden = !video.muted || !/playing|paused/.test(player.dataset.state);
  };

  const play = async () => {
    // The button disappears at once, so that a film that loads slowly shows the browser's own loading sign.
    show('playing');
    try {
      await video.play();
    } catch (refusal) {
      if (refusal.name === 'NotAllowedError') show('poster');
    }
  };
  const toggle = () => (video.paused ? play() : video.pause());

  if (video.autoplay && matchMedia('(prefers-reduced-motion: reduce)').matches) {
    video.autoplay = false;
    video.pause();
  }
  show(video.autoplay ? 'playing' : 'poster');
  if (video.autoplay) {
    // A browser that refuses to start a film with sound by itself starts it without sound.
    video.play().catch(({ name }) => {
      if (name !== 'NotAllowedError') return;
      video.muted = true;
      play();
    });
  }

  start.addEventListener('click', () => {
    play();
    video.focus({ preventScroll: true });
  });
  unmute?.addEventListener('click', () => {
    video.muted = false;
    // The browser tells of the change of volume a task later: the button must not stand there until then.
    offerSound();
    if (video.paused) play();
    video.focus({ preventScroll: true });
  });
  video.addEventListener('volumechange', offerSound);
  video.addEventListener('play', () => show('playing'));
  video.addEventListener('pause', () => show(video.ended ? 'ended' : 'paused'));
  video.addEventListener('ended', () => show('ended'));
  video.addEventListener('error', () => show('fault'));
  if (!video.controls) {
    video.tabIndex = 0;
    video.addEventListener('click', toggle);
  }

  const seek = (seconds) => {
    video.currentTime = Math.min(video.duration || 0, Math.max(0, video.currentTime + seconds));
  };
  const paces = [0.5, 0.75, 1, 1.25, 1.5, 2];
  const pace = (by) => {
    const next = paces[paces.indexOf(video.playbackRate) + by];
    if (next) video.playbackRate = next;
  };
  const keys = {
    ' ': toggle,
    k: toggle,
    ArrowLeft: () => seek(-5),
    ArrowRight: () => seek(5),
    m: () => {
      video.muted = !video.muted;
    },
    f: () => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen()),
    '<': () => pace(-1),
    '>': () => pace(1),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // A focused control handles its own keys. The browser's controls handle space and arrows while the video has the focus.
    if (
      event.target.closest('button, a, select, textarea') ||
      (event.target === video && video.controls && / |Arrow/.test(event.key))
    )
      return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
