import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { parseColor } from '../../../src/recorder/compose/paint/color.ts';
import { backdropCss, backdrops } from '../../../src/recorder/contract/backdrops.ts';
import type { Presentation } from '../../../src/recorder/contract/presentation.ts';
import {
  clampCamera,
  onOutput,
  visibleClip,
  wideCamera,
} from '../../../src/recorder/contract/stage-layout.ts';
import type { Point } from '../../../src/recorder/contract/take-frame.ts';
import { capture } from '../../support/synthetic-take.ts';
import {
  brightness,
  changedBox,
  createFrameRenderer,
  plainPresentation,
  type RenderedFrame,
} from './rendered-frame.ts';

/** Rows of a frame, as wide as the HUD's text. */
function cropped(frame: RenderedFrame, top: number, height: number): RenderedFrame {
  const { width } = frame.stage;
  const rows = Array.from({ length: Math.round(height) }, (_, row) => {
    const start = (Math.round(top) + row) * width * 4;
    return frame.pixels.subarray(start, start + 120 * 4);
  });
  const pixels = new Uint8Array(Buffer.concat(rows));
  return { ...frame, stage: { ...frame.stage, width: 120, height: rows.length }, pixels };
}

const render = async (presentation: Presentation, options: Parameters<typeof createFrameRenderer>[1] = {}) =>
  (await createFrameRenderer({ ...plainPresentation, ...presentation }, options)).render();

describe('background', () => {
  test.each([
    ['#ff0000', [255, 0, 0]],
    ['rebeccapurple', [102, 51, 153]],
    ['rgb(1 2 3)', [1, 2, 3]],
    ['hsl(120 100% 50%)', [0, 255, 0]],
  ])('%s fills the stage with that colour', async (background, color) => {
    const frame = await render({ background });
    expect(frame.at(2, 2)).toEqual(color);
    expect(frame.at(637, 4)).toEqual(color);
  });

  test('a gradient runs from one colour to the other at its angle, without bands', async () => {
    const across = await render({ background: { from: '#000000', to: '#ff0000', angle: 90 }, padding: 0.3 });
    expect(across.at(1, 5)[0]).toBeLessThan(6);
    expect(across.at(638, 5)[0]).toBeGreaterThan(249);
    expect(Math.abs(across.at(10, 2)[0] - across.at(10, 357)[0])).toBeLessThan(4);
    const down = await render({ background: { from: '#000000', to: '#ff0000', angle: 180 }, padding: 0.3 });
    expect(down.at(5, 1)[0]).toBeLessThan(6);
    expect(down.at(5, 358)[0]).toBeGreaterThan(249);
    // Dithered: in a gradient this flat, a row of one value would be a band.
    const flat = await render({ background: { from: '#101010', to: '#141414', angle: 180 } });
    const row = Array.from({ length: 80 }, (_, x) => flat.at(x, 12)[0]);
    expect(new Set(row).size).toBeGreaterThan(1);
  });

  test('there are at least 16 presets, midnight first, each a picture of its own', async () => {
    expect(backdrops.length).toBeGreaterThanOrEqual(16);
    expect(backdrops[0]?.id).toBe('midnight');
    const corners = new Set<string>();
    for (const { id } of backdrops) {
      const frame = await render({ background: id });
      corners.add([frame.at(3, 3), frame.at(636, 3), frame.at(3, 356), frame.at(636, 356)].join('/'));
    }
    expect(corners.size).toBe(backdrops.length);
  });

  test('a preset may be given by the CSS that the catalogue shows for it', async () => {
    const [byId, byCss] = await Promise.all([
      render({ background: 'sunset' }),
      render({ background: backdropCss(backdrops.find(({ id }) => id === 'sunset')!) }),
    ]);
    expect(changedBox(byId, byCss, 0)).toBeNull();
  });

  test('a text that cannot be read gives the default background and no failure', async () => {
    const [nonsense, standard] = await Promise.all([
      render({ background: 'no such thing' }),
      render({ background: 'midnight' }),
    ]);
    expect(changedBox(nonsense, standard, 0)).toBeNull();
  });

  test('an image covers the stage and keeps its proportions', async () => {
    const picture = createCanvas(100, 200);
    const context = picture.getContext('2d');
    for (const [color, y] of [
      ['#ff0000', 0],
      ['#00ff00', 50],
      ['#0000ff', 150],
    ] as const) {
      context.fillStyle = color;
      context.fillRect(0, y, 100, 200);
    }
    const frame = await render(
      { background: { imageUrl: 'https://example.com/a.png' } },
      { backgroundImage: picture.encodeSync('png') },
    );
    // 100 x 200 over 640 x 360 shows the middle 56 rows: the green part alone.
    expect(frame.at(2, 2)).toEqual([0, 255, 0]);
    expect(frame.at(2, 357)).toEqual([0, 255, 0]);
  });
});

