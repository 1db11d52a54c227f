import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { defaultLimits } from '../../../src/recorder/contract/limits.ts';
import { serveSampleSite } from '../../../src/web/sample-site/serve.ts';
import type { Cells } from '../../../src/worker/cell/cells.ts';
import { previewInCell } from '../../../src/worker/cell/preview-in-cell.ts';
import { startCellProcess } from '../../../src/worker/cell/process.ts';
import type { PreviewOrder } from '../../../src/worker/film/preview-film.ts';

/** As where the program lies in a folder that only root may enter. */
const cells: Cells = {
  take: () => startCellProcess({ asOwnUser: false }),
  stop: async () => undefined,
};

test('a recording that has no user of its own has a browser that may enter its own folder', async () => {
  // Jobs lie in a folder of the service that is closed to everybody else.
  const closed = await mkdtemp(join(tmpdir(), 'showreel-closed-'));
  const folder = join(closed, 'job');
  await mkdir(folder);
  const site = await serveSampleSite();
  const make = previewInCell(cells, {
    ...{ allowHosts: [], allowLoopback: true, chromiumPath: null, ffmpegPath: null, fps: 10, model: null },
    ...{ limits: defaultLimits, keepsTakes: false, resetTimeoutMs: 0, previewMs: 60_000 },
    ownPicture: async () => null,
    loginOf: async () => null,
    resetOf: async () => null,
  });
  const job = {
    ...{ jobId: 'job_1', demoId: 'demo_1', projectId: 'proj_1', userId: 'user_1', kind: 'generate' },
    ...{ url: `${site.url}/`, viewport: 'desktop', prompt: 'Show the page', context: null, format: 'mp4' },
    ...{
      resolution: '720p',
      aspect: '16:9',
      laidOutFor: '16:9',
      durationTargetMs: 5_000,
      presentation: null,
    },
    ...{ mode: 'script', supplied: false, mayStay: false, looksBehind: false, beforeDeed: null, version: 1 },
    ...{ takeVersion: null, retake: false, watermark: false, siteName: 'Sample', elements: false },
    ...{ script: null, addition: null },
  } as PreviewOrder['job'];
  const said: string[] = [];
  const log = createLogger('warn', 'test', { write: (line) => void said.push(line) });
  try {
    const preview = await make({
      ...{ job, folder, signal: new AbortController().signal, log },
      onSeen: () => undefined,
    });
    expect(preview.scenes.map(({ still }) => still.length > 1_000)).toContain(true);
    // Where the browser cannot enter its folder, it is started again as root, and the log says so.
    expect(said).toEqual([]);
  } finally {
    await site.stop();
    await rm(closed, { recursive: true, force: true });
  }
});
