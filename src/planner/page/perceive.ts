import type { Documents, OpenDocument } from './documents.ts';
import { idSpan } from './merge-frames.ts';
import { graftScreen, isUsable } from './merge-screens.ts';
import { withMenuButtons } from './open-ended.ts';
import type { PageClient } from './page-client.ts';
import type { RawScreen, Screen } from './screen.ts';
import { withHeadsOfTwins } from './twins.ts';
import { withoutValuesAsNames } from './value-rows.ts';

/**
 * What a person sees on the screen, with the content of its frames. The browser says which elements listen for presses although
 * nothing marks them, and then the page says what its elements look like.
 */
export async function perceive({ documents }: PageClient): Promise<Screen> {
  await documents.learnListening(documents.main);
  const raw = await documents.ask<RawScreen>(documents.main, 'screen', []);
  return withHeadsOfTwins(withoutValuesAsNames(withMenuButtons(await complete(raw, documents, null))));
}

async function complete(
  { frames: all, ...screen }: RawScreen,
  documents: Documents,
  opened: OpenDocument | null,
): Promise<Screen> {
  const frames = all.filter((frame) => isUsable(screen, frame));
  if (frames.length === 0) return screen;
  const outer = opened ?? (await documents.openMain());
  return documents.inFrames(screen, frames, outer, async (whole, frame, inner) => {
    await documents.learnListening(inner.document);
    const inside = await documents.askFrame<RawScreen>(inner.document, 'screen');
    const content = await complete(inside, documents, inner);
    // Where this frame is in another one, its ids are raised once more when that one is added.
    return graftScreen(whole, content, frame, idSpan * (inner.index - outer.index));
  });
}
