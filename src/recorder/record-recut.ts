import { rm } from 'node:fs/promises';
import type { BrowserSession } from './browser/index.ts';
import type { PageLook } from './contract/page-look.ts';
import { layoutShot } from './contract/shot-layout.ts';
import { recompose } from './recompose.ts';
import type { Recording, RecordOptions, RecordRequest } from './record-request.ts';
import { aboutTake, startTake } from './shoot.ts';
import { keepTake } from './takes/index.ts';

/** How much of what the caller counts as recording is the shooting; the rest is composing. */
const shootingShare = 0.7;

/**
 * Films a page that was laid out for a wide picture, for a narrow one: as a take on a wide stage, whose camera then gets its way for the
 * narrow one. Only when the whole take is known can the camera be where a press comes.
 */
export async function recordRecut(
  request: RecordRequest & { session: BrowserSession; look: PageLook | null },
  folder: string,
  options: RecordOptions,
): Promise<Omit<Recording, 'peakRssBytes'>> {
  const { signal, onProgress, onPress } = options;
  const startedMs = performance.now();
  const stage = layoutShot(request);
  const shot = startTake(request, stage, options);
  const kept = await keepTake(shot.frames, folder);
  let takePath: string;
  try {
    let count = 0;
    for await (const frame of kept.frames) {
      if (frame.click) onPress?.(frame.timeMs);
      const progress = shootingShare * Math.min(1, ++count / shot.frameCount);
      onProgress?.({ step: 'recording', progress, scriptStep: shot.steps.length });
    }
    const { redact = (told) => told } = request;
    takePath = await kept.finish(redact(aboutTake(shot, request, stage)));
  } finally {
    await shot.frames.return();
    await kept.close();
  }
  const captureMs = Math.round(performance.now() - startedMs);
  signal.throwIfAborted();
  const film = await recompose(
    { ...request, takePath },
    {
      ...options,
      onProgress: ({ step, progress }) =>
        onProgress?.({
          step,
          progress: step === 'recording' ? shootingShare + (1 - shootingShare) * progress : progress,
        }),
    },
  );
  const { enlargement: _, peakRssBytes: _peak, ...made } = film;
  if (!request.keepsTake) await rm(takePath);
  return {
    ...made,
    recordingLog: shot.steps,
    script: shot.script,
    takePath: request.keepsTake ? takePath : null,
    timingsMs: { ...made.timingsMs, capture: captureMs },
  };
}
