import { monotonicMs, type Tab } from '../browser/index.ts';

// A page is quiet when it has asked the network for nothing for half a second of its own time. Pages that poll are never quiet, so the
// wait has an end, in real time.
const quietForMs = 500;
const quietWaitMs = 2_500;
// The page's time is counted from here on. Answers come in real time, and what they make a page ask for next takes real time too.
const unansweredMs = 100;
const stepMs = 50;

/**
 * Waits off camera until the page has loaded what it loads by itself. Half a second of the page's time is mostly over after a tenth of a
 * second, and every timer that would have run in it has run: a page at rest is ready 0.4 s earlier than by the clock on the wall. Where it
 * has a worker or an open connection, its time is real time (`FrameClock.hurry`).
 */
export async function waitUntilQuiet({ clock, network }: Tab): Promise<void> {
  await clock.hurry();
  const endMs = monotonicMs() + quietWaitMs;
  let sinceMs = clock.nowMs;
  while (monotonicMs() < endMs) {
    if (!network.quietFor(unansweredMs)) sinceMs = clock.nowMs;
    else if (clock.nowMs - sinceMs >= quietForMs) return;
    await clock.idle(stepMs);
  }
}
