import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminClient, createAdminClient, refusalOf } from '../../src/admin/client.ts';
import { startAdmin } from '../../src/admin/index.ts';
import { projections } from '../../src/domain/index.ts';
import { createLogger } from '../../src/log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import type { MediaStorage } from '../../src/media/index.ts';
import { checkProjections } from '../../src/store/index.ts';
import { type TestServices, testServices } from '../support/services.ts';

export interface TestAdmin {
  services: TestServices;
  media: MediaStorage;
  url: string;
  token: string;
  /** Of the operator "ada". */
  client: AdminClient;
  stop(): Promise<void>;
}

/** The admin on a free port of the loopback, over a database of its own. */
export async function testAdmin(): Promise<TestAdmin> {
  const services = await testServices();
  await checkProjections(services.sql, projections);
  const folder = await mkdtemp(join(tmpdir(), 'showreel-admin-'));
  const media = folderStorage(folder);
  const token = 'a-token-of-thirty-two-characters-or-more';
  const log = createLogger('silent');
  const baseUrl = 'https://showreel.example.com';
  const admin = await startAdmin({ services, media, log, baseUrl, token, host: '127.0.0.1', port: 0 });
  return {
    services,
    media,
    token,
    url: admin.url,
    client: createAdminClient({ url: admin.url, token, operator: 'ada' }),
    async stop() {
      await admin.stop();
      await services.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The code that an operation was refused with; null where it was not. */
export async function refused(work: Promise<unknown>) {
  return work.then(
    () => null,
    (error: unknown) => refusalOf(error)?.code ?? error,
  );
}
