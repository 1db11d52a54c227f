import { type OffCameraOptions, offCamera } from '../page/off-camera.ts';
import type { PageClient } from '../page/page-client.ts';
import type { PageView } from '../page/view.ts';
import { ShotList } from '../storyboard/shot-list.ts';
import type { Shot } from '../storyboard/shots.ts';
import type { ClauseContext } from './context.ts';
import { LivePage, type LivePageOptions } from './live-page.ts';

/**
 * A rehearsal plays a prompt's actions on the live page, off camera, because the content of a menu and the target of a link are
 * known only once these are open. Nothing is submitted, paid, deleted or signed out of, and what a press would write is held. Afterwards
 * the page is put back.
 */
export interface Rehearsal {
  shots: readonly Shot[];
  /** The page as it is after the last action that was played. */
  view: PageView;
  /** What the prompt asked for and the page does not have, in the prompt's words. */
  unmet: readonly string[];
}

/** What the request allows and asks for, as far as it does not depend on the page. */
export interface Rehearsed extends LivePageOptions, OffCameraOptions {
  durationMs: number;
  submits: boolean;
  said: string;
}

/** @param run acts on the page. Whatever it changes there is undone afterwards */
export async function rehearse(
  client: PageClient,
  view: PageView,
  given: Rehearsed,
  run: (context: ClauseContext) => Promise<void>,
): Promise<Rehearsal> {
  const { durationMs, submits, said } = given;
  return offCamera(client, view, given, async (tried) => {
    const page = new LivePage(tried, view, given);
    const storyboard = new ShotList();
    const clause = { isLast: false, actionsAhead: 0 };
    await run({ page, storyboard, request: { durationMs, submits, said }, clause });
    return { shots: storyboard.shots, view: page.view, unmet: storyboard.unmet };
  });
}