describe('mockup and padding', () => {
  test('each mockup has its own bar, and none has no bar', async () => {
    const bars = new Map<string, [number, number, number]>();
    for (const mockup of ['macos-light', 'macos-dark', 'minimal'] as const) {
      const frame = await render({ mockup });
      const { window, barHeight } = frame.stage;
      bars.set(mockup, frame.at(window.x + window.width * 0.2, window.y + barHeight / 2));
    }
    expect(brightness(bars.get('macos-light')!)).toBeGreaterThan(225);
    expect(brightness(bars.get('macos-dark')!)).toBeLessThan(70);
    expect(brightness(bars.get('minimal')!)).toBeGreaterThan(248);
    expect((await render({ mockup: 'none' })).stage.barHeight).toBe(0);
  });

  test('macOS windows have the three lights and name the page', async () => {
    const renderer = await createFrameRenderer({ ...plainPresentation, mockup: 'macos-light' });
    const frame = await renderer.render();
    const { window, barHeight, unit } = frame.stage;
    const light = (at: number) => frame.at(window.x + (22 + at * 20) * unit, window.y + barHeight / 2 - 0.5);
    const [red, yellow, green] = [light(0), light(1), light(2)];
    expect(red[0] - red[2]).toBeGreaterThan(90);
    expect(yellow[0] - yellow[2]).toBeGreaterThan(120);
    expect(green[1] - green[0]).toBeGreaterThan(90);
    const renamed = await renderer.render({
      page: { title: 'x', url: 'https://other.example/a/long/path' },
      image: null,
    });
    const box = changedBox(frame, renamed, 12);
    expect(box!.top).toBeGreaterThanOrEqual(window.y);
    expect(box!.bottom).toBeLessThan(window.y + barHeight);
  });

  test('the window has round corners and a shadow below it', async () => {
    const frame = await render({ background: '#ffffff' });
    const { window } = frame.stage;
    const corner = frame.at(window.x, window.y + window.height - 1);
    const inside = frame.at(window.x + 12, window.y + window.height - 12);
    expect(brightness(corner)).toBeLessThan(brightness(inside));
    const below = frame.at(window.x + window.width / 2, window.y + window.height + 4);
    const far = frame.at(3, 3);
    expect(brightness(below)).toBeLessThan(brightness(far) - 25);
  });

  test('more padding makes a smaller window', async () => {
    const sizes = [];
    for (const padding of [0, 0.1, 0.3]) {
      const frame = await render({ padding, background: '#ff00ff' });
      sizes.push(
        Array.from({ length: 640 }, (_, x) => frame.at(x, 180)).filter(
          ([r, g, b]) => r > 200 && g < 60 && b > 200,
        ).length,
      );
    }
    expect(sizes[0]).toBeLessThan(sizes[1]!);
    expect(sizes[1]).toBeLessThan(sizes[2]!);
  });

  test('a phone has dark glass around a screen with round corners', async () => {
    const frame = await render({ background: '#ffffff' }, { viewport: 'mobile' });
    const { window, content, bezel, screenRadius } = frame.stage;
    expect(brightness(frame.at(window.x + bezel * 0.75, window.y + window.height / 2))).toBeLessThan(60);
    // Just outside the arc of an upper corner, on its diagonal. The lower ones are below the picture.
    const inset = screenRadius - (screenRadius + bezel / 2) / Math.SQRT2;
    const top = content.y - frame.stage.barHeight;
    expect(brightness(frame.at(content.x + inset, top + inset))).toBeLessThan(60);
    expect(brightness(frame.at(content.x + content.width / 2, frame.stage.height - 3))).toBeGreaterThan(200);
  });
});

