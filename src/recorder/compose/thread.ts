/**
 * The compositor's thread, started by `compositor.ts`. It decodes the pictures of incoming frames, draws what changed, and copies
 * each frame into memory that the main thread sees too.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { DressedPresentation } from '../contract/presentation.ts';
import type { StageLayout } from '../contract/stage-layout.ts';
import { reclaim } from '../reclaim.ts';
import { type CompositeRenderer, createCompositeRenderer } from './composite-renderer.ts';
import type { Zoomed } from './kept-stage.ts';
import type { FromThread, ThreadSetup, ToThread } from './messages.ts';
import { registerFonts } from './paint/fonts.ts';
import { createDecoder, decodedPictureCount } from './pixels/decoder.ts';
import { createPlanes, type Planes } from './pixels/planes.ts';
import { createStillPicker, type StillPicker } from './stills.ts';

type FrameMessage = Extract<ToThread, { type: 'frame' }>;
interface Compositing {
  renderer: CompositeRenderer;
  stills: StillPicker;
}

const port = parentPort;
if (!port) throw new Error('The compositor runs as a worker thread only.');
const setup = workerData as ThreadSetup;
const buffers = setup.buffers.map((memory) => new Uint8Array(memory));
// A drawn frame is read into new memory, which is reclaimed at once. Other frames only leave the browser's JPEG behind, 0.3 MB
// each.
const copiedFramesPerReclaim = 8;
const send = (message: FromThread) => port.postMessage(message);
const planes: Planes = createPlanes(setup.composite.stage, {
  count: decodedPictureCount,
  sizeBytes: largestPictureBytes(setup.composite.stage),
});
const decode = createDecoder(planes.pictureBuffers);

registerFonts();

const dressed = Promise.withResolvers<DressedPresentation>();
let isDressed = false;
const started = start();
// Messages are handled one after the other.
let lastTask: Promise<unknown> = started;
lastTask.catch(fail);

async function start(): Promise<Compositing> {
  const composite = { ...setup.composite, presentation: await dressed.promise };
  const renderer = await createCompositeRenderer(composite, { keepsFrames: true });
  send({ type: 'ready' });
  return { renderer, stills: createStillPicker(renderer, setup) };
}

let isStopping = false;
port.on('message', (message: ToThread) => {
  isStopping ||= message.type === 'stop';
  if (message.type === 'dress') {
    isDressed = true;
    dressed.resolve(message.presentation);
    return;
  }
  if (isStopping && !isDressed) {
    port.close();
    return;
  }
  lastTask = lastTask.then(async () => {
    if (isStopping) return;
    const compositing = await started;
    if (message.type === 'frame') await compose(compositing, message);
    else await finish(compositing.stills);
  });
  lastTask.catch(fail);
  // The thread ends by itself once its port is closed.
  if (isStopping) void lastTask.catch(() => undefined).finally(() => port.close());
});

/** The size of the largest picture that the browser draws: the whole output, or the whole page at half size or more. */
function largestPictureBytes({ width, height, content, scale }: StageLayout): number {
  const ratio = Math.max(1, 0.5 / scale);
  const area = Math.max(
    (width + 2) * (height + 2),
    (content.width * ratio + 2) * (content.height * ratio + 2),
  );
  return Math.ceil(area) * 4;
}

async function compose(
  { renderer, stills }: Compositing,
  { frame, slot, remainingMs, still, isGlance }: FrameMessage,
) {
  const startedMs = performance.now();
  const picture = frame.image && decode(frame.image);
  const decodedMs = performance.now();
  const composed = renderer.compose(frame, picture, remainingMs);
  const drawnMs = performance.now();
  if (composed) {
    const { zoomed, copied, drawn } = composed;
    if (zoomed) zoom(zoomed);
    if (copied) planes.convertPicture(copied.picture, copied.from, copied.to);
    for (const part of drawn) planes.convertCanvas(renderer.canvas, part);
    buffers[slot]?.set(planes.frame);
  }
  const readMs = performance.now();
  const spentMs = { decode: decodedMs - startedMs, draw: drawnMs - decodedMs, read: readMs - drawnMs };
  send({ type: 'composed', slot, isChanged: composed !== null, spentMs });
  const snapshot = await stills.addFrame(frame, still);
  if (snapshot) send({ type: 'snapshot', ...snapshot });
  const glance = isGlance ? await stills.glance(frame) : null;
  if (glance) send({ type: 'glance', bytes: glance });
  const hasReadAll = composed && !composed.copied && !(composed.zoomed && !composed.zoomed.base);
  if (composed && (hasReadAll || frame.index % copiedFramesPerReclaim === 0)) await reclaim();
}

function zoom({ base, view, to }: Zoomed) {
  const { width, height } = setup.composite.stage;
  if (base) {
    planes.convertCanvas(base, { x: 0, y: 0, width, height });
    planes.keep();
  } else planes.zoom(view, to);
}

async function finish(stills: StillPicker) {
  send({ type: 'finished', ...(await stills.finish()) });
}

function fail(error: unknown) {
  send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
