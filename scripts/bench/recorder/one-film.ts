/** Films the page that moves once, as a process of its own (`four-films.ts`). Its arguments: the address, and a folder for its files. */
import { createLogger } from '../../../src/log.ts';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { record } from '../../../src/recorder/record.ts';
import { scripts } from '../../../test/support/moving-page.ts';

const [url, tempDir] = process.argv.slice(2);
if (!url || !tempDir) throw new Error('Give the address and a folder.');
await record(
  {
    url,
    tempDir,
    script: scripts.moving,
    viewport: viewports.desktop,
    presentation: resolvePresentation(null),
    gif: true,
    watermark: false,
    durationMs: 5_000,
    output: { width: 1920, height: 1080, fps: 30, format: 'mp4' },
  },
  { signal: new AbortController().signal, log: createLogger('silent') },
);
