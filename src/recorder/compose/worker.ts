import { parentPort, workerData } from 'node:worker_threads';
import { Image } from '@napi-rs/canvas';
import { reclaim } from '../reclaim.ts';
import { createFilm, type Film } from './film.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.ts';
import { createPlanes, type Planes } from './planes.ts';
import { createStillPicker, type StillPicker } from './stills.ts';

/**
 * The compositor's own thread: frames come in, are decoded ahead (in libuv's pool, beside the drawing of the frame
 * before), drawn in order, and copied into memory that the main thread sees too.
 */
type FrameMessage = Extract<ToWorker, { type: 'frame' }>;
interface Room {
  film: Film;
  planes: Planes;
  stills: StillPicker;
}
type Decoded = { picture: Image | null; decodeMs: number };

const port = parentPort;
if (!port) throw new Error('The compositor runs as a worker thread only.');
const setup = workerData as WorkerSetup;
const slots = setup.slots.map((memory) => new Uint8Array(memory));
const say = (message: FromWorker) => port.postMessage(message);

// Messages are handled one after the other, each after its own picture is decoded.
let turn: Promise<unknown> = start();
turn.catch(fail);

async function start() {
  const film = await createFilm(setup.film);
  say({ type: 'ready' });
  return { film, planes: createPlanes(setup.film.stage), stills: createStillPicker(film, setup) };
}

const studio = turn as ReturnType<typeof start>;

port.on('message', (message: ToWorker) => {
  const decoding = message.type === 'frame' ? decode(message.frame.image) : null;
  decoding?.catch(() => undefined);
  turn = turn.then(async () => {
    const room = await studio;
    if (message.type === 'frame') await compose(room, message, await (decoding as Promise<Decoded>));
    else await finish(room.stills);
  });
  turn.catch(fail);
});

async function decode(image: Uint8Array | null): Promise<Decoded> {
  if (!image) return { picture: null, decodeMs: 0 };
  const startedMs = performance.now();
  // `loadImage` keeps the picture a little longer, so that the next one needs new memory: 6.8 ms instead of 6.
  const picture = new Image();
  picture.src = image;
  await picture.decode();
  return { picture, decodeMs: performance.now() - startedMs };
}

async function compose({ film, planes, stills }: Room, message: FrameMessage, decoded: Decoded) {
  const { frame, slot, remainingMs, snapshot: wish } = message;
  const startedMs = performance.now();
  const changed = film.compose(frame, decoded.picture, remainingMs);
  const drawnMs = performance.now();
  if (changed) {
    planes.update(film.canvas, changed);
    slots[slot]?.set(planes.frame);
  }
  const readMs = performance.now();
  const spentMs = { decode: decoded.decodeMs, draw: drawnMs - startedMs, read: readMs - drawnMs };
  say({ type: 'composed', slot, fresh: changed !== null, spentMs });
  const snapshot = await stills.consider(frame, wish);
  if (snapshot) say({ type: 'snapshot', ...snapshot });
  if (changed) await reclaim();
}

async function finish(stills: StillPicker) {
  say({ type: 'finished', ...(await stills.finish()) });
}

function fail(error: unknown) {
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