describe('devices', () => {
  test.each(['mobile', 'tablet'] as const)(
    'a %s is light, dark, flat or bare as the mockup says',
    async (viewport) => {
      const looks = new Map<string, [number, number, number]>();
      for (const mockup of ['macos-light', 'macos-dark', 'minimal'] as const) {
        const frame = await render({ mockup, background: '#ff00ff' }, { viewport });
        const { window, content, barHeight } = frame.stage;
        expect(barHeight).toBeGreaterThan(0);
        // The rim at the left edge, and the status bar between its signs.
        looks.set(`${mockup} rim`, frame.at(window.x + 1, window.y + window.height / 2));
        looks.set(`${mockup} bar`, frame.at(content.x + content.width * 0.25, content.y - barHeight * 0.3));
      }
      const rim = (mockup: string) => brightness(looks.get(`${mockup} rim`)!);
      expect(rim('macos-light')).toBeGreaterThan(rim('macos-dark') + 30);
      expect(rim('macos-dark')).toBeGreaterThan(rim('minimal') + 10);
      expect(brightness(looks.get('macos-light bar')!)).toBeGreaterThan(230);
      expect(brightness(looks.get('macos-dark bar')!)).toBeLessThan(60);
      expect((await render({ mockup: 'none' }, { viewport })).stage).toMatchObject({
        frame: 'bare',
        bezel: 0,
      });
    },
  );

  test('a status bar has the colour of the page, with signs that stand out on it', async () => {
    for (const [topColor, mockup] of [
      ['#14213d', 'macos-light'],
      ['rgb(255, 214, 10)', 'macos-dark'],
    ] as const) {
      const renderer = await createFrameRenderer({ ...plainPresentation, mockup }, { viewport: 'mobile' });
      await renderer.render();
      const frame = await renderer.render({
        index: 1,
        image: null,
        page: { title: 'x', url: 'https://example.com/', topColor },
      });
      const { content, barHeight } = renderer.stage;
      const bar = frame.at(content.x + content.width * 0.25, content.y - barHeight * 0.3);
      const wanted = parseColor(topColor)!;
      expect(bar).toEqual([wanted.red, wanted.green, wanted.blue].map((one) => expect.closeTo(one, -1)));
      const { scale } = renderer.stage;
      const clock = Array.from({ length: 600 }, (_, at) =>
        brightness(
          frame.at(content.x + (32 + (at % 40)) * scale, content.y - barHeight / 2 + (at / 40 - 5) * scale),
        ),
      );
      expect(Math.max(...clock.map((one) => Math.abs(one - brightness(bar))))).toBeGreaterThan(120);
    }
  });

  test('a window shows the address, or the title of a page without one', async () => {
    const renderer = await createFrameRenderer({ ...plainPresentation, mockup: 'macos-dark' });
    const bar = async (index: number, page: { title: string; url: string }) =>
      renderer.render({ index, page, image: null });
    await renderer.render();
    const one = await bar(1, { title: 'One', url: 'about:blank' });
    const two = await bar(2, { title: 'A longer second title', url: 'about:blank' });
    const web = await bar(3, { title: 'Two', url: 'https://example.com/' });
    const retitled = await bar(4, { title: 'Three', url: 'https://example.com/' });
    expect(changedBox(one, two)).not.toBeNull();
    expect(changedBox(two, web)).not.toBeNull();
    expect(changedBox(web, retitled, 4)).toBeNull();
  });
});

