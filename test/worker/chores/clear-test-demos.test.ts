import { afterAll, beforeAll, expect, test } from 'vitest';
import { testUserOf } from '../../../src/domain/accounts/test-mode.ts';
import { createDemo } from '../../../src/domain/demos/create.ts';
import { cancelJob } from '../../../src/domain/demos/end.ts';
import { clearTestDemos } from '../../../src/worker/chores/clear-test-demos.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import {
  freshCommand,
  openProject,
  openUser,
  type TestServices,
  testServices,
} from '../../support/services.ts';

const day = 24 * 3_600_000;
let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services?.stop());

async function makeDemo(userId: string): Promise<string> {
  const projectId = await openProject(services, userId);
  const { demoId } = await createDemo(services, freshCommand(), {
    ...{
      userId,
      projectId,
      prompt: 'Show it',
      format: 'mp4',
      resolution: '720p',
      aspect: '16:9',
      durationTarget: '5s',
    },
    ...{ presentation: null, pageUrl: null, context: null, contextHash: null, mode: 'script' },
    triggeredBy: 'api',
  });
  await cancelJob(services, freshCommand(), { demoId, userId });
  return demoId;
}
const clear = () => perform([clearTestDemos(services)], { task: 'test-demos.clear', payload: {} });
const kept = async () =>
  (await services.sql<{ id: string }[]>`select id from demos order by id`).map(({ id }) => id);

test('a demo of test mode is deleted with its files a month after its last change, and no other demo', async () => {
  const owner = await openUser(services, { plan: 'pro' });
  const old = await makeDemo(testUserOf(owner));
  const charged = await makeDemo(owner);
  services.clock.advance(2 * day);
  const young = await makeDemo(testUserOf(owner));
  services.clock.advance(28 * day - 1000);
  await clear();
  expect(await kept()).toEqual([old, charged, young]);

  services.clock.advance(2000);
  await clear();
  expect(await kept()).toEqual([charged, young]);
  expect((await queuedJobs(services, 'media.remove')).map(({ payload }) => payload)).toEqual([
    { prefix: `demos/${old}/` },
  ]);
  await clear();
  expect(await kept()).toEqual([charged, young]);
});
