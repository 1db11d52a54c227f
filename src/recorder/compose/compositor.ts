import { Worker } from 'node:worker_threads';
import type { DressedPresentation } from '../contract/presentation.ts';
import type { TakeFrame } from '../contract/take-frame.ts';
import type { CompositeOptions } from './composite-renderer.ts';
import { type ComposedFrame, FrameBuffers, FrameDelivery } from './frame-buffers.ts';
import type { ComposeTimes, FromThread, ThreadSetup, ToThread } from './messages.ts';
import type { Snapshot, StillRequest } from './stills.ts';

export interface Stills {
  /** PNG; null for a film without frames. */
  poster: Uint8Array | null;
  posterTimeMs: number;
  snapshots: Snapshot[];
}

export interface TakeToCompose {
  frames: AsyncIterable<TakeFrame>;
  /**
   * How many frames the film will have. It is read again for each frame, since a film may grow on the way: outro and fade begin
   * before the last frame.
   */
  readonly frameCount: number;
  /** Whether a still of this frame is to be kept; null for most frames. */
  snapshotAt(index: number): StillRequest | null;
  /** Gets a small JPEG of the newest frame about once a second, for whoever watches the film being made. */
  onGlance?: ((picture: Uint8Array) => void) | undefined;
}

export type CompositeSetup = Omit<CompositeOptions, 'presentation'> & {
  presentation: DressedPresentation | Promise<DressedPresentation>;
};

export interface Compositor {
  /** Composes one whole take. It pulls frames no faster than the caller releases composed ones. */
  compose(take: TakeToCompose): AsyncIterable<ComposedFrame>;
  /** Resolves after the last frame. */
  stills(): Promise<Stills>;
  /** Sums over all frames, ms. `frames` counts all frames, `drawn` those that differed from the one before. */
  times(): ComposeTimes & { frames: number; drawn: number };
  /** Ends the thread. Pending waits are rejected. */
  close(): Promise<void>;
}

/**
 * Four frames of memory: one is drawn, one is written to the encoder, and the newest is kept for repetitions. With the fourth,
 * drawing and encoding do not wait for each other.
 */
const bufferCount = 4;

// A frame takes 20 ms, and 200 ms on a machine that does ten other things as well.
const patienceMs = 4_000;

/** A glance at 1080p takes 6 ms of the processor, less than a frame. */
const glanceEveryMs = 1_000;

/**
 * Starts the thread, which paints what never changes. Returns at once; the first frame waits for the thread. Where the page has a say in the
 * presentation, it may come later: the thread needs 0.2 s to be there, and loads its programs meanwhile.
 */
export function startCompositor(
  { presentation, ...composite }: CompositeSetup,
  stillWidths: { posterWidth: number; snapshotWidth: number },
): Compositor {
  const { width, height } = composite.stage;
  const buffers = new FrameBuffers(bufferCount, width * height * 1.5);
  const setup: ThreadSetup = { composite, buffers: buffers.memory, ...stillWidths };
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: setup });
  // Where it never comes, the caller has a fault of its own and closes the compositor.
  void Promise.resolve(presentation).then(
    (dressed) => thread.postMessage({ type: 'dress', presentation: dressed } satisfies ToThread),
    () => undefined,
  );
  const delivery = new FrameDelivery(buffers);
  const sums = { decode: 0, draw: 0, read: 0, frames: 0, drawn: 0 };
  const snapshots: Snapshot[] = [];
  let onGlance: TakeToCompose['onGlance'];
  const finished = Promise.withResolvers<Stills>();
  finished.promise.catch(() => undefined);

  const fail = (error: Error) => {
    buffers.close(error);
    delivery.frames.fail(error);
    finished.reject(error);
  };
  thread.on('message', (message: FromThread) => {
    if (message.type === 'composed') {
      sums.frames++;
      sums.drawn += message.isChanged ? 1 : 0;
      for (const part of ['decode', 'draw', 'read'] as const) sums[part] += message.spentMs[part];
      delivery.deliver(message.slot, message.isChanged);
    } else if (message.type === 'snapshot') {
      snapshots.push({ timeMs: message.timeMs, label: message.label, bytes: message.bytes });
    } else if (message.type === 'glance') {
      onGlance?.(message.bytes);
    } else if (message.type === 'finished') {
      finished.resolve({ poster: message.poster, posterTimeMs: message.posterTimeMs, snapshots });
      delivery.frames.finish();
    } else if (message.type === 'failed')
      fail(new Error(`A frame could not be composed: ${message.message}`));
  });
  thread.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  const exited = new Promise<void>((resolve) => {
    thread.on('exit', () => {
      fail(new Error('The compositor was stopped.'));
      resolve();
    });
  });
  let closed: Promise<void> | null = null;

  return {
    compose(take) {
      onGlance = take.onGlance;
      feed(thread, buffers, take, composite.fps).catch(fail);
      return delivery.frames;
    },
    stills: () => finished.promise,
    times: () => ({ ...sums }),
    close: () => {
      closed ??= stop(thread, exited);
      return closed;
    },
  };
}

/** Sends the frames of `take` to the thread, each as soon as there is a free buffer for it. */
async function feed(thread: Worker, buffers: FrameBuffers, take: TakeToCompose, fps: number) {
  const send = (message: ToThread) => thread.postMessage(message);
  let glancedMs = performance.now();
  let isFirst = true;
  for await (const frame of take.frames) {
    const slot = await buffers.take();
    const remainingMs = Math.max(0, ((take.frameCount - 1 - frame.index) / fps) * 1000);
    // A short film is made in less than a second. It is seen once too, when half of it is made.
    const isDue =
      performance.now() - glancedMs >= glanceEveryMs ||
      (isFirst && frame.index >= Math.floor(take.frameCount / 2));
    const isGlance = take.onGlance !== undefined && isDue;
    if (isGlance) {
      glancedMs = performance.now();
      isFirst = false;
    }
    send({ type: 'frame', frame, slot, remainingMs, still: take.snapshotAt(frame.index), isGlance });
  }
  send({ type: 'finish' });
}

/**
 * Lets the thread end by itself: a thread that is terminated while it decodes a picture aborts the whole process (SIGABRT). Only
 * a thread that hangs is terminated.
 */
async function stop(thread: Worker, exited: Promise<void>): Promise<void> {
  thread.postMessage({ type: 'stop' } satisfies ToThread);
  const hung = setTimeout(() => void thread.terminate(), patienceMs);
  await exited;
  clearTimeout(hung);
}