describe('cursor', () => {
  const at: Point = { x: 1000, y: 400 };
  const cursor = { ...at, visible: true, shape: 'arrow' as const, pressed: false };
  const shown = async (look: Presentation['cursor'], over = {}) => {
    const renderer = await createFrameRenderer({ ...plainPresentation, ...(look && { cursor: look }) });
    const without = await renderer.render({ cursor: { ...cursor, visible: false } });
    const frame = await renderer.render({ index: 1, cursor: { ...cursor, ...over }, image: null });
    const tip = onOutput(
      renderer.stage,
      (await import('../../../src/recorder/contract/stage-layout.ts')).wideCamera(renderer.stage),
      {
        ...at,
        width: 0,
        height: 0,
      },
    );
    return { box: changedBox(without, frame), frame, tip };
  };

  test('none draws nothing', async () => {
    expect((await shown({ style: 'none' })).box).toBeNull();
  });

  test('an arrow has its tip at the point and lies to the lower right of it', async () => {
    const { box, tip } = await shown({ style: 'arrow', size: 64 });
    expect(Math.abs(box!.left - tip.x)).toBeLessThanOrEqual(4);
    expect(Math.abs(box!.top - tip.y)).toBeLessThanOrEqual(4);
    expect(box!.bottom - tip.y).toBeGreaterThan(16);
  });

  test.each(['dot', 'circle', 'crosshair'] as const)('a %s has its middle at the point', async (style) => {
    const { box, tip } = await shown({ style, size: 64, color: '#ff0000' });
    expect(Math.abs((box!.left + box!.right) / 2 - tip.x)).toBeLessThanOrEqual(2);
    expect(Math.abs((box!.top + box!.bottom) / 2 - tip.y)).toBeLessThanOrEqual(3);
  });

  test('arrow, hand and text are three shapes', async () => {
    const frames = [];
    for (const shape of ['arrow', 'hand', 'text'] as const) {
      frames.push((await shown({ style: 'arrow', size: 48 }, { shape })).frame);
    }
    expect(changedBox(frames[0]!, frames[1]!)).not.toBeNull();
    expect(changedBox(frames[1]!, frames[2]!)).not.toBeNull();
    expect(changedBox(frames[0]!, frames[2]!)).not.toBeNull();
  });

  test('its size and colour are those asked for', async () => {
    const heights = [];
    for (const size of [8, 28, 64]) {
      const { box } = await shown({ style: 'dot', size });
      heights.push(box!.bottom - box!.top);
    }
    expect(heights[0]).toBeLessThan(heights[1]!);
    expect(heights[1]).toBeLessThan(heights[2]!);
    const { frame, tip } = await shown({ style: 'dot', size: 64, color: '#00ff00' });
    expect(frame.at(tip.x, tip.y)).toEqual([0, 255, 0]);
  });

  test('it keeps its size while the camera is close', async () => {
    const size = async (zoom: number) => {
      const renderer = await createFrameRenderer({
        ...plainPresentation,
        cursor: { style: 'dot', size: 48, color: '#ff0000' },
      });
      const camera = clampCamera(renderer.stage, { ...at, zoom });
      const before = await renderer.render({ camera, cursor: { ...cursor, visible: false } });
      const after = await renderer.render({ index: 1, camera, cursor, image: null });
      const box = changedBox(before, after);
      return box!.right - box!.left;
    };
    expect(Math.abs((await size(1)) - (await size(2.5)))).toBeLessThanOrEqual(1);
  });

  test('it shrinks a little while the button is down', async () => {
    const renderer = await createFrameRenderer({ ...plainPresentation, cursor: { style: 'dot', size: 64 } });
    const off = await renderer.render({ cursor: { ...cursor, visible: false } });
    const width = (box: ReturnType<typeof changedBox>) => box!.right - box!.left;
    const up = width(changedBox(off, await renderer.render({ index: 1, cursor, image: null })));
    let down = up;
    for (let index = 2; index < 7; index++) {
      const frame = await renderer.render({ index, cursor: { ...cursor, pressed: true }, image: null });
      down = width(changedBox(off, frame));
    }
    expect(down).toBeLessThan(up);
    expect(down).toBeGreaterThan(up * 0.65);
  });
});

