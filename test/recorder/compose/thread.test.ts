import { loadImage } from '@napi-rs/canvas';
import { afterEach, describe, expect, test } from 'vitest';
import { type ComposedFrame, type Compositor, startCompositor } from '../../../src/recorder/compose/index.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { type TakeFrame, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { fromPlanes } from '../planar.ts';
import { bare, brightness, print, smallOutput } from './darkroom.ts';
import { capture, takeFrame } from './synthetic-take.ts';

const viewport = viewports.desktop;
const open: Compositor[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((compositor) => compositor.close()));
});

function studio(look: Presentation = bare) {
  const presentation = resolvePresentation(look);
  const stage = layoutStage({ output: smallOutput, viewport, presentation });
  const compositor = startCompositor(
    { stage, presentation, backgroundImage: null, watermark: false, fps: 30 },
    { posterWidth: 320, snapshotWidth: 160 },
  );
  open.push(compositor);
  const pictures = [0, 200, 400].map((scrollY) => capture(stage, viewport, { scrollY }));
  const state = { pulled: 0 };
  async function* take(count: number, of: (index: number) => Partial<TakeFrame>): AsyncGenerator<TakeFrame> {
    for (let index = 0; index < count; index++) {
      state.pulled++;
      yield takeFrame(stage, viewport, { index, image: pictures[index % 3] as Buffer, ...of(index) });
    }
  }
  return {
    stage,
    compositor,
    state,
    compose: (
      count: number,
      of: (index: number) => Partial<TakeFrame> = () => ({}),
      snapshots: number[] = [],
      posterAt: number | null = null,
    ) =>
      compositor.compose({
        frames: take(count, of),
        frameCount: count,
        snapshotAt: (index) =>
          snapshots.includes(index) ? { label: `at ${index}`, isPoster: index === posterAt } : null,
      }),
  };
}

async function* passing(frames: AsyncIterable<ComposedFrame>) {
  for await (const frame of frames) {
    yield frame;
    frame.release();
  }
}

async function all(frames: AsyncIterable<ComposedFrame>): Promise<ComposedFrame[]> {
  const list = [];
  for await (const frame of frames) list.push(frame);
  return list;
}

describe('the compositor thread', () => {
  test('composes every frame, in order', async () => {
    const { compose, compositor, stage } = studio();
    const tops = [];
    for await (const { pixels } of passing(compose(7))) {
      tops.push(
        print(stage, fromPlanes(pixels, smallOutput))
          .at(stage.content.x + 300, stage.content.y + 100)
          .join(),
      );
    }
    expect(tops).toHaveLength(7);
    expect([tops[3], tops[4], tops[5]]).toEqual([tops[0], tops[1], tops[2]]);
    expect(compositor.times()).toMatchObject({ frames: 7, drawn: 7 });
  });

  test('stops pulling the take while nobody takes its frames: memory does not grow', async () => {
    const { compose, state } = studio();
    const frames = compose(60)[Symbol.asyncIterator]();
    const held = [(await frames.next()).value as ComposedFrame];
    await new Promise((done) => setTimeout(done, 400));
    const stalledAt = state.pulled;
    expect(stalledAt).toBeLessThanOrEqual(5);
    await new Promise((done) => setTimeout(done, 200));
    expect(state.pulled).toBe(stalledAt);
    let count = 1;
    for (;;) {
      held.shift()?.release();
      const next = await frames.next();
      if (next.done) break;
      held.push(next.value);
      count++;
    }
    expect(count).toBe(60);
  });

  test('gives the same memory again where nothing changed, and draws nothing', async () => {
    const { compose, compositor } = studio();
    const memory = [];
    for await (const { pixels } of passing(compose(9, (index) => (index % 3 ? { image: null } : {})))) {
      memory.push(pixels.buffer);
    }
    expect(memory[1]).toBe(memory[0]);
    expect(memory[2]).toBe(memory[0]);
    expect(memory[3]).not.toBe(memory[0]);
    expect(compositor.times()).toMatchObject({ frames: 9, drawn: 3 });
  });

  test('passes on what ends the take', async () => {
    const { compositor } = studio();
    const frames = (async function* (): AsyncGenerator<TakeFrame> {
      yield* [];
      throw new Error('the page crashed');
    })();
    const composed = compositor.compose({ frames, frameCount: 3, snapshotAt: () => null });
    await expect(all(composed)).rejects.toThrow('the page crashed');
  });

  test('says so when a picture cannot be read', async () => {
    const { compose } = studio();
    const frames = compose(3, (index) => (index === 1 ? { image: Buffer.from('no picture') } : {}));
    await expect(all(passing(frames))).rejects.toThrow(/could not be composed/);
  });

  test('can be stopped in the middle', async () => {
    const { compose, compositor } = studio();
    const frames = passing(compose(500));
    await frames.next();
    await compositor.close();
    await expect(all(frames)).rejects.toThrow(/stopped/);
  });

  test('closed in the midst of a picture ends by itself, and the process lives on', async () => {
    for (let round = 0; round < 12; round++) {
      const { compose, compositor } = studio();
      const frames = compose(1000)[Symbol.asyncIterator]();
      for (let index = 0; index <= round % 4; index++) (await frames.next()).value.release();
      // The thread is decoding or drawing the next by now.
      await compositor.close();
      await expect(all({ [Symbol.asyncIterator]: () => frames })).rejects.toThrow(
        'The compositor was stopped.',
      );
    }
  });
});

