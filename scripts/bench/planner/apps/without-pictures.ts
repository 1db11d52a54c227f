import type { FrameClock } from '../../../../src/recorder/browser/clock/frame-clock.ts';
import type { BrowserSession } from '../../../../src/recorder/browser/index.ts';
import { Tab } from '../../../../src/recorder/browser/tab.ts';

/** The corner of the page that is drawn. As for a close-up, the page's layout and its events do not know of it. */
const corner = { x: 0, y: 0, width: 16, height: 16 };

/**
 * The same browser with a clock that draws a corner of the page in place of its picture: the page's time passes frame by frame as in a
 * film, for a fraction of the work.
 */
export function withoutPictures(session: BrowserSession): BrowserSession {
  const { clock, screen } = session.tab;
  const blind: FrameClock = {
    kind: clock.kind,
    get nowMs() {
      return clock.nowMs;
    },
    idle: (ms) => clock.idle(ms),
    hurry: () => clock.hurry(),
    during: (work) => clock.during(work),
    freeze: (work) => clock.freeze(work),
    drawNow: () => clock.drawNow(),
    roll: () => clock.roll(),
    cut: () => clock.cut(),
    frame: () => clock.frame({ clip: corner, scale: screen.whole.scale, scroll: { x: 0, y: 0 } }),
  };
  const { page, pid } = session;
  return { page, pid, tab: new Tab({ ...session.tab, clock: blind }), close: () => session.close() };
}