describe('a finger on a touch screen', () => {
  const at: Point = { x: 195, y: 300 };
  const finger = { ...at, visible: true, shape: 'finger' as const, pressed: false };
  /** How 30 frames differ from the page alone. The first three have no finger; then it comes, presses and goes. */
  const tap = async (
    look: Presentation['cursor'],
    clicks: Presentation['clickEffect'] = { style: 'none' },
  ) => {
    const { cursor: _, ...undressed } = plainPresentation;
    const renderer = await createFrameRenderer(
      { ...undressed, clickEffect: clicks, ...(look && { cursor: look }) },
      { viewport: 'mobile' },
    );
    const gone = { ...finger, visible: false };
    const before = await renderer.render({ cursor: gone });
    const frames = [before];
    for (let index = 1; index < 30; index++) {
      const cursor = index < 3 || index >= 18 ? gone : { ...finger, pressed: index >= 14 };
      const click = index === 14 ? at : null;
      frames.push(await renderer.render({ index, image: null, cursor, click }));
    }
    const middle = onOutput(renderer.stage, wideCamera(renderer.stage), { ...at, width: 0, height: 0 });
    const boxes = frames.map((frame) => changedBox(before, frame, 6));
    return { boxes, frames, middle, wide: boxes.map((box) => (box ? box.right - box.left + 1 : 0)) };
  };

  test('is not there at first, fades in, presses, and fades out', async () => {
    const { boxes, frames, middle, wide } = await tap({ size: 64 });
    expect(wide.slice(0, 3)).toEqual([0, 0, 0]);
    const dark = frames.map((frame) => 255 - brightness(frame.at(middle.x, middle.y)));
    // Each pair of frames: the finger fades in, is darker while it presses, and fades out.
    for (const [early, late] of [
      [0, 4],
      [4, 6],
      [6, 12],
      [12, 17],
      [20, 18],
      [26, 20],
    ] as const)
      expect(dark[late]! - dark[early]!, `frames ${early} and ${late}`).toBeGreaterThan(3);
    expect(wide[17]).toBeLessThan(wide[12]!);
    expect(wide[29]).toBe(0);
    // It is round, and its middle is the point that it touches.
    const box = boxes[12]!;
    expect(Math.abs((box.left + box.right) / 2 - middle.x)).toBeLessThanOrEqual(1.5);
    expect(Math.abs(box.right - box.left - (box.bottom - box.top))).toBeLessThanOrEqual(6);
    // The page can still be seen through it.
    expect(brightness(frames[12]!.at(middle.x, middle.y))).toBeGreaterThan(60);
  });

  test('has the size and the colour that are asked for', async () => {
    const [small, large, red] = await Promise.all([
      tap({ size: 16 }),
      tap({ size: 64 }),
      tap({ color: '#ff0000' }),
    ]);
    expect(small.wide[12]).toBeLessThan(large.wide[12]! / 2);
    const [r, g, b] = red.frames[12]!.at(red.middle.x, red.middle.y);
    expect(r - Math.max(g, b)).toBeGreaterThan(60);
  });

  test('leaves a ripple where it presses', async () => {
    const [plain, rippled] = await Promise.all([tap({}), tap({}, { style: 'ripple' })]);
    expect(changedBox(plain.frames[13]!, rippled.frames[13]!)).toBeNull();
    const box = changedBox(plain.frames[17]!, rippled.frames[17]!)!;
    expect(Math.abs((box.left + box.right) / 2 - plain.middle.x)).toBeLessThanOrEqual(2);
  });

  test.each(['dot', 'arrow', 'crosshair', 'circle', 'none'] as const)(
    'is replaced by a %s where that is asked for',
    async (style) => {
      const { cursor: _, ...undressed } = plainPresentation;
      const renderer = await createFrameRenderer({ ...undressed, cursor: { style } }, { viewport: 'mobile' });
      const before = await renderer.render({ cursor: { ...finger, visible: false } });
      const cursor = { ...finger, shape: 'arrow' as const };
      const frame = await renderer.render({ index: 1, image: null, cursor });
      expect(changedBox(before, frame) === null).toBe(style === 'none');
    },
  );
});

