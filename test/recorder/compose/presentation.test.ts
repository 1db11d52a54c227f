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
import { bare, brightness, changedBox, darkroom, type Print } from './darkroom.ts';
import { capture } from './synthetic-take.ts';

/** Rows of a print, in the width of the HUD's text. */
function cropped(print: Print, top: number, height: number): Print {
  const { width } = print.stage;
  const rows = Array.from({ length: Math.round(height) }, (_, row) => {
    const start = (Math.round(top) + row) * width * 4;
    return print.pixels.subarray(start, start + 120 * 4);
  });
  const pixels = new Uint8Array(Buffer.concat(rows));
  return { ...print, stage: { ...print.stage, width: 120, height: rows.length }, pixels };
}

const develop = async (presentation: Presentation, options: Parameters<typeof darkroom>[1] = {}) =>
  (await darkroom({ ...bare, ...presentation }, options)).develop();

describe('background', () => {
  test.each([
    ['#ff0000', [255, 0, 0]],
    ['rebeccapurple', [102, 51, 153]],
    ['rgb(1 2 3)', [1, 2, 3]],
    ['hsl(120 100% 50%)', [0, 255, 0]],
  ])('%s fills the stage with that colour', async (background, color) => {
    const print = await develop({ background });
    expect(print.at(2, 2)).toEqual(color);
    expect(print.at(637, 4)).toEqual(color);
  });

  test('a gradient runs from one colour to the other at its angle, without bands', async () => {
    const across = await develop({ background: { from: '#000000', to: '#ff0000', angle: 90 }, padding: 0.3 });
    expect(across.at(1, 5)[0]).toBeLessThan(6);
    expect(across.at(638, 5)[0]).toBeGreaterThan(249);
    expect(Math.abs(across.at(10, 2)[0] - across.at(10, 357)[0])).toBeLessThan(4);
    const down = await develop({ background: { from: '#000000', to: '#ff0000', angle: 180 }, padding: 0.3 });
    expect(down.at(5, 1)[0]).toBeLessThan(6);
    expect(down.at(5, 358)[0]).toBeGreaterThan(249);
    // Dithered: in a gradient this flat, a row of one value would be a band.
    const flat = await develop({ background: { from: '#101010', to: '#141414', angle: 180 } });
    const row = Array.from({ length: 80 }, (_, x) => flat.at(x, 12)[0]);
    expect(new Set(row).size).toBeGreaterThan(1);
  });

  test('there are at least 16 presets, midnight first, each a picture of its own', async () => {
    expect(backdrops.length).toBeGreaterThanOrEqual(16);
    expect(backdrops[0]?.id).toBe('midnight');
    const corners = new Set<string>();
    for (const { id } of backdrops) {
      const print = await develop({ background: id });
      corners.add([print.at(3, 3), print.at(636, 3), print.at(3, 356), print.at(636, 356)].join('/'));
    }
    expect(corners.size).toBe(backdrops.length);
  });

  test('a preset may be given by the CSS that the catalogue shows for it', async () => {
    const [byId, byCss] = await Promise.all([
      develop({ background: 'sunset' }),
      develop({ background: backdropCss(backdrops.find(({ id }) => id === 'sunset')!) }),
    ]);
    expect(changedBox(byId, byCss, 0)).toBeNull();
  });

  test('a text that means nothing gives the default instead of failing', async () => {
    const [nonsense, standard] = await Promise.all([
      develop({ background: 'no such thing' }),
      develop({ background: 'midnight' }),
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
    const print = await develop(
      { background: { imageUrl: 'https://example.com/a.png' } },
      { backgroundImage: picture.encodeSync('png') },
    );
    // 100 x 200 over 640 x 360 shows the middle 56 rows: the green part alone.
    expect(print.at(2, 2)).toEqual([0, 255, 0]);
    expect(print.at(2, 357)).toEqual([0, 255, 0]);
  });
});

describe('mockup and padding', () => {
  test('each mockup has its own bar, and none has no bar', async () => {
    const bars = new Map<string, [number, number, number]>();
    for (const mockup of ['macos-light', 'macos-dark', 'minimal'] as const) {
      const print = await develop({ mockup });
      const { window, barHeight } = print.stage;
      bars.set(mockup, print.at(window.x + window.width * 0.2, window.y + barHeight / 2));
    }
    expect(brightness(bars.get('macos-light')!)).toBeGreaterThan(225);
    expect(brightness(bars.get('macos-dark')!)).toBeLessThan(70);
    expect(brightness(bars.get('minimal')!)).toBeGreaterThan(248);
    expect((await develop({ mockup: 'none' })).stage.barHeight).toBe(0);
  });

  test('macOS windows have the three lights and name the page', async () => {
    const room = await darkroom({ ...bare, mockup: 'macos-light' });
    const print = await room.develop();
    const { window, barHeight, unit } = print.stage;
    const light = (at: number) => print.at(window.x + (22 + at * 20) * unit, window.y + barHeight / 2 - 0.5);
    const [red, yellow, green] = [light(0), light(1), light(2)];
    expect(red[0] - red[2]).toBeGreaterThan(90);
    expect(yellow[0] - yellow[2]).toBeGreaterThan(120);
    expect(green[1] - green[0]).toBeGreaterThan(90);
    const renamed = await room.develop({
      page: { title: 'x', url: 'https://other.example/a/long/path' },
      image: null,
    });
    const box = changedBox(print, renamed, 12);
    expect(box!.top).toBeGreaterThanOrEqual(window.y);
    expect(box!.bottom).toBeLessThan(window.y + barHeight);
  });

  test('the window has round corners and a shadow below it', async () => {
    const print = await develop({ background: '#ffffff' });
    const { window } = print.stage;
    const corner = print.at(window.x, window.y + window.height - 1);
    const inside = print.at(window.x + 12, window.y + window.height - 12);
    expect(brightness(corner)).toBeLessThan(brightness(inside));
    const below = print.at(window.x + window.width / 2, window.y + window.height + 4);
    const far = print.at(3, 3);
    expect(brightness(below)).toBeLessThan(brightness(far) - 25);
  });

  test('more padding makes a smaller window', async () => {
    const sizes = [];
    for (const padding of [0, 0.1, 0.3]) {
      const print = await develop({ padding, background: '#ff00ff' });
      sizes.push(
        Array.from({ length: 640 }, (_, x) => print.at(x, 180)).filter(
          ([r, g, b]) => r > 200 && g < 60 && b > 200,
        ).length,
      );
    }
    expect(sizes[0]).toBeLessThan(sizes[1]!);
    expect(sizes[1]).toBeLessThan(sizes[2]!);
  });

  test('a phone is dark glass round a screen with round corners', async () => {
    const print = await develop({ background: '#ffffff' }, { viewport: 'mobile' });
    const { window, content, bezel, screenRadius } = print.stage;
    expect(brightness(print.at(window.x + bezel * 0.75, window.y + window.height / 2))).toBeLessThan(60);
    // Just outside the arc, on its diagonal.
    const inset = screenRadius - (screenRadius + bezel / 2) / Math.SQRT2;
    expect(brightness(print.at(content.x + inset, content.y + content.height - 1 - inset))).toBeLessThan(60);
    expect(
      brightness(print.at(content.x + content.width / 2, content.y + content.height - 3)),
    ).toBeGreaterThan(200);
  });
});

describe('devices', () => {
  test.each(['mobile', 'tablet'] as const)(
    'a %s is light, dark, flat or bare as the mockup says',
    async (viewport) => {
      const looks = new Map<string, [number, number, number]>();
      for (const mockup of ['macos-light', 'macos-dark', 'minimal'] as const) {
        const print = await develop({ mockup, background: '#ff00ff' }, { viewport });
        const { window, content, barHeight } = print.stage;
        expect(barHeight).toBeGreaterThan(0);
        // The rim at the left edge, and the status bar between its signs.
        looks.set(`${mockup} rim`, print.at(window.x + 1, window.y + window.height / 2));
        looks.set(`${mockup} bar`, print.at(content.x + content.width * 0.25, content.y - barHeight * 0.3));
      }
      const rim = (mockup: string) => brightness(looks.get(`${mockup} rim`)!);
      expect(rim('macos-light')).toBeGreaterThan(rim('macos-dark') + 30);
      expect(rim('macos-dark')).toBeGreaterThan(rim('minimal') + 10);
      expect(brightness(looks.get('macos-light bar')!)).toBeGreaterThan(230);
      expect(brightness(looks.get('macos-dark bar')!)).toBeLessThan(60);
      expect((await develop({ mockup: 'none' }, { viewport })).stage).toMatchObject({
        frame: 'bare',
        bezel: 0,
      });
    },
  );

  test('a status bar goes on in the colour of the page, with signs that stand out on it', async () => {
    for (const [topColor, mockup] of [
      ['#14213d', 'macos-light'],
      ['rgb(255, 214, 10)', 'macos-dark'],
    ] as const) {
      const room = await darkroom({ ...bare, mockup }, { viewport: 'mobile' });
      await room.develop();
      const print = await room.develop({
        index: 1,
        image: null,
        page: { title: 'x', url: 'https://example.com/', topColor },
      });
      const { content, barHeight } = room.stage;
      const bar = print.at(content.x + content.width * 0.25, content.y - barHeight * 0.3);
      const wanted = parseColor(topColor)!;
      expect(bar).toEqual([wanted.red, wanted.green, wanted.blue].map((one) => expect.closeTo(one, -1)));
      const { scale } = room.stage;
      const clock = Array.from({ length: 600 }, (_, at) =>
        brightness(
          print.at(content.x + (32 + (at % 40)) * scale, content.y - barHeight / 2 + (at / 40 - 5) * scale),
        ),
      );
      expect(Math.max(...clock.map((one) => Math.abs(one - brightness(bar))))).toBeGreaterThan(120);
    }
  });

  test('a window names the address, or the title of what has none', async () => {
    const room = await darkroom({ ...bare, mockup: 'macos-dark' });
    const bar = async (index: number, page: { title: string; url: string }) =>
      room.develop({ index, page, image: null });
    await room.develop();
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
    const room = await darkroom({ ...bare, ...(look && { cursor: look }) });
    const without = await room.develop({ cursor: { ...cursor, visible: false } });
    const print = await room.develop({ index: 1, cursor: { ...cursor, ...over }, image: null });
    const tip = onOutput(
      room.stage,
      (await import('../../../src/recorder/contract/stage-layout.ts')).wideCamera(room.stage),
      {
        ...at,
        width: 0,
        height: 0,
      },
    );
    return { box: changedBox(without, print), print, tip };
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
    const prints = [];
    for (const shape of ['arrow', 'hand', 'text'] as const) {
      prints.push((await shown({ style: 'arrow', size: 48 }, { shape })).print);
    }
    expect(changedBox(prints[0]!, prints[1]!)).not.toBeNull();
    expect(changedBox(prints[1]!, prints[2]!)).not.toBeNull();
    expect(changedBox(prints[0]!, prints[2]!)).not.toBeNull();
  });

  test('its size and colour are those asked for', async () => {
    const heights = [];
    for (const size of [8, 28, 64]) {
      const { box } = await shown({ style: 'dot', size });
      heights.push(box!.bottom - box!.top);
    }
    expect(heights[0]).toBeLessThan(heights[1]!);
    expect(heights[1]).toBeLessThan(heights[2]!);
    const { print, tip } = await shown({ style: 'dot', size: 64, color: '#00ff00' });
    expect(print.at(tip.x, tip.y)).toEqual([0, 255, 0]);
  });

  test('it keeps its size while the camera is close', async () => {
    const size = async (zoom: number) => {
      const room = await darkroom({ ...bare, cursor: { style: 'dot', size: 48, color: '#ff0000' } });
      const camera = clampCamera(room.stage, { ...at, zoom });
      const before = await room.develop({ camera, cursor: { ...cursor, visible: false } });
      const after = await room.develop({ index: 1, camera, cursor, image: null });
      const box = changedBox(before, after);
      return box!.right - box!.left;
    };
    expect(Math.abs((await size(1)) - (await size(2.5)))).toBeLessThanOrEqual(1);
  });

  test('it shrinks a little while the button is down', async () => {
    const room = await darkroom({ ...bare, cursor: { style: 'dot', size: 64 } });
    const off = await room.develop({ cursor: { ...cursor, visible: false } });
    const width = (box: ReturnType<typeof changedBox>) => box!.right - box!.left;
    const up = width(changedBox(off, await room.develop({ index: 1, cursor, image: null })));
    let down = up;
    for (let index = 2; index < 7; index++) {
      const print = await room.develop({ index, cursor: { ...cursor, pressed: true }, image: null });
      down = width(changedBox(off, print));
    }
    expect(down).toBeLessThan(up);
    expect(down).toBeGreaterThan(up * 0.65);
  });
});

describe('a finger on a touch screen', () => {
  const at: Point = { x: 195, y: 300 };
  const finger = { ...at, visible: true, shape: 'finger' as const, pressed: false };
  /** How far each frame differs from the page alone: three without a finger, then it comes, presses, and goes. */
  const tap = async (
    look: Presentation['cursor'],
    clicks: Presentation['clickEffect'] = { style: 'none' },
  ) => {
    const { cursor: _, ...undressed } = bare;
    const room = await darkroom(
      { ...undressed, clickEffect: clicks, ...(look && { cursor: look }) },
      { viewport: 'mobile' },
    );
    const gone = { ...finger, visible: false };
    const before = await room.develop({ cursor: gone });
    const prints = [before];
    for (let index = 1; index < 30; index++) {
      const cursor = index < 3 || index >= 18 ? gone : { ...finger, pressed: index >= 14 };
      const click = index === 14 ? at : null;
      prints.push(await room.develop({ index, image: null, cursor, click }));
    }
    const middle = onOutput(room.stage, wideCamera(room.stage), { ...at, width: 0, height: 0 });
    const boxes = prints.map((print) => changedBox(before, print, 6));
    return { boxes, prints, middle, wide: boxes.map((box) => (box ? box.right - box.left + 1 : 0)) };
  };

  test('is not there before it comes, comes softly, presses, and is gone again', async () => {
    const { boxes, prints, middle, wide } = await tap({ size: 64 });
    expect(wide.slice(0, 3)).toEqual([0, 0, 0]);
    const dark = prints.map((print) => 255 - brightness(print.at(middle.x, middle.y)));
    // Fades in, is darker while it presses, and fades out.
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
    // Round, and in the middle of what it touches.
    const box = boxes[12]!;
    expect(Math.abs((box.left + box.right) / 2 - middle.x)).toBeLessThanOrEqual(1.5);
    expect(Math.abs(box.right - box.left - (box.bottom - box.top))).toBeLessThanOrEqual(6);
    // What it lies on can still be seen through it.
    expect(brightness(prints[12]!.at(middle.x, middle.y))).toBeGreaterThan(60);
  });

  test('has the size and the colour that are asked for', async () => {
    const [small, large, red] = await Promise.all([
      tap({ size: 16 }),
      tap({ size: 64 }),
      tap({ color: '#ff0000' }),
    ]);
    expect(small.wide[12]).toBeLessThan(large.wide[12]! / 2);
    const [r, g, b] = red.prints[12]!.at(red.middle.x, red.middle.y);
    expect(r - Math.max(g, b)).toBeGreaterThan(60);
  });

  test('leaves a ripple where it presses', async () => {
    const [plain, rippled] = await Promise.all([tap({}), tap({}, { style: 'ripple' })]);
    expect(changedBox(plain.prints[13]!, rippled.prints[13]!)).toBeNull();
    const box = changedBox(plain.prints[17]!, rippled.prints[17]!)!;
    expect(Math.abs((box.left + box.right) / 2 - plain.middle.x)).toBeLessThanOrEqual(2);
  });

  test.each(['dot', 'arrow', 'crosshair', 'circle', 'none'] as const)(
    'gives way to a %s where that is asked for',
    async (style) => {
      const { cursor: _, ...undressed } = bare;
      const room = await darkroom({ ...undressed, cursor: { style } }, { viewport: 'mobile' });
      const before = await room.develop({ cursor: { ...finger, visible: false } });
      const cursor = { ...finger, shape: 'arrow' as const };
      const print = await room.develop({ index: 1, image: null, cursor });
      expect(changedBox(before, print) === null).toBe(style === 'none');
    },
  );
});

describe('click effect', () => {
  const click: Point = { x: 720, y: 660 };
  const film = async (look: Presentation['clickEffect']) => {
    const room = await darkroom({ ...bare, ...(look && { clickEffect: look }) });
    const before = await room.develop();
    const boxes = [];
    for (let index = 1; index <= 20; index++) {
      const print = await room.develop({ index, image: null, click: index === 1 ? click : null });
      boxes.push(changedBox(before, print, 10));
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
    const room = await darkroom({ ...bare, clickEffect: { style: 'glow', color: '#ff0000', scale: 2 } });
    await room.develop();
    const print = await room.develop({ index: 1, image: null, click });
    const point = onOutput(room.stage, { x: 720, y: 449.5, zoom: 1 }, { ...click, width: 0, height: 0 });
    const [red, green] = print.at(point.x, point.y);
    expect(red - green).toBeGreaterThan(60);
  });
});

describe('fade and window animation', () => {
  test.each([
    ['black', 0],
    ['white', 255],
  ] as const)('a film fades in from %s and out to it', async (color, level) => {
    const room = await darkroom({ ...bare, background: '#808080', fade: { inMs: 400, outMs: 400, color } });
    const all = [level, level, level];
    expect((await room.develop()).at(3, 3)).toEqual(all);
    const half = (await room.develop({ index: 6, image: null })).at(3, 3);
    expect(Math.abs(half[0] - (128 + level) / 2)).toBeLessThan(8);
    expect((await room.develop({ index: 20, image: null })).at(3, 3)).toEqual([128, 128, 128]);
    expect((await room.develop({ index: 30, image: null }, 0)).at(3, 3)).toEqual(all);
  });

  test('without fade the first and last frame are whole', async () => {
    const room = await darkroom(bare);
    expect((await room.develop()).at(3, 3)).toEqual([51, 102, 153]);
    expect((await room.develop({ index: 9, image: null }, 0)).at(3, 3)).toEqual([51, 102, 153]);
  });

  test('the window comes in from below and goes, while the background stays', async () => {
    const windowAnimation = { intro: true, outro: true, introDurationMs: 600, outroDurationMs: 600 };
    const room = await darkroom({ ...bare, windowAnimation });
    const first = await room.develop();
    const middle = await room.develop({ index: 4, image: null });
    const there = await room.develop({ index: 20, image: null });
    const gone = await room.develop({ index: 60, image: null }, 0);
    const { window } = room.stage;
    const center = [window.x + window.width / 2, window.y + window.height / 2] as const;
    expect(first.at(...center)).toEqual([51, 102, 153]);
    expect(gone.at(...center)).toEqual([51, 102, 153]);
    expect(brightness(middle.at(...center))).toBeGreaterThan(110);
    expect(brightness(there.at(...center))).toBeGreaterThan(200);
    for (const print of [first, middle, there, gone]) expect(print.at(2, 2)).toEqual([51, 102, 153]);
    // Half-way its top edge is still below its place.
    const edge = (print: typeof there) =>
      Array.from({ length: 120 }, (_, y) => y).find((y) => brightness(print.at(center[0] + 100, y)) > 170) ??
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
      const room = await darkroom({ ...bare, ...look });
      await room.develop();
      return room.develop({ index, image: null }, remainingMs);
    };
    const rested = await at({});
    expect(changedBox(rested, await at(presentation), 6), name).not.toBeNull();
    expect(changedBox(rested, await at(short), 6), `short ${name}`).toBeNull();
  });
});

describe('camera', () => {
  test('a zoom enlarges what it is aimed at', async () => {
    const room = await darkroom(bare);
    const wide = await room.develop();
    const camera = clampCamera(room.stage, { x: 143, y: 396, zoom: 2 });
    const close = await room.develop({ index: 1, camera, image: null });
    const indigo = (print: typeof wide) => {
      let count = 0;
      for (let i = 0; i < print.pixels.length; i += 4) {
        const [r = 0, g = 0, b = 0] = print.pixels.subarray(i, i + 3);
        if (Math.abs(r - 79) < 30 && Math.abs(g - 70) < 30 && Math.abs(b - 229) < 30) count++;
      }
      return count;
    };
    expect(indigo(close) / indigo(wide)).toBeGreaterThan(3.4);
    expect(indigo(close) / indigo(wide)).toBeLessThan(4.6);
  });

  test('it moves by fractions of a pixel', async () => {
    const room = await darkroom(bare);
    const zoom = 1.5;
    const prints = [];
    for (const [index, shift] of [0, 0.2, 0.4].entries()) {
      prints.push(await room.develop({ index, camera: { x: 600 + shift, y: 420, zoom } }));
    }
    expect(changedBox(prints[0]!, prints[1]!, 3)).not.toBeNull();
    expect(changedBox(prints[1]!, prints[2]!, 3)).not.toBeNull();
  });

  test('a picture made for the zoom is shown pixel for pixel, sharper than an enlarged one', async () => {
    const room = await darkroom(bare);
    const camera = clampCamera(room.stage, { x: 300, y: 240, zoom: 2 });
    const clip = visibleClip(room.stage, camera)!;
    const enlarged = await room.develop({ camera });
    const image = capture(room.stage, room.viewport, { clip, zoom: 2 });
    const sharp = await room.develop({ index: 1, camera, clip, image });
    const contrast = (print: typeof sharp) => {
      let sum = 0;
      for (let y = 40; y < 320; y += 2) {
        for (let x = 200; x < 600; x++)
          sum += (brightness(print.at(x, y)) - brightness(print.at(x + 1, y))) ** 2;
      }
      return sum;
    };
    expect(contrast(sharp)).toBeGreaterThan(1.3 * contrast(enlarged));
    // And in the same place.
    const box = changedBox(enlarged, sharp, 120);
    expect((box?.count ?? 0) / (640 * 360)).toBeLessThan(0.03);
  });
});

describe('writing', () => {
  test('a caption stands in the lower third, comes softly and goes', async () => {
    const room = await darkroom(bare);
    const before = await room.develop();
    const counts = [];
    for (let index = 1; index <= 30; index++) {
      const caption = index < 16 ? 'Start free 中文 العربية हिन्दी 🚀' : null;
      const print = await room.develop({ index, caption, image: null });
      const box = changedBox(before, print);
      if (box) expect(box.top).toBeGreaterThan(360 * 0.66);
      counts.push(box?.count ?? 0);
    }
    expect(counts[2]).toBeLessThan(counts[14]!);
    expect(counts[14]).toBeGreaterThan(1000);
    expect(counts.at(-1)).toBe(0);
  });

  test('the watermark stands in the lower right corner, where it is wanted', async () => {
    const [with_, without] = await Promise.all([develop({}, { watermark: true }), develop({})]);
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
  ] as const)('the debug HUD tells %s on a line of its own', async (_, change, line) => {
    const print = async (more: object) => {
      const room = await darkroom({ ...bare, mockup: 'none', padding: 0.3, debugHud: true });
      return room.develop(more);
    };
    const [before, after] = [await print({}), await print(change)];
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

describe('drawing nothing twice', () => {
  test('a frame in which nothing moved is the last one again', async () => {
    const room = await darkroom({ ...bare, cursor: { style: 'arrow' } });
    expect((await room.develop()).fresh).toBe(true);
    expect((await room.develop({ index: 1, image: null })).fresh).toBe(false);
    const cursor = { x: 10, y: 10, visible: true, shape: 'arrow' as const, pressed: false };
    expect((await room.develop({ index: 2, image: null, cursor })).fresh).toBe(true);
    expect((await room.develop({ index: 3, image: null, cursor })).fresh).toBe(false);
    expect((await room.develop({ index: 4, cursor })).fresh).toBe(true);
  });

  test('a frame drawn in parts is the frame drawn at once', async () => {
    const look = { ...bare, cursor: { style: 'arrow' as const } };
    const [long, short] = [await darkroom(look), await darkroom(look)];
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
      await long.develop({ index, ...at(index), caption, click, ...(index % 4 > 0 && { image: null }) });
    }
    const [parts, once] = [await long.develop({ index: 60, ...at(60) }), await short.develop(at(60))];
    expect(parts.fresh).toBe(true);
    expect(changedBox(parts, once, 0)).toBeNull();
  });

  test.each([1, 1.4])('at zoom %d, a frame drawn in part looks as if it were drawn whole', async (zoom) => {
    const look: Presentation = { ...bare, cursor: { style: 'arrow', size: 48 } };
    const cursor = { x: 500, y: 500, visible: true, shape: 'hand' as const, pressed: false };
    const camera = clampCamera((await darkroom(look)).stage, { x: 300, y: 300, zoom });
    const long = await darkroom(look);
    await long.develop();
    await long.develop({ index: 1, camera, image: null });
    for (let index = 2; index < 6; index++) await long.develop({ index, camera });
    const inPart = await long.develop({ index: 6, camera, cursor, image: null });
    const short = await darkroom(look);
    const whole = await short.develop({ index: 6, camera, cursor });
    expect(changedBox(inPart, whole, 0)).toBeNull();
  });
});