describe('stills', () => {
  test('the poster is a settled, detailed frame: not the first, not faded, not blank', async () => {
    const { compose, compositor, stage } = studio({
      ...bare,
      fade: { inMs: 200, outMs: 200 },
      windowAnimation: { intro: true, outro: true, introDurationMs: 200, outroDurationMs: 200 },
    });
    const { createCanvas } = await import('@napi-rs/canvas');
    const blank = createCanvas(stage.content.width, stage.content.height);
    const context = blank.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, blank.width, blank.height);
    const empty = blank.encodeSync('jpeg', 90);
    // Blank until frame 15, then the page, at rest from frame 16 on.
    const frames = compose(40, (index) =>
      index === 0 ? { image: empty } : index === 15 ? {} : { image: null },
    );
    for await (const _ of passing(frames));
    const { poster, posterTimeMs } = await compositor.stills();
    expect(posterTimeMs).toBeGreaterThanOrEqual(500);
    const picture = await loadImage(poster!);
    expect([picture.width, picture.height]).toEqual([320, 180]);
    const canvas = createCanvas(320, 180);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const shown = print({ ...stage, width: 320, height: 180 }, new Uint8Array(canvas.data()));
    expect(shown.at(1, 1)).toEqual([51, 102, 153]);
    expect(brightness(shown.at(160, 90))).toBeGreaterThan(200);
    const colors = new Set(Array.from({ length: 160 }, (_, x) => shown.at(80 + x, 66).join()));
    expect(colors.size).toBeGreaterThan(12);
  });

  test('the frame named as the poster waits for a page that moves by itself, not for ever, and not on another page', async () => {
    const page = { title: 'Elsewhere', url: 'https://www.northwind.example/blog' };
    const cases: [(index: number) => Partial<TakeFrame>, number][] = [
      [() => ({ image: null }), 5],
      [(index) => (index < 20 ? {} : { image: null }), 22],
      [() => ({}), 5],
      [(index) => (index < 10 ? {} : { image: null, page }), 5],
      [(index) => (index < 55 ? {} : { image: null }), 5],
    ];
    for (const [of, expected] of cases) {
      const { compose, compositor } = studio();
      const frames = compose(70, (index) => (index === 0 ? {} : of(index)), [5], 5);
      for await (const _ of passing(frames));
      expect(Math.round(((await compositor.stills()).posterTimeMs * 30) / 1000)).toBe(expected);
    }
  });

  test('snapshots are kept of the frames asked for', async () => {
    const { compose, compositor } = studio();
    for await (const _ of passing(compose(12, () => ({}), [4, 9])));
    const { snapshots } = await compositor.stills();
    expect(snapshots.map(({ label }) => label)).toEqual(['at 4', 'at 9']);
    expect(snapshots.map(({ timeMs }) => Math.round(timeMs))).toEqual([133, 300]);
    for (const { bytes } of snapshots) expect((await loadImage(bytes)).width).toBe(160);
  });
});
