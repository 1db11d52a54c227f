/**
 * `make gallery` films twelve pages in all shapes and writes one HTML page of contact sheets: GALLERY=folder (default dist/gallery),
 * GALLERY_ONLY=text (pages or shapes whose name has it). Over the pages every shape gets every template of the camera. The films are ordered
 * from a running service, as anybody orders them, and none is chosen: what did not become ready is on the page too, with its reason.
 */
import { mkdtempSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDemo } from '../src/cli/demo.ts';
import { readConfig } from '../src/config.ts';
import { startShowreel } from '../src/start/index.ts';
import { servePlanningPages } from '../test/planning/pages.ts';
import { makeContactSheet } from './gallery/contact-sheet.ts';
import { type GalleryFilm, type GalleryWish, galleryWishes } from './gallery/films.ts';
import { renderGallery } from './gallery/page.ts';
import { removeOnSignal } from './load/service.ts';

const folder = process.env.GALLERY ?? join('dist', 'gallery');
const only = process.env.GALLERY_ONLY ?? '';
// The folder and the handlers of signals come in one go, so that no signal finds the one without the other.
const dataDir = mkdtempSync(join(tmpdir(), 'showreel-gallery-'));
removeOnSignal({ stop, remove });
// Films step back behind nobody here: the service has nothing else to do.
const settings = {
  ...{ PORT: '0', SHOWREEL_DATA_DIR: dataDir, SHOWREEL_LOG_LEVEL: 'warn', SHOWREEL_FILM_NICENESS: '0' },
};
const starting = Promise.all([servePlanningPages(), startShowreel(readConfig(settings))]);
const [pages, showreel] = await starting;
try {
  await mkdir(folder, { recursive: true });
  await buyCredits();
  const wishes = galleryWishes.filter(({ page, aspect }) => `${page} ${aspect}`.includes(only));
  const films: GalleryFilm[] = [];
  for (const wish of wishes) {
    const film = await shoot(wish);
    films.push(film);
    console.log(
      `${films.length} of ${wishes.length}: ${film.name}, ${film.error ?? `quality ${film.quality}`}`,
    );
    await writeFile(join(folder, 'index.html'), renderGallery(films));
  }
  console.log(`${join(folder, 'index.html')}: ${films.length} films`);
} finally {
  await stop().finally(remove);
}

async function stop(): Promise<void> {
  const [pages, showreel] = await starting;
  await Promise.all([showreel.stop(), pages.stop()]);
}

function remove(): Promise<void> {
  return rm(dataDir, { recursive: true, force: true });
}

async function shoot(wish: GalleryWish): Promise<GalleryFilm> {
  const name = `${wish.page.replace(/^\w+\/|\/?index|\.html$/g, '').replaceAll('/', '-') || 'sample'} ${wish.aspect}`;
  const { demo } = await makeDemo(
    {
      baseUrl: showreel.baseUrl,
      liveKey: showreel.credentials!.liveKey,
      url: pages.urlOf(wish.page),
      prompt: wish.prompt,
      resolution: '720p',
      durationTarget: '10s',
      aspect: wish.aspect,
      presentation: { recordingTemplate: { id: wish.template } },
    },
    () => {},
  );
  const about = { ...wish, name, warnings: demo.warnings.map(({ message }) => message) };
  if (demo.status !== 'ready') return { ...about, error: demo.error ?? demo.status };
  const stored = (key: string | null) => join(dataDir, 'media', key!);
  const file = `${name.replaceAll(/[^\w-]+/g, '-')}.mp4`;
  await copyFile(stored(demo.video_key), join(folder, file));
  const sheet = await makeContactSheet(stored(demo.video_key), {
    aspect: wish.aspect,
    durationMs: demo.duration_ms!,
  });
  return { ...about, error: null, file, sheet, durationMs: demo.duration_ms!, quality: demo.quality };
}

/** The plan of a new account has ten films. */
async function buyCredits(): Promise<void> {
  const answer = await fetch(`${showreel.baseUrl}/api/v1/credits/purchase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${showreel.credentials!.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ packId: '50' }),
  });
  if (answer.status !== 200) throw new Error(`POST /credits/purchase was answered with ${answer.status}`);
}
