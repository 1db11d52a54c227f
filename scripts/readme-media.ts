/**
 * `make readme-media` records the sample site again and keeps the picture and the GIF that the README shows. They are made
 * as those of any other demo are.
 */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDemo } from '../src/cli/demo.ts';
import { readConfig } from '../src/config.ts';
import { startShowreel } from '../src/start/index.ts';
import { serveSampleSite } from '../src/web/sample-site/serve.ts';

const shelf = '.github/media';
const dataDir = await mkdtemp(join(tmpdir(), 'showreel-readme-'));
const site = await serveSampleSite();
const showreel = await startShowreel(
  readConfig({ PORT: '0', SHOWREEL_DATA_DIR: dataDir, SHOWREEL_LOG_LEVEL: 'warn' }),
);
try {
  const { demo } = await makeDemo(
    {
      baseUrl: showreel.baseUrl,
      liveKey: showreel.credentials!.liveKey,
      url: site.url,
      prompt: 'Open the pricing and switch to yearly',
      resolution: '1080p',
      durationTarget: '5s',
    },
    ({ step, progress }) => console.log(`${Math.round(progress * 100)} % ${step ?? ''}`),
  );
  if (demo.status !== 'ready') throw new Error(demo.error ?? 'the demo did not become ready');
  await mkdir(shelf, { recursive: true });
  await copyFile(join(dataDir, 'media', demo.gif_key!), join(shelf, 'demo.gif'));
  await copyFile(join(dataDir, 'media', demo.thumbnail_key!), join(shelf, 'demo.png'));
} finally {
  await showreel.stop();
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}
