/**
 * `make readme-media` records the sample site again and keeps the picture and the GIF that the README shows, and the film that the page
 * at `/` shows. They are made as those of any other demo are; the film is then made smaller, since every visitor loads it.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDemo } from '../src/cli/demo.ts';
import { readConfig } from '../src/config.ts';
import { startShowreel } from '../src/start/index.ts';
import { sampleFolder } from '../src/web/index.ts';
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
  // A busy machine may have had no time to plan all of it. Such a film is not kept.
  const { warnings } = demo;
  if (warnings.length > 0) throw new Error(warnings.map(({ message }) => message).join('\n'));
  await mkdir(shelf, { recursive: true });
  await copyFile(join(dataDir, 'media', demo.gif_key!), join(shelf, 'demo.gif'));
  await copyFile(join(dataDir, 'media', demo.thumbnail_key!), join(shelf, 'demo.png'));
  const media = (key: string | null) => join(dataDir, 'media', key!);
  await makeSample({ film: media(demo.video_key), still: media(demo.thumbnail_key) });
} finally {
  await showreel.stop();
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Two films, since not every browser plays each, and the still that is shown before. */
async function makeSample({ film, still }: { film: string; still: string }): Promise<void> {
  const to = (name: string) => join(fileURLToPath(sampleFolder), name);
  const encode = (from: string, ...options: string[]) =>
    promisify(execFile)(process.env.SHOWREEL_FFMPEG ?? 'ffmpeg', [
      ...['-v', 'error', '-y', '-i', from, '-vf', 'scale=1120:-2:flags=lanczos', '-an'],
      ...options,
    ]);
  const h264 = ['-c:v', 'libx264', '-crf', '27', '-preset', 'veryslow', '-movflags', '+faststart'];
  await encode(film, ...h264, to('film.mp4'));
  await encode(film, '-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', '-cpu-used', '1', to('film.webm'));
  await encode(still, '-q:v', '5', to('poster.jpg'));
}
