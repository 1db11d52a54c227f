/**
 * How often a page that has not changed is called changed. Each page is remembered once as beside a version, and then looked at ten times as
 * a refresh and a review look: with a browser and a guard of its own each time. Nothing is filmed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.ts';
import type { GenerationJob } from '../../../src/domain/demos/jobs/generation.ts';
import { createLogger } from '../../../src/log.ts';
import { folderStorage } from '../../../src/media/folder.ts';
import { compareWithLast, rememberPage } from '../../../src/worker/demo/evidence.ts';
import type { FilmOrder } from '../../../src/worker/film/film.ts';
import { recordFilm } from '../../../src/worker/film/record-film.ts';
import { servePlanningPages } from '../../../test/planning/pages.ts';
import { type Figure, figuresOf } from '../figure.ts';

const pages = [
  'sample/',
  'template/agency/index.html',
  'template/freelancer/index.html',
  'template/grayscale/index.html',
  'template/modern-business/index.html',
  'fixture/shop/index.html',
  'fixture/planner-saas/index.html',
  'fixture/bistro/index.html',
  'fixture/museo/index.html',
  'fixture/conference/index.html',
];
const looksAPage = 10;
/** Looks at the same time. One look leaves a core idle while its browser starts. */
const together = 2;
const figure = figuresOf('false-changes');

/** Thrown when a page was seen. */
class Seen extends Error {}

export async function benchFalseChanges(): Promise<Figure[]> {
  const site = await servePlanningPages();
  const folder = await mkdtemp(join(tmpdir(), 'showreel-false-changes-'));
  const media = folderStorage(join(folder, 'media'));
  const film = recordFilm(settings());
  const counts = { looks: 0, changed: 0, again: 0 };
  const see = async (
    job: GenerationJob,
    onSeen: (...seen: Parameters<FilmOrder['onSeen']>) => Promise<unknown>,
  ) => {
    const own = await mkdtemp(join(folder, 'order-'));
    const end = async () => {
      throw new Seen();
    };
    const told = { onPlanned: end, onRecording: end, onGlance: () => undefined, onStep: () => undefined };
    await film({
      ...{ job, folder: own, takePath: null, signal: new AbortController().signal, ...told },
      log: createLogger('silent'),
      meter: { advance: () => undefined },
      onSeen: async (page, lookOn, walk) => {
        await onSeen(page, lookOn, walk);
        await end();
      },
    }).catch((fault: unknown) => {
      if (!(fault instanceof Seen)) throw fault;
    });
  };
  const measure = async (page: string, index: number) => {
    const first = jobOf(site.urlOf(page), `demo_${index}`);
    await see(first, async (seen) =>
      rememberPage(media, first, { ...seen, said: [] }, await mkdtemp(join(folder, 'kept-'))),
    );
    for (let look = 0; look < looksAPage; look++)
      await see({ ...first, version: 2 }, async (seen, lookOn) => {
        const again = () => {
          counts.again++;
          return lookOn();
        };
        const changes = await compareWithLast(media, { ...first, version: 2 }, seen, again);
        counts.looks++;
        if (changes?.length === 0) return;
        counts.changed++;
        console.error(`${page}: ${JSON.stringify(changes)}`);
      });
  };
  const startedMs = performance.now();
  const left = [...pages.entries()];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await measure(next[1], next[0]);
  };
  try {
    await Promise.all(Array.from({ length: together }, work));
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return [
    figure('looks at pages that have not changed', counts.looks, `of ${pages.length} pages`),
    figure('called changed', counts.changed, 'looks'),
    figure('looked at further, to tell movement from change', counts.again, 'looks'),
    figure('time a look', (together * (performance.now() - startedMs)) / counts.looks, 'ms'),
  ];
}

function settings(): Parameters<typeof recordFilm>[0] {
  const { chromiumPath, ffmpegPath, pageLimits } = readConfig({});
  return {
    ...{ allowHosts: [], allowLoopback: true, chromiumPath, ffmpegPath, fps: 30, model: null },
    ...{ resetTimeoutMs: 1000, limits: pageLimits, previewMs: 10_000, keepsTakes: false },
    ownPicture: async () => null,
    loginOf: async () => null,
    resetOf: async () => null,
  };
}

function jobOf(url: string, demoId: string): GenerationJob {
  return {
    ...{ jobId: demoId, demoId, projectId: 'proj_bench', userId: 'user_bench', kind: 'refresh', version: 1 },
    ...{
      prompt: 'Show it',
      context: null,
      format: 'mp4',
      resolution: '720p',
      aspect: '16:9',
      laidOutFor: '16:9',
      durationTargetMs: 5_000,
    },
    ...{ mode: 'script', presentation: null, url, viewport: 'desktop', siteName: 'Bench', watermark: false },
    sound: null,
    ...{ script: null, supplied: false, mayStay: true, looksBehind: false, beforeDeed: null },
    ...{ takeVersion: null, retake: false },
  };
}
