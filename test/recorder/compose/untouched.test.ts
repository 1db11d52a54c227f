import { describe, expect, test } from 'vitest';
import { createCompositeRenderer } from '../../../src/recorder/compose/composite-renderer.ts';
import { createDecoder, decodedAtOnce } from '../../../src/recorder/compose/pixels/decoder.ts';
import { Pixels } from '../../../src/recorder/compose/pixels/pixels.ts';
import { createPlanes } from '../../../src/recorder/compose/pixels/planes.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage, visibleClip } from '../../../src/recorder/contract/stage-layout.ts';
import {
  type Camera,
  type TakeFrame,
  type ViewportName,
  viewports,
} from '../../../src/recorder/contract/take-frame.ts';
import { bare } from './darkroom.ts';
import { capture, takeFrame } from './synthetic-take.ts';

const output = { width: 960, height: 540 };
const frameCount = 12;

interface Given {
  viewport?: ViewportName;
  look?: Presentation;
  /** Held from the third frame on; before that the whole stage is seen. */
  camera?: Camera;
  over?: (index: number) => Partial<TakeFrame>;
}

/** Every frame of a small film of a page that scrolls, as planes; with pictures taken over as they are, or all of them drawn. */
async function film(given: Given, drawsAll: boolean) {
  const viewport = viewports[given.viewport ?? 'desktop'];
  const presentation = resolvePresentation({ ...bare, cursor: {}, ...given.look });
  const stage = layoutStage({ output, viewport, presentation });
  const planes = createPlanes(stage, { count: decodedAtOnce, sizeBytes: 4 * 1000 * 1000 });
  const decode = createDecoder(planes.rooms);
  const options = { stage, presentation, backgroundImage: null, watermark: true, fps: 30 };
  const made = await createCompositeRenderer(options);
  const frames: Uint8Array[] = [];
  let taken = 0;
  for (let index = 0; index < frameCount; index++) {
    const camera = index >= 2 ? given.camera : undefined;
    const clip = (camera && visibleClip(stage, camera)) ?? { x: 0, y: 0, ...viewport };
    const place = { scrollY: index * 7, clip, zoom: camera?.zoom ?? 1 };
    const image = index % 4 === 3 ? null : capture(stage, viewport, place);
    const cursor = {
      x: 100 + index * 9,
      y: 200 - index,
      visible: true,
      shape: 'arrow',
      pressed: false,
    } as const;
    const frame = takeFrame(stage, viewport, {
      index,
      image,
      clip,
      cursor,
      ...(camera && { camera }),
      ...given.over?.(index),
    });
    const decoded = image && decode(image);
    const copy = () => new Pixels(beside(decoded as Pixels, planes.rooms), decoded as Pixels, false);
    const composed = made.compose(frame, drawsAll && decoded ? copy() : decoded, 10_000);
    if (composed?.taken) {
      taken++;
      planes.take(composed.taken.picture, composed.taken.from, composed.taken.to);
    }
    for (const part of composed?.drawn ?? []) planes.update(made.canvas, part);
    frames.push(planes.frame.slice());
  }
  return { frames, taken };
}

/** The same bytes, elsewhere. */
function beside(picture: Pixels, rooms: readonly Uint8Array[]): Uint8Array {
  const memory = new Uint8Array((rooms[0] as Uint8Array).buffer);
  return memory.slice(picture.offset, picture.offset + picture.width * picture.height * 4);
}

describe('pictures that are taken over as they are', () => {
  test.each<[string, Given]>([
    ['a page that scrolls below a cursor', {}],
    ['a bar less window with round corners', { look: { mockup: 'none' } }],
    ['a phone, whose sides are odd', { viewport: 'mobile' }],
    ['a tablet', { viewport: 'tablet' }],
    ['a close-up that fills the output', { camera: { x: 500, y: 400, zoom: 2 } }],
    ['a close-up with an edge of the window', { camera: { x: 250, y: 300, zoom: 1.5 } }],
    ['a caption', { over: (index) => ({ caption: index < 10 ? 'What it does' : null }) }],
    ['a click', { over: (index) => ({ click: index === 4 ? { x: 130, y: 190 } : null }) }],
    ['a cursor beside the page', { over: (index) => ({ cursor: outside(index) }) }],
  ])('%s is the same film, byte for byte, as when all is drawn', async (_, given) => {
    const [quick, drawn] = [await film(given, false), await film(given, true)];
    expect(drawn.taken).toBe(0);
    expect(quick.taken).toBeGreaterThan(0);
    for (const [index, frame] of quick.frames.entries())
      expect({ index, differs: difference(frame, drawn.frames[index] as Uint8Array) }).toEqual({
        index,
        differs: null,
      });
  });

  test.each<[string, Given]>([
    ['a fade covers it', { look: { fade: { inMs: 60_000, outMs: 0 } } }],
    ['the debug display lies upon it', { look: { debugHud: true } }],
    ['it moves with the camera', { over: (index) => ({ camera: { x: 500 + index, y: 400, zoom: 2 } }) }],
  ])('nothing is, where %s', async (_, given) => {
    expect((await film(given, false)).taken).toBe(0);
  });
});

const outside = (index: number) =>
  ({ x: -30 - index, y: 100, visible: true, shape: 'arrow', pressed: false }) as const;

function difference(a: Uint8Array, b: Uint8Array): { at: number; is: number; was: number } | null {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? null : { at, is: a[at] as number, was: b[at] as number };
}
