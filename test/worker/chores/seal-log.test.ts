import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSealFile, sealFileKey } from '../../../src/domain/audit/seal-file.ts';
import type { Logger } from '../../../src/log.ts';
import { folderStorage } from '../../../src/media/folder.ts';
import { wholeObjects } from '../../../src/media/objects.ts';
import { startSealing } from '../../../src/worker/chores/seal-log.ts';
import { openUser, testServices } from '../../support/services.ts';

async function sealing() {
  const services = await testServices();
  const folder = await mkdtemp(join(tmpdir(), 'showreel-sealing-'));
  onTestFinished(async () => {
    await services.stop();
    await rm(folder, { recursive: true });
  });
  const media = folderStorage(folder);
  const said: [string, object, string][] = [];
  const note = (level: string) => (about: object, text: string) => said.push([level, about, text]);
  const log = { info: note('info'), error: note('error') } as unknown as Logger;
  const read = async () => readSealFile((await wholeObjects(media).read(sealFileKey(1)))!, services.secrets);
  return { services, folder, said, read, start: () => startSealing(services, media, log) };
}

test('a service seals when it starts, says what it found, and leaves nothing unsealed when it stops', async () => {
  const { services, said, read, start } = await sealing();
  await openUser(services, { credits: 1 });
  const found = (await services.store.readAll({ after: 0, limit: 100 })).length;
  const first = start();
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toMatchObject(['info', { events: found }, expect.stringContaining('as it was found')]);
  await openUser(services, { credits: 1 });
  await first.stop();
  expect((await read())?.events).toHaveLength(2 * found);
  await start().stop();
  expect((await read())?.events).toHaveLength(2 * found);
  expect(said).toHaveLength(1);
});

test('a seal file that cannot be believed is not written over, and the log says so', async () => {
  const { services, folder, said, read, start } = await sealing();
  await openUser(services, { credits: 1 });
  await start().stop();
  await writeFile(join(folder, sealFileKey(1)), 'forged');
  await openUser(services, { credits: 1 });
  await start().stop();
  expect(await read()).toBeNull();
  expect(said.at(-1)).toMatchObject(['error', { err: { code: 'seal_broken' } }, expect.any(String)]);
});