describe('click effect', () => {
  const click: Point = { x: 720, y: 660 };
  const film = async (look: Presentation['clickEffect']) => {
    const renderer = await createFrameRenderer({ ...plainPresentation, ...(look && { clickEffect: look }) });
    const before = await renderer.render();
    const boxes = [];
    for (let index = 1; index <= 20; index++) {
      const frame = await renderer.render({ index, image: null, click: index === 1 ? click : null });
      boxes.push(changedBox(before, frame, 10));
    }
    return boxes;
  };

  test.each(['pulse', 'ripple', 'glow'] as const)(
    '%s starts in the frame of the click and is over after half a second',
    async (style) => {
      const boxes = await film({ style, color: '#ff0000' });
      expect(boxes[0]).not.toBeNull();
      expect(boxes[8]).not.toBeNull();
      expect(boxes.slice(16)).toEqual([null, null, null, null]);
    },
  );

  test('none shows nothing', async () => {
    expect(await film({ style: 'none' })).toEqual(Array(20).fill(null));
  });

  test('its scale and colour are those asked for', async () => {
    const width = async (scale: number) => {
      const box = (await film({ style: 'ripple', color: '#ff0000', scale }))[8];
      return box!.right - box!.left;
    };
    expect(await width(2)).toBeGreaterThan(1.6 * (await width(1)));
    const renderer = await createFrameRenderer({
      ...plainPresentation,
      clickEffect: { style: 'glow', color: '#ff0000', scale: 2 },
    });
    await renderer.render();
    const frame = await renderer.render({ index: 1, image: null, click });
    const point = onOutput(renderer.stage, { x: 720, y: 449.5, zoom: 1 }, { ...click, width: 0, height: 0 });
    const [red, green] = frame.at(point.x, point.y);
    expect(red - green).toBeGreaterThan(60);
  });
});

describe('fade and window animation', () => {
  test.each([
    ['black', 0],
    ['white', 255],
  ] as const)('a film fades in from %s and out to it', async (color, level) => {
    const renderer = await createFrameRenderer({
      ...plainPresentation,
      background: '#808080',
      fade: { inMs: 400, outMs: 400, color },
    });
    const all = [level, level, level];
    expect((await renderer.render()).at(3, 3)).toEqual(all);
    const half = (await renderer.render({ index: 6, image: null })).at(3, 3);
    expect(Math.abs(half[0] - (128 + level) / 2)).toBeLessThan(8);
    expect((await renderer.render({ index: 20, image: null })).at(3, 3)).toEqual([128, 128, 128]);
    expect((await renderer.render({ index: 30, image: null }, 0)).at(3, 3)).toEqual(all);
  });

  test('without a fade the first and last frame are fully visible', async () => {
    const renderer = await createFrameRenderer(plainPresentation);
    expect((await renderer.render()).at(3, 3)).toEqual([51, 102, 153]);
    expect((await renderer.render({ index: 9, image: null }, 0)).at(3, 3)).toEqual([51, 102, 153]);
  });

  test('the window comes in from below and goes, while the background stays', async () => {
    const windowAnimation = { intro: true, outro: true, introDurationMs: 600, outroDurationMs: 600 };
    const renderer = await createFrameRenderer({ ...plainPresentation, windowAnimation });
    const first = await renderer.render();
    const middle = await renderer.render({ index: 4, image: null });
    const there = await renderer.render({ index: 20, image: null });
    const gone = await renderer.render({ index: 60, image: null }, 0);
    const { window } = renderer.stage;
    const center = [window.x + window.width / 2, window.y + window.height / 2] as const;
    expect(first.at(...center)).toEqual([51, 102, 153]);
    expect(gone.at(...center)).toEqual([51, 102, 153]);
    expect(brightness(middle.at(...center))).toBeGreaterThan(110);
    expect(brightness(there.at(...center))).toBeGreaterThan(200);
    for (const frame of [first, middle, there, gone]) expect(frame.at(2, 2)).toEqual([51, 102, 153]);
    // Half-way, the window's top edge is still below its place.
    const edge = (frame: typeof there) =>
      Array.from({ length: 120 }, (_, y) => y).find((y) => brightness(frame.at(center[0] + 100, y)) > 170) ??
      999;
    expect(edge(middle)).toBeGreaterThan(edge(there));
  });
});

