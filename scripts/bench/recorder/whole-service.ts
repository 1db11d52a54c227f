import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveSampleSite } from '../../../src/web/sample-site/serve.ts';
import { type Served, serve } from '../api/process.ts';

/** The service in role `all`, as people start it, and the sample site to film. */
export interface WholeService {
  service: Served;
  siteUrl: string;
  liveKey: string;
}

const main = join(import.meta.dirname, '../../../src/main.ts');

/** Runs `work` beside a service of its own, and removes everything afterwards. */
export async function withWholeService<T>(work: (whole: WholeService) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  const site = await serveSampleSite();
  const service = await serve(main, {
    PORT: '0',
    SHOWREEL_ROLE: 'all',
    SHOWREEL_DATA_DIR: dataDir,
    SHOWREEL_LOG_LEVEL: 'warn',
    SHOWREEL_RATE_LIMITS: 'false',
  });
  try {
    const credentials = await readFile(join(dataDir, 'credentials.json'), 'utf8');
    const { liveKey } = JSON.parse(credentials) as { liveKey: string };
    return await work({ service, siteUrl: site.url, liveKey });
  } finally {
    await service.stop();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
