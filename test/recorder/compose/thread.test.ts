import { setTimeout as sleep } from 'node:timers/promises';
import { loadImage } from '@napi-rs/canvas';
import { afterEach, describe, expect, test } from 'vitest';
import { type ComposedFrame, type Compositor, startCompositor } from '../../../src/recorder/compose/index.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { type TakeFrame, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { capture, takeFrame } from '../../support/synthetic-take.ts';
import { rgbaFromYuv } from '../yuv.ts';
import { brightness, plainPresentation, renderedFrame, smallOutput } from './rendered-frame.ts';

const viewport = viewports.desktop;
const open: Compositor[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((compositor) => compositor.close()));
});

function openTestCompositor(look: Presentation = plainPresentation) {
  const presentation = resolvePresentation(look);
  const stage = layoutStage({ output: smallOutput, viewport, presentation });
  const compositor = startCompositor(
    { stage, presentation, backgroundImage: null, watermark: false, fps: 30 },
    { posterWidth: 320, snapshotWidth: 160 },
  );
  open.push(compositor);
  const pictures = [0, 200, 400].map((scrollY) => capture(stage, viewport, { scrollY }));
  const state = { pulled: 0 };
  async function* take(
    count: number,
    frameAt: (index: number) => Partial<TakeFrame>,
  ): AsyncGenerator<TakeFrame> {
    for (let index = 0; index < count; index++) {
      state.pulled++;
      yield takeFrame(stage, viewport, { index, image: pictures[index % 3] as Buffer, ...frameAt(index) });
    }
  }
  return {
    stage,
    compositor,
    state,
    compose: (
      count: number,
      frameAt: (index: number) => Partial<TakeFrame> = () => ({}),
      snapshots: number[] = [],
      posterAt: number | null = null,
    ) =>
      compositor.compose({
        frames: take(count, frameAt),
        frameCount: count,
        snapshotAt: (index) =>
          snapshots.includes(index) ? { label: `at ${index}`, isPoster: index === posterAt } : null,
      }),
  };
}

async function* released(frames: AsyncIterable<ComposedFrame>) {
  for await (const frame of frames) {
    yield frame;
    frame.release();
  }
}

async function collected(frames: AsyncIterable<ComposedFrame>): Promise<ComposedFrame[]> {
  const list = [];
  for await (const frame of frames) list.push(frame);
  return list;
}

describe('the compositor thread', () => {
  test('composes every frame, in order', async () => {
    const { compose, compositor, stage } = openTestCompositor();
    const tops = [];
    for await (const { pixels } of released(compose(7))) {
      tops.push(
        renderedFrame(stage, rgbaFromYuv(pixels, smallOutput))
          .at(stage.content.x + 300, stage.content.y + 100)
          .join(),
      );
    }
    expect(tops).toHaveLength(7);
    expect([tops[3], tops[4], tops[5]]).toEqual([tops[0], tops[1], tops[2]]);
    expect(compositor.times()).toMatchObject({ frames: 7, drawn: 7 });
  });

  test('stops pulling the take while nobody takes its frames: memory does not grow', async () => {
    const { compose, state } = openTestCompositor();
    const frames = compose(60)[Symbol.asyncIterator]();
    const held = [(await frames.next()).value as ComposedFrame];
    // A slow machine takes a while for each of those that it composes ahead.
    for (let before = 0; before !== state.pulled; await sleep(1_000)) before = state.pulled;
    expect(state.pulled).toBeLessThanOrEqual(5);
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
    const { compose, compositor } = openTestCompositor();
    const memory = [];
    for await (const { pixels } of released(compose(9, (index) => (index % 3 ? { image: null } : {})))) {
      memory.push(pixels.buffer);
    }
    expect(memory[1]).toBe(memory[0]);
    expect(memory[2]).toBe(memory[0]);
    expect(memory[3]).not.toBe(memory[0]);
    expect(compositor.times()).toMatchObject({ frames: 9, drawn: 3 });
  });

  test('fails with the error that ended the take', async () => {
    const { compositor } = openTestCompositor();
    const frames = (async function* (): AsyncGenerator<TakeFrame> {
      yield* [];
      throw new Error('the page crashed');
    })();
    const composed = compositor.compose({ frames, frameCount: 3, snapshotAt: () => null });
    await expect(collected(composed)).rejects.toThrow('the page crashed');
  });

  test('fails when a picture cannot be decoded', async () => {
    const { compose } = openTestCompositor();
    const frames = compose(3, (index) => (index === 1 ? { image: Buffer.from('no picture') } : {}));
    await expect(collected(released(frames))).rejects.toThrow(/could not be composed/);
  });

  describe('that starts before its presentation is known', () => {
    const opened = (given: Promise<ReturnType<typeof resolvePresentation>>) => {
      const stage = layoutStage({
        output: smallOutput,
        viewport,
        presentation: resolvePresentation(plainPresentation),
      });
      const compositor = startCompositor(
        { stage, presentation: given, backgroundImage: null, watermark: false, fps: 30 },
        { posterWidth: 320, snapshotWidth: 160 },
      );
      open.push(compositor);
      return { stage, compositor };
    };

    test('waits for it, and draws with it', async () => {
      const given = Promise.withResolvers<ReturnType<typeof resolvePresentation>>();
      const { stage, compositor } = opened(given.promise);
      const frames = (async function* () {
        yield takeFrame(stage, viewport, { index: 0, image: capture(stage, viewport) });
      })();
      const composed = collected(
        released(compositor.compose({ frames, frameCount: 1, snapshotAt: () => null })),
      );
      const early = await Promise.race([composed, new Promise((done) => setTimeout(done, 300, 'waits'))]);
      expect(early).toBe('waits');
      given.resolve(resolvePresentation({ ...plainPresentation, background: '#ff0000' }));
      const [{ pixels }] = (await composed) as [ComposedFrame];
      const [red, green] = renderedFrame(stage, rgbaFromYuv(pixels, smallOutput)).at(4, 4);
      expect(red).toBeGreaterThan(240);
      expect(green).toBeLessThan(15);
    });

    test('ends where it never comes', async () => {
      const { compositor } = opened(new Promise(() => undefined));
      await compositor.close();
      await expect(compositor.stills()).rejects.toThrow(/stopped/);
    });
  });

  test('can be stopped in the middle', async () => {
    const { compose, compositor } = openTestCompositor();
    const frames = released(compose(500));
    await frames.next();
    await compositor.close();
    await expect(collected(frames)).rejects.toThrow(/stopped/);
  });

  test('ends by itself when it is closed in the middle of a picture, and the process lives on', async () => {
    for (let round = 0; round < 12; round++) {
      const { compose, compositor } = openTestCompositor();
      const frames = compose(1000)[Symbol.asyncIterator]();
      for (let index = 0; index <= round % 4; index++) (await frames.next()).value.release();
      // By now the thread decodes or draws the next frame.
      await compositor.close();
      await expect(collected({ [Symbol.asyncIterator]: () => frames })).rejects.toThrow(
        'The compositor was stopped.',
      );
    }
  });
});

