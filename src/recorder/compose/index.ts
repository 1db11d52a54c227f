import { Worker } from 'node:worker_threads';
import type { TakeFrame } from '../contract/take-frame.ts';
import type { CompositeOptions } from './composite-renderer.ts';
import type { ComposeTimes, FromWorker, ToWorker, WorkerSetup } from './messages.ts';
import { FrameQueue } from './queue.ts';
import { SlotRing } from './slots.ts';
import type { Snapshot, StillWish } from './stills.ts';

/**
 * The compositor: clean frames of a take become finished frames of the film, drawn with Skia in a thread of its own.
 * Only `record.ts` comes in; it knows the take's types and the stage, nothing of browsers or encoders.
 */
export interface ComposedFrame {
  /**
   * Planar YUV 4:2:0, BT.709, limited range; good until `release`. The same memory comes again for a frame in which
   * nothing changed.
   */
  pixels: Uint8Array;
  release(): void;
}

export interface Stills {
  /** PNG; null for a film without frames. */
  poster: Uint8Array | null;
  posterTimeMs: number;
  snapshots: Snapshot[];
}

export interface TakeToCompose {
  frames: AsyncIterable<TakeFrame>;
  /** How many frames will come, asked with each, since a film may grow: outro and fade begin before the last. */
  readonly frameCount: number;
  /** Whether a still is to be kept of this frame; null for most. */
  snapshotAt(index: number): StillWish | null;
}

export interface Compositor {
  /** Composes a whole take, once. Pulls frames no faster than the caller releases composed ones. */
  compose(take: TakeToCompose): AsyncIterable<ComposedFrame>;
  /** After the last frame: the stills picked on the way. */
  stills(): Promise<Stills>;
  /** Sums over all frames, ms; `frames` counts all, `drawn` those that were not a repetition. */
  times(): ComposeTimes & { frames: number; drawn: number };
  /** Ends the thread; whoever waits gets an error. */
  close(): Promise<void>;
}

/**
 * Four frames of memory: one being drawn, one being written to the encoder, the newest kept for repetitions, and one
 * so that neither waits for the other.
 */
const slotCount = 4;

// A frame takes 20 ms, on a machine that does ten other things as well 200.
const patienceMs = 4_000;

/** Starts the thread and paints what never changes; resolves at once, the first frame waits for it. */
export function startCompositor(
  film: CompositeOptions,
  stillWidths: { posterWidth: number; snapshotWidth: number },
): Compositor {
  const { width, height } = film.stage;
  const slots = new SlotRing(slotCount, width * height * 1.5);
  const setup: WorkerSetup = { film, slots: slots.memory, ...stillWidths };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: setup });
  const composed = new FrameQueue<ComposedFrame>();
  const sums = { decode: 0, draw: 0, read: 0, frames: 0, drawn: 0 };
  const snapshots: Snapshot[] = [];
  const finished = Promise.withResolvers<Stills>();
  finished.promise.catch(() => undefined);
  let newest: number | null = null;

  const fail = (error: Error) => {
    slots.close(error);
    composed.fail(error);
    finished.reject(error);
  };
  const deliver = (slot: number, fresh: boolean) => {
    if (fresh) {
      if (newest !== null) slots.release(newest);
      newest = slot;
    } else slots.release(slot);
    const shown = newest ?? slot;
    slots.hold(shown);
    composed.push({
      pixels: new Uint8Array(slots.memory[shown] as SharedArrayBuffer),
      release: () => slots.release(shown),
    });
  };
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'composed') {
      sums.frames++;
      sums.drawn += message.fresh ? 1 : 0;
      for (const part of ['decode', 'draw', 'read'] as const) sums[part] += message.spentMs[part];
      deliver(message.slot, message.fresh);
    } else if (message.type === 'snapshot') {
      snapshots.push({ timeMs: message.timeMs, label: message.label, bytes: message.bytes });
    } else if (message.type === 'finished') {
      finished.resolve({ poster: message.poster, posterTimeMs: message.posterTimeMs, snapshots });
      composed.finish();
    } else if (message.type === 'failed')
      fail(new Error(`A frame could not be composed: ${message.message}`));
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      fail(new Error('The compositor was stopped.'));
      resolve();
    });
  });
  let closed: Promise<void> | null = null;

  const say = (message: ToWorker) => worker.postMessage(message);
  const feed = async (take: TakeToCompose) => {
    for await (const frame of take.frames) {
      const slot = await slots.take();
      const remainingMs = Math.max(0, ((take.frameCount - 1 - frame.index) / film.fps) * 1000);
      say({ type: 'frame', frame, slot, remainingMs, snapshot: take.snapshotAt(frame.index) });
    }
    say({ type: 'finish' });
  };
  return {
    compose(take) {
      feed(take).catch(fail);
      return composed;
    },
    stills: () => finished.promise,
    times: () => ({ ...sums }),
    close: () => {
      closed ??= stop(worker, exited);
      return closed;
    },
  };
}

/**
 * Lets the thread end by itself: one that is terminated in the midst of decoding a picture takes the whole process with it
 * (SIGABRT). Only where it hangs is there no other way.
 */
async function stop(worker: Worker, exited: Promise<void>): Promise<void> {
  worker.postMessage({ type: 'stop' } satisfies ToWorker);
  const hung = setTimeout(() => void worker.terminate(), patienceMs);
  await exited;
  clearTimeout(hung);
}
