import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { unwrapped } from '../../scripts/woff.ts';
import { fontEnvironment } from '../../src/recorder/browser/launch/fonts.ts';

const files = new URL('../../node_modules/@fontsource/inter/files/', import.meta.url);

test('a font that was unwrapped from a WOFF draws as the original font does', async () => {
  const font = unwrapped(await readFile(new URL('inter-latin-600-normal.woff', files)));
  expect(font.readUInt32BE(0)).toBe(0x00010000);
  GlobalFonts.register(font, 'Unwrapped');
  GlobalFonts.register(await readFile(new URL('inter-latin-600-normal.woff2', files)), 'Compressed');
  const context = createCanvas(10, 10).getContext('2d');
  const width = (family: string) => {
    context.font = `40px ${family}`;
    return context.measureText('Invoices that chase themselves').width;
  };
  expect(width('Unwrapped')).toBeCloseTo(width('Compressed'), 1);
  expect(width('Unwrapped')).not.toBeCloseTo(width('"No such font"'), 1);
});

test('a file that is no WOFF is refused', () => {
  expect(() => unwrapped(Buffer.alloc(100))).toThrow('no WOFF');
});

test('the browser is given the fonts that setup has installed, where there are any', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
  expect(fontEnvironment(folder)).toEqual({});
  await writeFile(join(folder, 'fonts.conf'), '<fontconfig/>');
  expect(fontEnvironment(folder)).toEqual({ FONTCONFIG_FILE: join(folder, 'fonts.conf') });
  await rm(folder, { recursive: true });
});
