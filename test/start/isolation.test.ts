import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { prepareExamination } from '../../src/start/isolation.ts';
import { testServices } from '../support/services.ts';
import { within } from '../support/within.ts';

test('a stop does not wait for an examination that does not end', async () => {
  const services = await testServices();
  const { sql } = services;
  const holder = await sql.reserve();
  try {
    await holder`begin`;
    await holder`lock table machines in access exclusive mode`;
    const config = { chromiumPath: '/nowhere/chromium', ffmpegPath: null };
    const examination = prepareExamination({ config, services, log: createLogger('silent') });
    const examined = examination.run();
    const asked = async () =>
      (await sql`select from pg_locks where relation = 'machines'::regclass and not granted`).length;
    while ((await asked()) === 0) await sleep(100);
    await within(5_000, () => examination.stop());
    await holder`rollback`;
    await examined;
  } finally {
    holder.release();
    await services.stop();
  }
});
