import { leadsOf } from '../contract/leads.ts';
import type { ResolvedPresentation } from '../contract/presentation.ts';
import {
  clampCamera,
  layoutStage,
  nearZoom,
  type StageLayout,
  wideCamera,
} from '../contract/stage-layout.ts';
import { leastCloseUp } from '../contract/still-moments.ts';
import type { Camera, FrameOutline, Output, TakeFrame } from '../contract/take-frame.ts';
import { recut } from './recut.ts';
import type { StoredTake } from './take-file.ts';
import type { KeptFrame, Timeline } from './timeline.ts';

/** A take as it stands on another stage: its frames, and what is known of them, with times in the new film. */
export interface RestagedTake extends Pick<Timeline, 'snapshots' | 'steps' | 'script'> {
  frames: AsyncGenerator<TakeFrame, void, void>;
  /** The same frames, whose pictures were not read. */
  outline: FrameOutline[];
  frameCount: number;
  /** When the film shows what it comes to, where its poster would miss that; else null. */
  outcomeMs: number | null;
  /** By how much the pictures of the whole page are enlarged. Above 1, text is softer than in a new recording. */
  enlargement: number;
}

/**
 * Puts a take on the stage of another presentation. The camera keeps its way and its times, except where a wide page comes into a narrow
 * picture: there it goes its own way (`recut`). The film keeps its length, unless the new
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
  const kept = outlineOn(timeline, { before, after, cameraAt });
  const recuts = presentation.zoom.enabled && nearZoom(stage) > 1;
  const outline = recuts ? recutOutline(kept, { fps, stage }) : kept;
  const closest = recuts ? Math.max(...outline.map(({ camera }) => camera.zoom)) : 1;
  return {
    frames: framesOf(take, outline),
    outline,
    frameCount: outline.length,
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
    outcomeMs: timeline.outcomeMs === undefined ? null : timeline.outcomeMs + laterMs,
    enlargement: (stage.scale * Math.min(closest, nearZoom(stage))) / timeline.scale,
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
  const isDeep = stage.depth > stage.height;
  // A take that was shot while the whole device stood in the picture has a camera that shows all of it, which no view does any more.
  const showedAll = isDeep && scale < stage.scale * 0.9;
  const unzoomed = (camera: Camera) =>
    isDeep && !showedAll ? clampCamera(stage, { ...camera, zoom: 1 }) : wide;
  if (!zoom.enabled || shot.intensity <= 1) return unzoomed;
  const closest = Math.max(1, Math.min(zoom.intensity, zoom.intensity * (scale / stage.scale)));
  const share = (closest - 1) / (shot.intensity - 1);
  return (camera) =>
    showedAll && camera.zoom < leastCloseUp
      ? wide
      : clampCamera(stage, { ...camera, zoom: 1 + (camera.zoom - 1) * share });
}

interface Restaging {
  before: number;
  after: number;
  cameraAt(camera: Camera): Camera;
}

function outlineOn({ frames, fps }: Timeline, { before, after, cameraAt }: Restaging): FrameOutline[] {
  const first = { ...frames[0]!, click: null };
  const last = frames.at(-1)!;
  const shown = [
    ...Array.from({ length: before }, (_, index) => (index === 0 ? first : held(first))),
    ...frames,
    ...Array.from({ length: after }, () => held(last)),
  ];
  return shown.map((frame, index) => ({
    ...frame,
    index,
    timeMs: (index * 1000) / fps,
    camera: cameraAt(frame.camera),
    shotZoom: frame.camera.zoom,
  }));
}

const recutOutline = (outline: FrameOutline[], on: { fps: number; stage: StageLayout }): FrameOutline[] => {
  const cameras = recut({ ...on, frames: outline, cameras: outline.map(({ camera }) => camera) });
  return outline.map((frame, index) => ({ ...frame, camera: cameras[index]! }));
};

/** A frame that is shown again brings no new picture and no second click. */
const held = (frame: KeptFrame): KeptFrame => ({ ...frame, picture: null, click: null });

async function* framesOf(take: StoredTake, outline: readonly FrameOutline[]) {
  for (const { picture, shotZoom: _, ...frame } of outline)
    yield { ...frame, image: picture && (await take.picture(picture)) };
}
