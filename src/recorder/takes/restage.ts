import { leadsOf } from '../contract/leads.ts';
import type { ResolvedPresentation } from '../contract/presentation.ts';
import { clampCamera, layoutStage, wideCamera } from '../contract/stage-layout.ts';
import type { Camera, Output, TakeFrame } from '../contract/take-frame.ts';
import type { StoredTake } from './take-file.ts';
import type { Timeline } from './timeline.ts';

/** A take as it stands on another stage: its frames, and what is known of them, with times in the new film. */
export interface RestagedTake extends Pick<Timeline, 'snapshots' | 'steps' | 'script'> {
  frames: AsyncGenerator<TakeFrame, void, void>;
  frameCount: number;
  /** By how much the pictures of the whole page are enlarged. Above 1, text is softer than in a new recording. */
  enlargement: number;
}

/**
 * Puts a take on the stage of another presentation. The camera keeps its way and its times, and the film its length, unless the new
 * presentation needs more time before the first movement or after the last one: then the first or the last picture stands longer.
 */
export function restage(
  take: StoredTake,
  { presentation, output }: { presentation: ResolvedPresentation; output: Pick<Output, 'width' | 'height'> },
): RestagedTake {
  const { timeline } = take;
  const { fps, viewport } = timeline;
  const stage = layoutStage({ output, viewport, presentation });
  const leads = leadsOf(presentation);
  const missing = (ms: number) => Math.max(0, Math.ceil((ms / 1000) * fps));
  const before = missing(leads.leadInMs - timeline.leadInMs);
  const after = missing(leads.leadOutMs - timeline.leadOutMs);
  const laterMs = (before * 1000) / fps;
  const cameraAt = cameraOn(timeline, stage, presentation.zoom);
  return {
    frames: framesOn(take, { before, after, cameraAt }),
    frameCount: before + timeline.frames.length + after,
    snapshots: timeline.snapshots.map((one) => ({
      ...one,
      index: one.index + before,
      timeMs: one.timeMs + laterMs,
    })),
    steps: timeline.steps.map((line) => ({
      ...line,
      startMs: line.startMs + laterMs,
      endMs: line.endMs + laterMs,
    })),
    script: timeline.script,
    enlargement: stage.scale / timeline.scale,
  };
}

/**
 * Where the camera stands on the new stage. The whole stage stays the whole stage. A close-up keeps its middle; its zoom grows and
 * shrinks with the intensity, and shows no less of the page than it did, since what it shows was chosen to fit.
 */
function cameraOn(
  { zoom: shot, scale }: Timeline,
  stage: ReturnType<typeof layoutStage>,
  zoom: ResolvedPresentation['zoom'],
): (camera: Camera) => Camera {
  const wide = wideCamera(stage);
  if (!zoom.enabled || shot.intensity <= 1) return () => wide;
  const closest = Math.max(1, Math.min(zoom.intensity, zoom.intensity * (scale / stage.scale)));
  const share = (closest - 1) / (shot.intensity - 1);
  return (camera) => clampCamera(stage, { ...camera, zoom: 1 + (camera.zoom - 1) * share });
}

interface Restaging {
  before: number;
  after: number;
  cameraAt(camera: Camera): Camera;
}

async function* framesOn(take: StoredTake, { before, after, cameraAt }: Restaging) {
  const { fps } = take.timeline;
  let index = 0;
  const next = (frame: TakeFrame, held = false): TakeFrame => ({
    ...frame,
    // A frame that is shown again brings no new picture and no second click.
    ...(held && { image: null, click: null }),
    index,
    timeMs: (index++ * 1000) / fps,
    camera: cameraAt(frame.camera),
  });
  let last = null as TakeFrame | null;
  for await (const frame of take.frames()) {
    if (!last) {
      if (before > 0) yield next({ ...frame, click: null });
      for (let count = 1; count < before; count++) yield next(frame, true);
    }
    yield next(frame);
    last = frame;
  }
  for (let count = 0; last && count < after; count++) yield next(last, true);
}
