import type { BrowserSession } from './browser/index.ts';
import { leadsOf } from './contract/leads.ts';
import type { PageLook } from './contract/page-look.ts';
import type { StageLayout } from './contract/stage-layout.ts';
import type { TakeFrame } from './contract/take-frame.ts';
import { type Take, take } from './drive/index.ts';
import { type Produced, produce, type Studio } from './produce.ts';
import type { RecordOptions, RecordRequest } from './record-request.ts';
import { keepTake } from './takes/index.ts';

/**
 * Films the page that `request.session` has loaded. Capture, compose and encode run side by side, and each pulls from the one before. The
 * first fault stops all of them.
 */
export async function shoot(
  request: RecordRequest & { session: BrowserSession; look: PageLook | null },
  studio: Studio,
  options: RecordOptions,
): Promise<Produced & { takePath: string | null }> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const shot = startTake(request, studio.stage, { ...options, signal });
  const kept = request.keepsTake ? await keepTake(shot.frames, studio.folder) : null;
  try {
    const frames = kept?.frames ?? shot.frames;
    const onFrame = (frame: TakeFrame) => {
      if (frame.click) options.onPress?.(frame.timeMs);
      options.onFrame?.(frame);
    };
    const film = await produce({ frames, footage: shot }, request, studio, { ...options, signal, onFrame });
    const { redact = (told) => told } = request;
    const takePath = kept ? await kept.finish(redact(aboutTake(shot, request, studio.stage))) : null;
    return { ...film, takePath };
  } catch (error) {
    failed.abort(error);
    throw error;
  } finally {
    // A take that was stopped half-way still cleans up in the page.
    await shot.frames.return();
    await kept?.close();
  }
}

/** What a take's file tells beside its frames. */
export const aboutTake = (
  { snapshots, steps, script }: Take,
  { output, viewport, presentation, hides = [], look }: RecordRequest & { look: PageLook | null },
  { scale }: StageLayout,
) => ({
  fps: output.fps,
  viewport,
  scale,
  zoom: presentation.zoom,
  ...leadsOf(presentation),
  ...(look && { look }),
  hides: [...hides],
  snapshots,
  steps,
  script,
});

/** Begins to act a script out on the page that `request.session` has loaded. */
export function startTake(
  request: Omit<RecordRequest, 'gif' | 'watermark' | 'tempDir'> & { session: BrowserSession },
  stage: StageLayout,
  { signal, onStep, log }: RecordOptions,
): Take {
  const { presentation, output, session, script } = request;
  return take(session, script, {
    stage,
    signal,
    onStep,
    goOn: request.goOn,
    speech: request.speech,
    afterAct: request.afterAct,
    fps: output.fps,
    siteName: request.siteName,
    durationMs: request.durationMs,
    mostMs: request.mostMs,
    viewport: request.viewport,
    zoom: presentation.zoom,
    pointer: request.viewport.isMobile && !presentation.cursor.style ? 'finger' : 'cursor',
    ...leadsOf(presentation),
    load: { explain: request.explain, signal, log },
  });
}
