import { join } from 'node:path';
import { systemClock } from '../../../src/clock.ts';
import { demoDecider } from '../../../src/domain/demos/decide.ts';
import { demoStream } from '../../../src/domain/demos/events.ts';
import { openDomain } from '../../../src/domain/index.ts';
import type { DomainServices } from '../../../src/domain/services.ts';
import { newId } from '../../../src/ids.ts';
import { createLogger } from '../../../src/log.ts';
import { folderStorage } from '../../../src/media/folder.ts';
import { developmentPayment } from '../../../src/payment/development.ts';
import { createSecrets } from '../../../src/secrets.ts';
import { createIntake } from '../../../src/start/intake.ts';
import type { BenchServer } from '../server.ts';
import { benchSecretKey } from './process.ts';

/** Whose demos they are. */
export const benchUserId = 'user_bench';

/** What a command of the bench says of itself. */
export const context = () => ({ commandId: newId('cmd'), metadata: { actor: 'bench' } });

/** A demo and its job. */
export interface Film {
  demoId: string;
  jobId: string;
}

/** The domain over the bench's database, with the keys of the API's process. */
export const openBenchDomain = ({ sql, url, dataDir }: BenchServer): Promise<DomainServices> =>
  openDomain({
    sql,
    databaseUrl: url,
    clock: systemClock,
    payment: developmentPayment,
    secrets: createSecrets([benchSecretKey]),
    log: createLogger('warn'),
    intake: createIntake({
      media: folderStorage(join(dataDir, 'media')),
      ffmpegPath: null,
      videoLimitBytes: 0,
    }),
  });

/** Creates demos whose jobs run, some at a time. */
export async function createFilms(services: DomainServices, count: number): Promise<Film[]> {
  const films: Film[] = [];
  while (films.length < count) {
    const wanted = Math.min(100, count - films.length);
    films.push(...(await Promise.all(Array.from({ length: wanted }, () => createFilm(services)))));
  }
  return films;
}

async function createFilm(services: DomainServices): Promise<Film> {
  const film = await queueFilm(services);
  await services.store.execute(context(), async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(film.demoId));
    demo.decide({ type: 'start', jobId: film.jobId });
  });
  return film;
}

/** Creates a demo whose job waits. Jobs of the bench are in no queue: nobody takes them. */
export async function queueFilm({ store }: DomainServices): Promise<Film> {
  const film = { demoId: newId('demo'), jobId: newId('job') };
  await store.execute(context(), (unit) => {
    const demo = unit.begin(demoDecider, demoStream(film.demoId));
    demo.decide({
      type: 'create',
      demo: {
        demoId: film.demoId,
        projectId: 'proj_bench',
        userId: benchUserId,
        source: 'generated',
        prompt: 'Show it.',
        format: 'mp4',
        resolution: '720p',
        aspect: '16:9',
        durationTarget: '10s',
        mode: 'script',
        presentation: null,
        pageUrl: null,
        context: null,
        contextHash: null,
      },
    });
    demo.decide({ type: 'queueGeneration', by: benchUserId, jobId: film.jobId, triggeredBy: 'api' });
  });
  return film;
}
