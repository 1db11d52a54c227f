/**
 * `test/fixtures/releases` holds an archive of each state of the database that was released, filled by the code of that state: three accounts
 * with projects, logins, resets, webhooks and twelve demos each, and a sealed log. `showreel admin backup` makes one of a later release. The
 * name is that of the newest migration. 0025 was made by the commit before migration 0030.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prove, restore } from '../../src/backup/index.ts';
import { systemClock } from '../../src/clock.ts';
import { pendingMigrations } from '../../src/database/migrate.ts';
import { openDomain } from '../../src/domain/index.ts';
import { readLogin } from '../../src/domain/logins/logins.ts';
import { findSigner } from '../../src/domain/projects/projects.ts';
import type { DomainServices } from '../../src/domain/services.ts';
import { developmentPayment } from '../../src/payment/development.ts';
import { createSecrets } from '../../src/secrets.ts';
import { createIntake } from '../../src/start/intake.ts';
import { fitReadModels } from '../../src/start/read-models.ts';
import { demo } from '../admin/ledgers.ts';
import { type EmptyPlace, emptyPlace, log } from './places.ts';

const folder = join(import.meta.dirname, '../fixtures/releases');
/** Of the archives. It protects nothing. */
const key = Buffer.alloc(32, 7);

let place: EmptyPlace;
beforeEach(async () => {
  place = await emptyPlace();
});
afterEach(() => place.remove());

async function withServices<T>(
  databaseUrl: string,
  work: (services: DomainServices) => Promise<T>,
): Promise<T> {
  const { sql, media } = place;
  const services = await openDomain({
    sql,
    databaseUrl,
    clock: systemClock,
    secrets: createSecrets([key]),
    payment: developmentPayment,
    intake: createIntake({ media, ffmpegPath: null, videoLimitBytes: 0 }),
    log,
  });
  try {
    return await work(services);
  } finally {
    await services.doorbell.stop();
  }
}

test.each(readdirSync(folder))(
  'the database of release %s is brought up to date with its data, and goes on',
  async (name) => {
    const events = 162;
    const upgraded = await restore(place, join(folder, name), null, async (url) => {
      await fitReadModels(place.sql, createSecrets([key]), log);
      return withServices(url, (services) => prove(services, place.media));
    });
    expect(upgraded).toEqual({ events, findings: [], differing: [] });
    expect(await pendingMigrations(place.sql)).toEqual([]);

    const projects = await place.sql<{ id: string; userId: string; demos: number }[]>`
    select id, user_id as "userId", demo_count as demos from projects`;
    expect(projects.map(({ demos }) => demos)).toEqual([12, 12, 12]);
    await withServices(place.url, async (services) => {
      const { id, userId } = projects[0]!;
      expect(await readLogin(services, id)).toMatchObject({ cookies: [{ name: 'a', value: 'b' }] });
      expect((await findSigner(services, id))?.signingSecret).toMatch(/^sr_sign_/);
      await demo(services, userId, id);
      const { events: after, ...rest } = await prove(services, place.media);
      expect(after).toBeGreaterThan(events);
      expect(rest).toEqual({ findings: [], differing: [] });
    });
  },
);
