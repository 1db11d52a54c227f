import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOfBackground } from '../../../src/domain/backgrounds/backgrounds.ts';
import { type PictureShelf, uploadBackground } from '../../../src/domain/backgrounds/upload.ts';
import type { EventStore } from '../../../src/store/types.ts';
import { freshCommand, openUser, type TestServices, testServices } from '../../support/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

const picture = { image: Buffer.from('image'), preview: Buffer.from('preview'), width: 2, height: 1 };

function memoryShelf() {
  const kept = new Map<string, Uint8Array>();
  const shelf: PictureShelf = {
    async put(key, bytes) {
      kept.set(key, bytes);
    },
    async removeAll(prefix) {
      for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
    },
  };
  return { kept, shelf };
}

/** A store that breaks off before or after it has done its work. */
const breaking = (execute: (work: () => Promise<unknown>) => Promise<never>): TestServices => ({
  ...services,
  store: {
    ...services.store,
    execute: ((...given: Parameters<EventStore['execute']>) =>
      execute(() => services.store.execute(...given))) as EventStore['execute'],
  },
});

test('the files stay where the event was written and its answer was lost', async () => {
  const { kept, shelf } = memoryShelf();
  const userId = await openUser(services);
  const lost = breaking(async (work) => {
    await work();
    throw new Error('the connection was cut');
  });
  const upload = uploadBackground(lost, freshCommand(), { userId, name: 'Dunes', picture }, shelf);
  await expect(upload).rejects.toThrow('the connection was cut');
  const [row] = await services.sql<{ id: string }[]>`select id from backgrounds where user_id = ${userId}`;
  const files = await filesOfBackground(services.sql, row!.id);
  expect([...kept.keys()].sort()).toEqual([files!.imageKey, files!.previewKey].sort());
});

test('nothing is left where the event was not written', async () => {
  const { kept, shelf } = memoryShelf();
  const userId = await openUser(services);
  const refused = breaking(async () => {
    throw new Error('the database was away');
  });
  const upload = uploadBackground(refused, freshCommand(), { userId, name: 'Dunes', picture }, shelf);
  await expect(upload).rejects.toThrow('the database was away');
  expect(kept.size).toBe(0);
});
