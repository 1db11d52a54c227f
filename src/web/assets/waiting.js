(() => {
  const panel = document.querySelector('[data-socket]');
  if (!panel) return;
  let failures = 0;

  const connect = () =>
    followProgress(panel, {
      heard() {
        failures = 0;
      },
      // The page, loaded again, shows the player or the failure.
      over: () => location.reload(),
      closed() {
        failures += 1;
        // The ticket may have expired. A page that is loaded again has a new one.
        if (failures > 5) setTimeout(() => location.reload(), 30_000);
        else setTimeout(connect, Math.min(15_000, 1000 * 2 ** failures));
      },
    });
  connect();
})();
