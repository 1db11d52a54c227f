import { afterAll, beforeAll, expect, test } from 'vitest';
import { testUserOf } from '../../../src/domain/accounts/test-mode.ts';
import { creditStream } from '../../../src/domain/credits/events.ts';
import { createDemo } from '../../../src/domain/demos/create.ts';
import { deleteDemo } from '../../../src/domain/demos/end.ts';
import { startGeneration } from '../../../src/domain/demos/jobs/generation.ts';
import {
  freshCommand,
  openProject,
  openUser,
  type TestServices,
  testServices,
} from '../../support/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

test('test mode takes nothing from the ledger, gets a watermark on every plan, and has five films at a time', async () => {
  const owner = await openUser(services, { plan: 'business' });
  const userId = testUserOf(owner);
  const projectId = await openProject(services, userId);
  const wish = {
    userId,
    projectId,
    prompt: 'Show it',
    format: 'webm',
    resolution: '720p',
    aspect: '16:9',
  } as const;
  const unset = { presentation: null, pageUrl: null, context: null, contextHash: null } as const;
  const make = () =>
    createDemo(services, freshCommand(), {
      ...wish,
      ...unset,
      durationTarget: '5s',
      mode: 'script',
      triggeredBy: 'api',
    });
  const first = await make();
  for (let n = 1; n < 5; n++) await make();
  await expect(make()).rejects.toMatchObject({ status: 429, code: 'queue_full' });
  expect(await startGeneration(services, first.jobId)).toMatchObject({ userId, watermark: true });

  await deleteDemo(services, freshCommand(), { demoId: first.demoId, userId });
  for (const user of [owner, userId]) {
    const facts = await services.store.readStream(creditStream(user));
    expect(facts.filter(({ type }) => /Allowance|Credits(?!Account)/.test(type))).toEqual([]);
  }
});