describe('lengths of fades and window animation', () => {
  test.each([
    ['fade in', { fade: { inMs: 900, outMs: 0 } }, 20, Number.POSITIVE_INFINITY],
    ['fade out', { fade: { inMs: 0, outMs: 900 } }, 60, 600],
    ['intro', { windowAnimation: { intro: true, introDurationMs: 1500 } }, 15, Number.POSITIVE_INFINITY],
    ['outro', { windowAnimation: { outro: true, intro: false, outroDurationMs: 1500 } }, 60, 500],
  ] as const)('%s lasts as long as asked', async (name, presentation, index, remainingMs) => {
    const short = JSON.parse(
      JSON.stringify(presentation, (key, value) => (/Ms$/.test(key) && value > 0 ? 200 : value)),
    );
    const at = async (look: Presentation) => {
      const renderer = await createFrameRenderer({ ...plainPresentation, ...look });
      await renderer.render();
      return renderer.render({ index, image: null }, remainingMs);
    };
    const rested = await at({});
    expect(changedBox(rested, await at(presentation), 6), name).not.toBeNull();
    expect(changedBox(rested, await at(short), 6), `short ${name}`).toBeNull();
  });
});

describe('camera', () => {
  test('a zoom enlarges what it is aimed at', async () => {
    const renderer = await createFrameRenderer(plainPresentation);
    const wide = await renderer.render();
    const camera = clampCamera(renderer.stage, { x: 143, y: 396, zoom: 2 });
    const close = await renderer.render({ index: 1, camera, image: null });
    const indigo = (frame: typeof wide) => {
      let count = 0;
      for (let i = 0; i < frame.pixels.length; i += 4) {
        const [r = 0, g = 0, b = 0] = frame.pixels.subarray(i, i + 3);
        if (Math.abs(r - 79) < 30 && Math.abs(g - 70) < 30 && Math.abs(b - 229) < 30) count++;
      }
      return count;
    };
    expect(indigo(close) / indigo(wide)).toBeGreaterThan(3.4);
    expect(indigo(close) / indigo(wide)).toBeLessThan(4.6);
  });

  test('it moves by fractions of a pixel', async () => {
    const renderer = await createFrameRenderer(plainPresentation);
    const zoom = 1.5;
    const frames = [];
    for (const [index, shift] of [0, 0.2, 0.4].entries()) {
      frames.push(await renderer.render({ index, camera: { x: 600 + shift, y: 420, zoom } }));
    }
    expect(changedBox(frames[0]!, frames[1]!, 3)).not.toBeNull();
    expect(changedBox(frames[1]!, frames[2]!, 3)).not.toBeNull();
  });

  test('a picture made for the zoom is shown pixel for pixel, sharper than an enlarged one', async () => {
    const renderer = await createFrameRenderer(plainPresentation);
    const camera = clampCamera(renderer.stage, { x: 300, y: 240, zoom: 2 });
    const clip = visibleClip(renderer.stage, camera)!;
    const enlarged = await renderer.render({ camera });
    const image = capture(renderer.stage, renderer.viewport, { clip, zoom: 2 });
    const sharp = await renderer.render({ index: 1, camera, clip, image });
    const contrast = (frame: typeof sharp) => {
      let sum = 0;
      for (let y = 40; y < 320; y += 2) {
        for (let x = 200; x < 600; x++)
          sum += (brightness(frame.at(x, y)) - brightness(frame.at(x + 1, y))) ** 2;
      }
      return sum;
    };
    expect(contrast(sharp)).toBeGreaterThan(1.3 * contrast(enlarged));
    // Both show the page in the same place.
    const box = changedBox(enlarged, sharp, 120);
    expect((box?.count ?? 0) / (640 * 360)).toBeLessThan(0.03);
  });
});

