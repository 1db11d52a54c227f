import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { scripts, servePage } from '../../scripts/bench/page.ts';
import { createLogger } from '../../src/log.ts';
import { resolvePresentation } from '../../src/recorder/presentation.ts';
import { record } from '../../src/recorder/record.ts';
import { viewports } from '../../src/recorder/take.ts';

const run = promisify(execFile);

test('the same script on the same page gives the same timeline, and frames that look the same', async () => {
  const page = await servePage();
  const tempDir = await mkdtemp(join(tmpdir(), 'twice-'));
  try {
    const film = () =>
      record(
        {
          ...{ script: scripts.still, url: page.url('still'), viewport: viewports.desktop, tempDir },
          presentation: resolvePresentation(null),
          output: { width: 640, height: 360, fps: 30, format: 'mp4' },
          ...{ durationMs: 5_000, gif: false, watermark: false },
        },
        { signal: new AbortController().signal, log: createLogger('silent') },
      );
    const [first, second] = [await film(), await film()];
    expect(first.recordingLog.map(({ status }) => status)).toContain('ok');
    expect(second.recordingLog).toEqual(first.recordingLog);
    expect(second.snapshots.map(({ timeMs }) => timeMs)).toEqual(first.snapshots.map(({ timeMs }) => timeMs));
    const likeness = join(tempDir, 'ssim.txt');
    const inputs = ['-v', 'error', '-i', first.videoPath, '-i', second.videoPath];
    await run('ffmpeg', [...inputs, '-lavfi', `ssim=stats_file=${likeness}`, '-f', 'null', '-']);
    const frames = [...(await readFile(likeness, 'utf8')).matchAll(/All:([\d.]+)/g)].map(([, all]) =>
      Number(all),
    );
    expect(frames).toHaveLength(150);
    expect(Math.min(...frames)).toBeGreaterThanOrEqual(0.99);
  } finally {
    await rm(tempDir, { recursive: true, force: true });
    page.stop();
  }
});
