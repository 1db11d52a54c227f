import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../../src/log.ts';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { recompose } from '../../../../src/recorder/recompose.ts';
import { pictureOutcome } from '../../../../src/worker/film/pictures/picture-outcome.ts';
import { keptTake } from '../../../support/kept-take.ts';

const options = { signal: new AbortController().signal, log: createLogger('silent') };
const finding = { code: 'poster_misses', message: 'The poster shows the page as it is before it.' } as const;
/** While the camera is close. */
const outcomeMs = 1_500;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outcome-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const greyOf = (path: string) => sharp(path).resize(64, 36, { fit: 'fill' }).greyscale().raw().toBuffer();
const apart = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length;

test('a poster that misses the outcome is replaced, and so is the poster of a restyle of the same take', async () => {
  const takePath = join(folder, 'film.take');
  await writeFile(takePath, await keptTake());
  const composed = (background: string) =>
    recompose(
      {
        ...{ takePath, tempDir: folder, gif: false, watermark: false, hides: [] },
        presentation: resolvePresentation({ background }),
        output: { width: 640, height: 360, fps: 30, format: 'mp4' },
      },
      options,
    );
  const settings = { ...options, ffmpegPath: null };

  const film = await composed('#334455');
  const before = await greyOf(film.thumbnailPath!);
  const left = await pictureOutcome(
    { ...film, takePath },
    { findings: [finding], posterAtMs: outcomeMs },
    settings,
  );
  expect(left).toEqual([]);
  const poster = await greyOf(film.thumbnailPath!);
  expect(apart(before, poster)).toBeGreaterThan(5);

  const restyled = await composed('#334450');
  expect(restyled.outcomeMs).toBe(outcomeMs);
  const named = await greyOf(restyled.thumbnailPath!);
  expect(apart(named, before)).toBeLessThan(2);
  await pictureOutcome(
    { ...restyled, takePath: null },
    { findings: [], posterAtMs: restyled.outcomeMs },
    settings,
  );
  expect(apart(await greyOf(restyled.thumbnailPath!), poster)).toBeLessThan(2);
});

test('a film whose poster is good keeps it, and what else was found', async () => {
  const other = { code: 'jumps', message: 'The page jumps by itself at 1.0 s.' } as const;
  const film = {
    videoPath: join(folder, 'none.mp4'),
    thumbnailPath: join(folder, 'none.png'),
    takePath: null,
  };
  const found = { findings: [other], posterAtMs: null };
  expect(await pictureOutcome(film, found, { ...options, ffmpegPath: null })).toEqual([other]);
});
