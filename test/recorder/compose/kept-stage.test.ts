import { describe, expect, test } from 'vitest';
import { createCompositeRenderer } from '../../../src/recorder/compose/composite-renderer.ts';
import { createDecoder, decodedPictureCount } from '../../../src/recorder/compose/pixels/decoder.ts';
import { createPlanes } from '../../../src/recorder/compose/pixels/planes.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage, wideCamera } from '../../../src/recorder/contract/stage-layout.ts';
import { type Camera, type TakeFrame, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { capture, takeFrame } from '../../support/synthetic-take.ts';
import { plainPresentation } from './rendered-frame.ts';

const output = { width: 960, height: 540 };
const viewport = viewports.desktop;
const whole = { x: 0, y: 0, ...output };
const frameCount = 16;
/** In this frame the camera rests again. */
const restAt = 12;

interface Given {
  look?: Presentation;
  camera(along: number, home: Camera): Camera;
  over?: (index: number) => Partial<TakeFrame>;
  newPictureAt?: number;
}

/** The planes of every frame of a camera's movement over a page that stands still. */
async function film({ look, camera, over, newPictureAt }: Given, keepsFrames: boolean) {
  const presentation = resolvePresentation({ ...plainPresentation, cursor: {}, ...look });
  const stage = layoutStage({ output, viewport, presentation });
  const planes = createPlanes(stage, { count: decodedPictureCount, sizeBytes: 4 * 1000 * 1000 });
  const decode = createDecoder(planes.pictureBuffers);
  const options = { stage, presentation, backgroundImage: null, watermark: true, fps: 30 };
  const renderer = await createCompositeRenderer(options, { keepsFrames });
  const frames: Uint8Array[] = [];
  const kinds: ('base' | 'zoomed' | 'drawn' | 'same')[] = [];
  for (let index = 0; index < frameCount; index++) {
    const image = index === 0 || index === newPictureAt ? capture(stage, viewport, { scrollY: index }) : null;
    const frame = takeFrame(stage, viewport, {
      index,
      image,
      camera: camera(Math.min(1, index / (restAt - 1)), wideCamera(stage)),
      ...over?.(index),
    });
    const composed = renderer.compose(frame, image && decode(image), 10_000);
    const { zoomed } = composed ?? {};
    if (zoomed?.base) {
      planes.convertCanvas(zoomed.base, whole);
      planes.keep();
    } else if (zoomed) planes.zoom(zoomed.view, zoomed.to);
    if (composed?.copied)
      planes.convertPicture(composed.copied.picture, composed.copied.from, composed.copied.to);
    for (const part of composed?.drawn ?? []) planes.convertCanvas(renderer.canvas, part);
    frames.push(planes.frame.slice());
    kinds.push(zoomed ? (zoomed.base ? 'base' : 'zoomed') : composed ? 'drawn' : 'same');
  }
  return { frames, kinds };
}

const lean = (along: number, home: Camera): Camera => ({ ...home, zoom: 1 + 0.04 * along });
const cursorOn = (index: number): Partial<TakeFrame> => ({
  cursor: { x: 200 + index * 20, y: 300, visible: true, shape: 'arrow', pressed: false },
});

describe('while only the camera moves', () => {
  test.each<[string, Given, { bases: number }]>([
    ['a stage that becomes a little larger', { camera: lean }, { bases: 1 }],
    ['the same below a cursor that moves', { camera: lean, over: cursorOn }, { bases: 1 }],
    ['the same with a caption', { camera: lean, over: () => ({ caption: 'What it does' }) }, { bases: 1 }],
    ['the same in a dark window', { camera: lean, look: { mockup: 'macos-dark' } }, { bases: 1 }],
    [
      'a close-up that goes aside',
      { camera: (along) => ({ x: 500 + 17 * along, y: 400, zoom: 1.6 }) },
      { bases: 1 },
    ],
    [
      'a camera that comes close, over several kept frames',
      { camera: (along, home) => ({ ...home, zoom: 1 + 0.3 * along }) },
      { bases: 5 },
    ],
    [
      'a window whose title changes on the way',
      {
        camera: lean,
        over: (index) => ({ page: { title: index < 6 ? 'One' : 'Another', url: 'about:blank' } }),
      },
      { bases: 2 },
    ],
  ])('%s looks as if it were drawn', async (_, given, { bases }) => {
    const [quick, drawn] = [await film(given, true), await film(given, false)];
    expect(drawn.kinds.filter((kind) => kind === 'base' || kind === 'zoomed')).toEqual([]);
    expect(quick.kinds.filter((kind) => kind === 'base')).toHaveLength(bases);
    expect(quick.kinds.filter((kind) => kind === 'zoomed').length).toBeGreaterThanOrEqual(5);
    for (const [index, frame] of quick.frames.entries()) {
      const { mean, farShare } = difference(frame, drawn.frames[index] as Uint8Array);
      expect({ index, mean, isNear: mean < 1 }).toEqual({ index, mean, isNear: true });
      expect({ index, farShare, isRare: farShare < 0.006 }).toEqual({ index, farShare, isRare: true });
    }
  });

  test('a camera that goes back is drawn in each frame', async () => {
    const given: Given = { camera: (along, home) => ({ ...home, zoom: 1.1 - 0.1 * along }) };
    const [quick, drawn] = [await film(given, true), await film(given, false)];
    expect(quick.kinds).not.toContain('zoomed');
    // The cursor's part is drawn by itself, which rounds a few pixels to the next value.
    for (const [index, frame] of quick.frames.entries())
      expect(difference(frame, drawn.frames[index] as Uint8Array).mean).toBeLessThan(0.001);
  });

  test('the picture is drawn anew, to the byte, as soon as the camera rests', async () => {
    const [quick, drawn] = [await film({ camera: lean }, true), await film({ camera: lean }, false)];
    expect(quick.kinds.slice(restAt - 1)).toEqual(['zoomed', 'drawn', 'same', 'same', 'same']);
    expect(difference(quick.frames[restAt] as Uint8Array, drawn.frames[restAt] as Uint8Array).mean).toBe(0);
  });

  test('a new picture is drawn, and kept from then on', async () => {
    const given: Given = { camera: lean, newPictureAt: 5 };
    const [quick, drawn] = [await film(given, true), await film(given, false)];
    expect(quick.kinds.slice(4, 8)).toEqual(['zoomed', 'drawn', 'base', 'zoomed']);
    for (const at of [5, 6])
      expect(difference(quick.frames[at] as Uint8Array, drawn.frames[at] as Uint8Array).mean).toBe(0);
  });

  test.each<[string, Presentation]>([
    ['a fade covers everything', { fade: { inMs: 60_000, outMs: 0 } }],
    ['the window itself moves', { windowAnimation: { intro: true, introDurationMs: 2_000, outro: false } }],
    ['the debug display is on', { debugHud: true }],
  ])('every frame is drawn where %s', async (_, look) => {
    const { kinds } = await film({ camera: lean, look }, true);
    expect(new Set(kinds.slice(0, restAt))).toEqual(new Set(['drawn']));
  });
});

/** In luma: the mean difference, and the share of pixels that differ by more than an eye overlooks at an edge that moves. */
function difference(one: Uint8Array, other: Uint8Array): { mean: number; farShare: number } {
  const count = output.width * output.height;
  let sum = 0;
  let far = 0;
  for (let at = 0; at < count; at++) {
    const off = Math.abs((one[at] as number) - (other[at] as number));
    sum += off;
    if (off > 40) far++;
  }
  return { mean: sum / count, farShare: far / count };
}
