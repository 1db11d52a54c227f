import { parentPort, workerData } from 'node:worker_threads';
import type { StageLayout } from '../contract/stage-layout.ts';
import { reclaim } from '../reclaim.ts';
import { type CompositeRenderer, createCompositeRenderer } from './composite-renderer.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.ts';
import { createDecoder, decodedAtOnce } from './pixels/decoder.ts';
import { createPlanes, type Planes } from './pixels/planes.ts';
import { createStillPicker, type StillPicker } from './stills.ts';

/**
 * The compositor's own thread: frames come in, are decoded, drawn as far as they must be, and copied into memory that the
 * main thread sees too.
 */
type FrameMessage = Extract<ToWorker, { type: 'frame' }>;
interface Room {
  film: CompositeRenderer;
  stills: StillPicker;
}

const port = parentPort;
if (!port) throw new Error('The compositor runs as a worker thread only.');
const setup = workerData as WorkerSetup;
const slots = setup.slots.map((memory) => new Uint8Array(memory));
// Drawn frames are read into new memory each, the others leave the browser's pictures behind, 0.3 MB.
const framesAReclaim = 8;
const say = (message: FromWorker) => port.postMessage(message);
const sizeBytes = pictureBytes(setup.film.stage);
const planes: Planes = createPlanes(setup.film.stage, { count: decodedAtOnce, sizeBytes });
const decode = createDecoder(planes.rooms);

// Messages are handled one after the other.
let turn: Promise<unknown> = start();
turn.catch(fail);

async function start(): Promise<Room> {
  const film = await createCompositeRenderer(setup.film);
  say({ type: 'ready' });
  return { film, stills: createStillPicker(film, setup) };
}

const studio = turn as ReturnType<typeof start>;

let stopping = false;
port.on('message', (message: ToWorker) => {
  stopping ||= message.type === 'stop';
  turn = turn.then(async () => {
    if (stopping) return;
    const room = await studio;
    if (message.type === 'frame') await compose(room, message);
    else await finish(room.stills);
  });
  turn.catch(fail);
  // With nobody to listen to, the thread ends by itself.
  if (stopping) void turn.catch(() => undefined).finally(() => port.close());
});

/** Of the largest picture that the browser draws: all of the output, or the whole page, which it draws at half size at least. */
function pictureBytes({ width, height, content, scale }: StageLayout): number {
  const ratio = Math.max(1, 0.5 / scale);
  const area = Math.max(
    (width + 2) * (height + 2),
    (content.width * ratio + 2) * (content.height * ratio + 2),
  );
  return Math.ceil(area) * 4;
}

async function compose({ film, stills }: Room, { frame, slot, remainingMs, snapshot: wish }: FrameMessage) {
  const startedMs = performance.now();
  const picture = frame.image && decode(frame.image);
  const decodedMs = performance.now();
  const composed = film.compose(frame, picture, remainingMs);
  const drawnMs = performance.now();
  if (composed) {
    const { taken, drawn } = composed;
    if (taken) planes.take(taken.picture, taken.from, taken.to);
    for (const part of drawn) planes.update(film.canvas, part);
    slots[slot]?.set(planes.frame);
  }
  const readMs = performance.now();
  const spentMs = { decode: decodedMs - startedMs, draw: drawnMs - decodedMs, read: readMs - drawnMs };
  say({ type: 'composed', slot, fresh: composed !== null, spentMs });
  const snapshot = await stills.consider(frame, wish);
  if (snapshot) say({ type: 'snapshot', ...snapshot });
  if (composed && (!composed.taken || frame.index % framesAReclaim === 0)) await reclaim();
}

async function finish(stills: StillPicker) {
  say({ type: 'finished', ...(await stills.finish()) });
}

function fail(error: unknown) {
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
