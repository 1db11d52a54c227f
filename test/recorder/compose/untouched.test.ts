import { describe, expect, test } from 'vitest';
import { createCompositeRenderer } from '../../../src/recorder/compose/composite-renderer.ts';
import { DecodedPicture } from '../../../src/recorder/compose/pixels/decoded-picture.ts';
import { createDecoder, decodedPictureCount } from '../../../src/recorder/compose/pixels/decoder.ts';
import { createPlanes } from '../../../src/recorder/compose/pixels/planes.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage, visibleClip } from '../../../src/recorder/contract/stage-layout.ts';
import {
  type Camera,
  type TakeFrame,
  type ViewportName,
  viewports,
} from '../../../src/recorder/contract/take-frame.ts';
import { capture, takeFrame } from '../../support/synthetic-take.ts';
import { plainPresentation } from './rendered-frame.ts';

const output = { width: 960, height: 540 };
const frameCount = 12;

interface Given {
  viewport?: ViewportName;
  look?: Presentation;
  /** The camera from the third frame on. Before that the whole stage is seen. */
  camera?: Camera;
  over?: (index: number) => Partial<TakeFrame>;
}

/** The planes of every frame of a small film of a page that scrolls. With `drawsEverything` no picture is copied. */
async function film(given: Given, drawsEverything: boolean) {
  const viewport = viewports[given.viewport ?? 'desktop'];
  const presentation = resolvePresentation({ ...plainPresentation, cursor: {}, ...given.look });
  const stage = layoutStage({ output, viewport, presentation });
  const planes = createPlanes(stage, { count: decodedPictureCount, sizeBytes: 4 * 1000 * 1000 });
  const decode = createDecoder(planes.pictureBuffers);
  const options = { stage, presentation, backgroundImage: null, watermark: true, fps: 30 };
  const renderer = await createCompositeRenderer(options);
  const frames: Uint8Array[] = [];
  let copiedCount = 0;
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
    const copy = () =>
      new DecodedPicture(
        bytesOf(decoded as DecodedPicture, planes.pictureBuffers),
        decoded as DecodedPicture,
        false,
      );
    const composed = renderer.compose(frame, drawsEverything && decoded ? copy() : decoded, 10_000);
    if (composed?.copied) {
      copiedCount++;
      planes.convertPicture(composed.copied.picture, composed.copied.from, composed.copied.to);
    }
    for (const part of composed?.drawn ?? []) planes.convertCanvas(renderer.canvas, part);
    frames.push(planes.frame.slice());
  }
  return { frames, copiedCount };
}

/** A copy of the picture's bytes, outside the planes' memory. */
function bytesOf(picture: DecodedPicture, rooms: readonly Uint8Array[]): Uint8Array {
  const memory = new Uint8Array((rooms[0] as Uint8Array).buffer);
  return memory.slice(picture.byteOffset, picture.byteOffset + picture.width * picture.height * 4);
}

describe('copying a picture without drawing it', () => {
  test.each<[string, Given]>([
    ['a page that scrolls below a cursor', {}],
    ['a window without a bar, with round corners', { look: { mockup: 'none' } }],
    ['a phone, whose width and height are odd', { viewport: 'mobile' }],
    ['a tablet', { viewport: 'tablet' }],
    ['a close-up that fills the output', { camera: { x: 500, y: 400, zoom: 2 } }],
    ['a close-up with an edge of the window', { camera: { x: 250, y: 300, zoom: 1.5 } }],
    ['a caption', { over: (index) => ({ caption: index < 10 ? 'What it does' : null }) }],
    ['a click', { over: (index) => ({ click: index === 4 ? { x: 130, y: 190 } : null }) }],
    ['a cursor beside the page', { over: (index) => ({ cursor: outside(index) }) }],
  ])('makes the same film of %s, byte for byte, as drawing everything', async (_, given) => {
    const [quick, drawn] = [await film(given, false), await film(given, true)];
    expect(drawn.copiedCount).toBe(0);
    expect(quick.copiedCount).toBeGreaterThan(0);
    for (const [index, frame] of quick.frames.entries())
      expect({ index, differs: difference(frame, drawn.frames[index] as Uint8Array) }).toEqual({
        index,
        differs: null,
      });
  });

  test.each<[string, Given]>([
    ['a fade covers the page', { look: { fade: { inMs: 60_000, outMs: 0 } } }],
    ['the debug display lies over the page', { look: { debugHud: true } }],
    ['the camera moves', { over: (index) => ({ camera: { x: 500 + index, y: 400, zoom: 2 } }) }],
  ])('is not done where %s', async (_, given) => {
    expect((await film(given, false)).copiedCount).toBe(0);
  });
});

const outside = (index: number) =>
  ({ x: -30 - index, y: 100, visible: true, shape: 'arrow', pressed: false }) as const;

function difference(a: Uint8Array, b: Uint8Array): { at: number; is: number; was: number } | null {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? null : { at, is: a[at] as number, was: b[at] as number };
}
