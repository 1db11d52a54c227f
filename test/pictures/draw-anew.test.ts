import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawAnew } from '../../src/pictures/index.ts';
import { slowness } from '../support/within.ts';

const red = { r: 255, g: 0, b: 0 };
const blue = { r: 0, g: 0, b: 255 };
const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } });

/** A picture whose left half is red and whose right half is blue. */
const halves = async (width: number, height: number) =>
  plain(width, height).composite([
    {
      input: await plain(width / 2, height, blue)
        .png()
        .toBuffer(),
      left: width / 2,
      top: 0,
    },
  ]);

async function pixel(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

const near = (color: number[], wanted: number[]) =>
  expect(
    color.every((channel, index) => Math.abs(channel - wanted[index]!) < 12),
    `${color} is not near ${wanted}`,
  ).toBe(true);

describe('what is kept of a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('the pixels of a %s', async (format) => {
    const given = await (await halves(64, 32)).toFormat(format).toBuffer();
    const { image, width, height } = await drawAnew(given);
    expect([width, height]).toEqual([64, 32]);
    near(await pixel(image, 5, 16), [255, 0, 0]);
    near(await pixel(image, 60, 16), [0, 0, 255]);
    expect((await sharp(image).metadata()).format).toBe('webp');
  });

  test('the exact pixels of a PNG, with their transparency', async () => {
    const random = Buffer.from(
      Array.from({ length: 16 * 16 * 4 }, (_, n) => (n % 4 === 3 ? 200 : (n * 37) % 256)),
    );
    const given = await sharp(random, { raw: { width: 16, height: 16, channels: 4 } })
      .png()
      .toBuffer();
    const { image } = await drawAnew(given);
    expect(await sharp(image).ensureAlpha().raw().toBuffer()).toEqual(random);
  });

  test('no metadata: neither where it was taken nor a profile nor a comment', async () => {
    const given = await plain(32, 32)
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'Somebody', Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(await sharp(given).metadata()).toMatchObject({
      exif: expect.any(Buffer),
      icc: expect.any(Buffer),
    });
    const { image, preview } = await drawAnew(given);
    for (const picture of [image, preview]) {
      const { exif, icc, xmp, iptc } = await sharp(picture).metadata();
      expect({ exif, icc, xmp, iptc }).toEqual({});
      expect(picture.toString('latin1')).not.toMatch(/Somebody|Camera|secret|EXIF|ICCP|XMP /);
    }
  });

  test('its orientation, applied', async () => {
    const given = await (await halves(64, 32))
      .withExif({})
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { image, width, height } = await drawAnew(given);
    expect([width, height]).toEqual([32, 64]);
    near(await pixel(image, 16, 5), [255, 0, 0]);
    near(await pixel(image, 16, 60), [0, 0, 255]);
  });

  test('its colours in sRGB: Display P3 and CMYK are converted', async () => {
    // This is the same red in a wider colour space, where its numbers are smaller.
    const wide = await plain(16, 16, { r: 200, g: 40, b: 40 }).withIccProfile('p3').png().toBuffer();
    const raw = await sharp(wide, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
    expect(Math.abs(raw[0]! - 200)).toBeGreaterThan(5);
    near(await pixel((await drawAnew(wide)).image, 8, 8), [200, 40, 40]);
    const printed = await plain(16, 16, { r: 30, g: 120, b: 200 }).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(printed).metadata()).space).toBe('cmyk');
    const [r = 0, , b = 0] = await pixel((await drawAnew(printed)).image, 8, 8);
    expect(b).toBeGreaterThan(r + 60);
  });

  test('the first frame of an animated WebP', async () => {
    const frames = await Promise.all([plain(20, 20), plain(20, 20, blue)].map((one) => one.png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const { image, height } = await drawAnew(animated);
    expect([height, (await sharp(image).metadata()).pages]).toEqual([20, undefined]);
    near(await pixel(image, 10, 10), [255, 0, 0]);
  });

  test('at most 3840 pixels on its longer side, and a preview of 480', async () => {
    const { image, preview, width, height } = await drawAnew(await plain(5000, 1000).jpeg().toBuffer());
    expect([width, height]).toEqual([3840, 768]);
    expect(await sharp(image).metadata()).toMatchObject({ width: 3840, height: 768 });
    expect(await sharp(preview).metadata()).toMatchObject({ width: 480, height: 96, format: 'webp' });
  });
});

describe('what is refused', () => {
  const refused = (bytes: Uint8Array, message: RegExp) =>
    expect(drawAnew(bytes)).rejects.toMatchObject({
      code: 'invalid_file',
      status: 400,
      message: expect.stringMatching(message),
    });

  test('a file that is neither PNG, JPEG nor WebP, even where it could be drawn', async () => {
    const wanted = /must be a PNG, JPEG or WebP picture/;
    await refused(Buffer.from('hello'), wanted);
    await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), wanted);
    for (const format of ['gif', 'tiff', 'avif'] as const)
      await refused(await plain(8, 8).toFormat(format).toBuffer(), wanted);
  });

  test('a file that only begins as one of these', async () => {
    const png = await (await halves(64, 64)).png().toBuffer();
    const jpeg = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: red,
      },
    })
      .jpeg()
      .toBuffer();
    for (const bytes of [
      png.subarray(0, 8),
      png.subarray(0, png.length - 60),
      jpeg.subarray(0, jpeg.length / 2),
    ])
      await refused(bytes, /broken/);
    await refused(Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), png]), /broken/);
  });

  test('a small file with a huge picture in it, without drawing it', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: red },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2 * 2 ** 20);
    const tookMs: number[] = [];
    for (let time = 0; time < 3; time++) {
      const sinceMs = performance.now();
      await refused(bomb, /at most 50 megapixels, but it has 12000 × 12000 pixels/);
      tookMs.push(performance.now() - sinceMs);
    }
    expect(Math.min(...tookMs)).toBeLessThan(500 * slowness());
  });
});

test('pictures that come together are drawn one after the other, since each may take much memory and one of few threads', async () => {
  const given = await (await halves(1200, 900)).jpeg().toBuffer();
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, sharp.counters().process);
  }, 1);
  const drawn = await Promise.all(Array.from({ length: 6 }, () => drawAnew(given)));
  clearInterval(watching);
  expect(drawn).toHaveLength(6);
  expect(most).toBe(1);
});

test('a broken picture does not keep the next one waiting', async () => {
  const whole = await (await halves(200, 100)).png().toBuffer();
  const broken = drawAnew(whole.subarray(0, whole.length / 2));
  const next = drawAnew(whole);
  await expect(broken).rejects.toThrow(/broken/);
  expect((await next).width).toBe(200);
});
