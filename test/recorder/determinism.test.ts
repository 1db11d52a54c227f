import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { resolvePresentation } from '../../src/recorder/contract/presentation.ts';
import type { ActionScript, Step } from '../../src/recorder/contract/script.ts';
import { viewports } from '../../src/recorder/contract/take-frame.ts';
import { record } from '../../src/recorder/record.ts';
import { serveSampleSite } from '../../src/web/sample-site/serve.ts';
import { scripts, servePage } from '../support/moving-page.ts';

const run = promisify(execFile);

const hold: Step = { type: 'customStep', name: 'showreel.hold', parameters: {} };
const click = (selector: string): Step => ({ type: 'click', selectors: [selector], offsetX: 0, offsetY: 0 });
/** A press, smooth scrolling, a close-up and typing, on a page with timers, counters and animations of its own. */
const acting: ActionScript = {
  title: 'Acting',
  steps: [
    click('header a[href="/#pricing"]'),
    hold,
    {
      type: 'change',
      selectors: ['#email'],
      value: 'ada@example.com',
    },
    hold,
  ],
};

test.each([
  ['a page at rest', 'still', scripts.still],
  ['a page that moves in every frame', 'moving', scripts.moving],
  ['a page with actions', 'sample', acting],
] as const)(
  'the same script filmed twice on %s gives the same timeline, and frames that look the same',
  async (_, where, script) => {
    const page = await servePage();
    const sample = await serveSampleSite();
    const tempDir = await mkdtemp(join(tmpdir(), 'twice-'));
    const url = where === 'sample' ? sample.url : page.url(where);
    try {
      const film = () =>
        record(
          {
            script,
            url,
            viewport: viewports.desktop,
            tempDir,
            presentation: resolvePresentation(null),
            output: { width: 640, height: 360, fps: 30, format: 'mp4' },
            durationMs: 6_000,
            gif: false,
            watermark: false,
          },
          { signal: new AbortController().signal, log: createLogger('silent') },
        );
      const [first, second] = [await film(), await film()];
      expect(first.recordingLog.map(({ status }) => status)).toEqual(script.steps.map(() => 'ok'));
      expect(second.recordingLog).toEqual(first.recordingLog);
      expect(second.snapshots.map(({ timeMs }) => timeMs)).toEqual(
        first.snapshots.map(({ timeMs }) => timeMs),
      );
      const likeness = join(tempDir, 'ssim.txt');
      const inputs = ['-v', 'error', '-i', first.videoPath, '-i', second.videoPath];
      await run('ffmpeg', [...inputs, '-lavfi', `ssim=stats_file=${likeness}`, '-f', 'null', '-']);
      const frames = [...(await readFile(likeness, 'utf8')).matchAll(/All:([\d.]+)/g)].map(([, all]) =>
        Number(all),
      );
      expect(frames).toHaveLength(180);
      expect(Math.min(...frames)).toBeGreaterThanOrEqual(0.99);
    } finally {
      await rm(tempDir, { recursive: true, force: true });
      page.stop();
      await sample.stop();
    }
  },
);
