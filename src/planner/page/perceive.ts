import type { Documents, Listening, OpenDocument } from './documents.ts';
import { idSpan } from './merge-frames.ts';
import { graftScreen, isUsable } from './merge-screens.ts';
import type { PageClient } from './page-client.ts';
import type { RawScreen, Screen } from './screen.ts';

/**
 * What a person sees on the screen, with the content of its frames. The page says what its elements look like, and the browser
 * knows which of them listen for presses although nothing marks them.
 */
export async function perceive({ documents }: PageClient): Promise<Screen> {
  const raw = await documents.ask<RawScreen>(documents.main, 'screen', []);
  return complete(raw, documents, null);
}

async function complete(raw: RawScreen, documents: Documents, opened: OpenDocument | null): Promise<Screen> {
  const listening = await documents.listening(raw.asked, opened?.document ?? documents.main);
  const screen = withListening(raw, listening);
  const frames = raw.frames.filter((frame) => isUsable(screen, frame));
  if (frames.length === 0) return screen;
  const outer = opened ?? (await documents.openMain());
  return documents.inFrames(screen, frames, outer, async (whole, frame, inner) => {
    const inside = await documents.askFrame<RawScreen>(inner.document, 'screen');
    const content = await complete(inside, documents, inner);
    // Where this frame is in another one, its ids are raised once more when that one is added.
    return graftScreen(whole, content, frame, idSpan * (inner.index - outer.index));
  });
}

/** The screen with what turned out to listen for presses as items that can be pressed, and without what does not. */
function withListening({ asked, doubtful, frames, ...screen }: RawScreen, listening: Listening[]): Screen {
  const known = new Map(listening.map((one) => [one.id, one]));
  const idle = new Set(doubtful.filter((id) => !known.has(id)));
  const items = screen.items.flatMap((item) => {
    const one = known.get(item.id);
    if (!one) return idle.has(item.id) ? [] : [item];
    const kind = item.kind === 'text' ? ('button' as const) : item.kind;
    return [{ ...item, kind, isPressable: true, needsDouble: one.isDouble }];
  });
  return { ...screen, items };
}