describe('stills', () => {
  test('the poster is a settled, detailed frame: not the first, not faded, not blank', async () => {
    const { compose, compositor, stage } = openTestCompositor({
      ...plainPresentation,
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
    for await (const _ of released(frames));
    const { poster, posterTimeMs } = await compositor.stills();
    expect(posterTimeMs).toBeGreaterThanOrEqual(500);
    const picture = await loadImage(poster!);
    expect([picture.width, picture.height]).toEqual([320, 180]);
    const canvas = createCanvas(320, 180);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const shown = renderedFrame({ ...stage, width: 320, height: 180 }, new Uint8Array(canvas.data()));
    expect(shown.at(1, 1)).toEqual([51, 102, 153]);
    expect(brightness(shown.at(160, 90))).toBeGreaterThan(200);
    const colors = new Set(Array.from({ length: 160 }, (_, x) => shown.at(80 + x, 66).join()));
    expect(colors.size).toBeGreaterThan(12);
  });

  test('the named poster waits until a page that moves by itself is at rest, but not for ever, and not on another page', async () => {
    const page = { title: 'Elsewhere', url: 'https://www.northwind.example/blog' };
    const cases: [(index: number) => Partial<TakeFrame>, number][] = [
      [() => ({ image: null }), 5],
      [(index) => (index < 20 ? {} : { image: null }), 22],
      [() => ({}), 5],
      [(index) => (index < 10 ? {} : { image: null, page }), 5],
      [(index) => (index < 55 ? {} : { image: null }), 5],
    ];
    for (const [frameAt, expected] of cases) {
      const { compose, compositor } = openTestCompositor();
      const frames = compose(70, (index) => (index === 0 ? {} : frameAt(index)), [5], 5);
      for await (const _ of released(frames));
      expect(Math.round(((await compositor.stills()).posterTimeMs * 30) / 1000)).toBe(expected);
    }
  });

  test('a named poster that is a close-up gives way to the same page from afar, where the film pulls back', async () => {
    const page = { title: 'Elsewhere', url: 'https://www.northwind.example/blog' };
    const close = { camera: { x: 360, y: 225, zoom: 1.6 } };
    const posterOf = async (afterwards: Partial<TakeFrame>) => {
      const { compose, compositor } = openTestCompositor();
      const frameAt = (index: number) =>
        index === 0 ? close : { image: null, ...(index < 40 ? close : afterwards) };
      for await (const _ of released(compose(70, frameAt, [5], 5)));
      return Math.round(((await compositor.stills()).posterTimeMs * 30) / 1000);
    };
    expect(await posterOf({})).toBe(41);
    expect(await posterOf({ page })).toBeLessThan(40);
    expect(await posterOf(close)).toBeLessThan(40);
  });

  test('snapshots are made of the frames that were asked for', async () => {
    const { compose, compositor } = openTestCompositor();
    for await (const _ of released(compose(12, () => ({}), [4, 9])));
    const { snapshots } = await compositor.stills();
    expect(snapshots.map(({ label }) => label)).toEqual(['at 4', 'at 9']);
    expect(snapshots.map(({ timeMs }) => Math.round(timeMs))).toEqual([133, 300]);
    for (const { bytes } of snapshots) expect((await loadImage(bytes)).width).toBe(160);
  });
});