describe('texts over the page', () => {
  test('a caption stands in the lower third, fades in and fades out', async () => {
    const renderer = await createFrameRenderer(plainPresentation);
    const before = await renderer.render();
    const counts = [];
    for (let index = 1; index <= 30; index++) {
      const caption = index < 16 ? 'Start free 中文 العربية हिन्दी 🚀' : null;
      const frame = await renderer.render({ index, caption, image: null });
      const box = changedBox(before, frame);
      if (box) expect(box.top).toBeGreaterThan(360 * 0.66);
      counts.push(box?.count ?? 0);
    }
    expect(counts[2]).toBeLessThan(counts[14]!);
    expect(counts[14]).toBeGreaterThan(1000);
    expect(counts.at(-1)).toBe(0);
  });

  test('the watermark stands in the lower right corner, where it is wanted', async () => {
    const [with_, without] = await Promise.all([render({}, { watermark: true }), render({})]);
    const box = changedBox(without, with_);
    expect(box!.left).toBeGreaterThan(400);
    expect(box!.top).toBeGreaterThan(320);
    expect((box!.right - box!.left) * (box!.bottom - box!.top)).toBeLessThan(0.02 * 640 * 360);
  });

  test.each([
    ['the frame and its time', { index: 7 }, 0],
    ['the step', { stepLabel: 'click: Start' }, 1],
    ['the camera', { camera: { x: 700, y: 440, zoom: 1.2 } }, 2],
    ['the part of the page that was captured', { clip: { x: 10, y: 10, width: 300, height: 200 } }, 3],
  ] as const)('the debug HUD shows %s on a line of its own', async (_, change, line) => {
    const frame = async (more: object) => {
      const renderer = await createFrameRenderer({
        ...plainPresentation,
        mockup: 'none',
        padding: 0.3,
        debugHud: true,
      });
      return renderer.render(more);
    };
    const [before, after] = [await frame({}), await frame(change)];
    // Lines are 22 px apart at 1080p, from 18 px below the top; the HUD is 640 wide here.
    const top = (18 + line * 22) / 3;
    const box = changedBox(cropped(before, top, 22 / 3), cropped(after, top, 22 / 3));
    expect(box).not.toBeNull();
    for (const other of [0, 1, 2, 3].filter((one) => one !== line)) {
      const at = (18 + other * 22) / 3 + 1;
      expect(changedBox(cropped(before, at, 5), cropped(after, at, 5)), `line ${other}`).toBeNull();
    }
  });
});

describe('drawing only what changed', () => {
  test('a frame in which nothing changed is not drawn', async () => {
    const renderer = await createFrameRenderer({ ...plainPresentation, cursor: { style: 'arrow' } });
    expect((await renderer.render()).isChanged).toBe(true);
    expect((await renderer.render({ index: 1, image: null })).isChanged).toBe(false);
    const cursor = { x: 10, y: 10, visible: true, shape: 'arrow' as const, pressed: false };
    expect((await renderer.render({ index: 2, image: null, cursor })).isChanged).toBe(true);
    expect((await renderer.render({ index: 3, image: null, cursor })).isChanged).toBe(false);
    expect((await renderer.render({ index: 4, cursor })).isChanged).toBe(true);
  });

  test('a frame drawn in parts looks like the frame drawn at once', async () => {
    const look = { ...plainPresentation, cursor: { style: 'arrow' as const } };
    const [long, short] = [await createFrameRenderer(look), await createFrameRenderer(look)];
    const at = (index: number) => ({
      cursor: {
        x: 300 + index * 9,
        y: 500 - index * 7,
        visible: true,
        shape: 'hand' as const,
        pressed: false,
      },
      ...(index > 20 && { camera: { x: 640, y: 400, zoom: 1.37 } }),
    });
    for (let index = 0; index < 60; index++) {
      const caption = index > 5 && index < 40 ? 'In passing' : null;
      const click = index === 10 ? { x: 390, y: 430 } : null;
      await long.render({ index, ...at(index), caption, click, ...(index % 4 > 0 && { image: null }) });
    }
    const [parts, once] = [await long.render({ index: 60, ...at(60) }), await short.render(at(60))];
    expect(parts.isChanged).toBe(true);
    expect(changedBox(parts, once, 0)).toBeNull();
  });

  test.each([1, 1.4])('at zoom %d, a frame drawn in part looks as if it were drawn whole', async (zoom) => {
    const look: Presentation = { ...plainPresentation, cursor: { style: 'arrow', size: 48 } };
    const cursor = { x: 500, y: 500, visible: true, shape: 'hand' as const, pressed: false };
    const camera = clampCamera((await createFrameRenderer(look)).stage, { x: 300, y: 300, zoom });
    const long = await createFrameRenderer(look);
    await long.render();
    await long.render({ index: 1, camera, image: null });
    for (let index = 2; index < 6; index++) await long.render({ index, camera });
    const inPart = await long.render({ index: 6, camera, cursor, image: null });
    const short = await createFrameRenderer(look);
    const whole = await short.render({ index: 6, camera, cursor });
    expect(changedBox(inPart, whole, 0)).toBeNull();
  });
});
