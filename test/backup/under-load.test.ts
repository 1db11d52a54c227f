import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../../src/backup/index.ts';
import { exportHeads } from '../../src/domain/audit/export.ts';
import { sealLog } from '../../src/domain/audit/seal-log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import type { MediaStorage } from '../../src/media/index.ts';
import { wholeObjects } from '../../src/media/objects.ts';
import { putText } from '../../src/media/text.ts';
import { demo, livedAccount } from '../admin/ledgers.ts';
import { freshCommand, openProject, openUser, type TestServices, testServices } from '../support/services.ts';
import { type EmptyPlace, emptyPlace, restoreTo } from './places.ts';

let services: TestServices;
let place: EmptyPlace;
let folder: string;
let media: MediaStorage;
beforeAll(async () => {
  services = await testServices();
  place = await emptyPlace();
  folder = await mkdtemp(join(tmpdir(), 'showreel-backup-'));
  media = folderStorage(join(folder, 'media'));
});
afterAll(async () => {
  await services.stop();
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

const seal = () => sealLog(services, wholeObjects(media));
const writeHeads = () =>
  exportHeads(services, freshCommand(), (key, content) => putText(media, key, content));

test('a service that is backed up while it works is restored with all that it had acknowledged, and an audit finds nothing', async () => {
  await livedAccount(services);
  const userId = await openUser(services);
  const projectId = await openProject(services, userId);
  await writeHeads();
  await seal();
  await putText(media, 'demos/demo_1/v1/page.txt', 'as it was');
  await putText(media, 'demos/demo_1/v1/going.txt', 'deleted while the backup runs');
  const acknowledged = (await services.store.readAll({ after: 0, limit: 100_000 })).map(
    ({ position }) => position,
  );

  let isOver = false;
  let written = 0;
  const writing = async () => {
    const own = await openUser(services);
    const project = await openProject(services, own);
    while (!isOver) {
      await demo(services, own, project);
      written += 1;
    }
  };
  const writers = [writing(), writing(), writing()];
  const sealedMeanwhile: unknown[] = [];
  // What the service does at the worst moments: between the seals and the log, and between the log and the media.
  const busy: MediaStorage = {
    ...media,
    async *list(prefix) {
      yield* media.list(prefix);
      if (prefix === 'audit/') {
        await demo(services, userId, projectId);
        sealedMeanwhile.push(await seal());
        return;
      }
      await media.delete('demos/demo_1/v1/going.txt');
      services.clock.advance(86_400_000);
      await demo(services, userId, projectId);
      await writeHeads();
      sealedMeanwhile.push(await seal());
    },
  };
  const { sql, database } = services;
  const kept = {
    database: { sql, url: database.url },
    media: busy,
    keys: 'key\n',
    credentials: '{}',
    version: '1.2.3',
  };
  const path = join(folder, 'backup.tar');
  const made = await backUp(kept, path, {});
  isOver = true;
  await Promise.all(writers);

  expect(sealedMeanwhile[0], 'nobody seals before the moment of the copy').toBeNull();
  expect(sealedMeanwhile[1]).toMatchObject({ logEndsEarly: null });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(written).toBeGreaterThan(0);

  expect(await restoreTo(place, path, services)).toEqual({
    events: made.events,
    findings: [],
    differing: [],
  });

  const restored = await place.sql<{ position: number }[]>`select position from events order by position`;
  const there = new Set(restored.map(({ position }) => position));
  expect(acknowledged.filter((position) => !there.has(position))).toEqual([]);
  const [now] = await services.sql`select count(*)::int as events from events`;
  expect(restored.length).toBeLessThan(now!.events);
  expect(await text(place.media.read('demos/demo_1/v1/page.txt'))).toBe('as it was');
});
