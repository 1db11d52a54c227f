/**
 * `make demo` makes one video with the whole real system. URL and PROMPT say what it shows. Without a URL it shows the
 * sample site of the project. Where the service of the data folder runs already, that service makes the video; otherwise
 * one is started for it and stopped afterwards.
 */
import { stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { type DemoProgress, type FinishedDemo, makeDemo, type StepTime } from '../src/cli/demo.ts';
import { readConfig } from '../src/config.ts';
import { credentialsPath, readCredentials } from '../src/start/data/credentials.ts';
import { startShowreel } from '../src/start/index.ts';
import { serveSampleSite } from '../src/web/sample-site/serve.ts';

const wishes = z.object({
  URL: z.url({ protocol: /^https?$/, error: 'expected an http or https address' }).optional(),
  PROMPT: z.string().min(1).max(500).optional(),
  RESOLUTION: z.enum(['720p', '1080p']).default('1080p'),
  DURATION: z.enum(['5s', '10s', '30s']).default('10s'),
});
const samplePrompt = 'Show what it does, switch the pricing to yearly and start a free trial';

const parsed = wishes.safeParse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value)));
if (!parsed.success) {
  for (const issue of parsed.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`);
  process.exit(2);
}
const { URL: url, PROMPT: prompt, RESOLUTION: resolution, DURATION: durationTarget } = parsed.data;

const config = readConfig({ SHOWREEL_LOG_LEVEL: 'warn', ...process.env });
const startedMs = performance.now();
const closing: (() => Promise<void>)[] = [];
try {
  const service = (await runningService()) ?? (await startService());
  const site = url ? null : await serveSampleSite();
  if (site) closing.push(site.stop);
  const wish = {
    baseUrl: service.baseUrl,
    liveKey: service.liveKey,
    url: url ?? site!.url,
    prompt: prompt ?? (url ? 'Show what this page is about' : samplePrompt),
    resolution,
    durationTarget,
  };
  console.log(`Recording ${wish.url}\n  “${wish.prompt}”, ${durationTarget}, ${resolution}\n`);
  const { demo, steps } = await makeDemo(wish, progressPrinter());
  if (demo.status === 'ready') await printReady(demo, steps, service);
  else {
    console.error(`\nThe demo failed: ${demo.error}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  for (const close of closing.reverse()) await close();
}

interface Service {
  baseUrl: string;
  liveKey: string;
  /** False where the service runs only for this demo. */
  stays: boolean;
}

async function runningService(): Promise<Service | null> {
  const credentials = await readCredentials(config.dataDir);
  if (!credentials) return null;
  const answer = await fetch(`${credentials.baseUrl}/api/v1/credits`, {
    headers: { authorization: `Bearer ${credentials.liveKey}` },
    signal: AbortSignal.timeout(2000),
  }).catch(() => null);
  return answer?.ok ? { ...credentials, stays: true } : null;
}

async function startService(): Promise<Service> {
  const showreel = await startShowreel(config);
  closing.push(showreel.stop);
  const credentials = showreel.credentials ?? (await readCredentials(config.dataDir));
  if (!credentials)
    throw new Error(`With DATABASE_URL set, a live key is needed in ${credentialsPath(config.dataDir)}.`);
  return { baseUrl: showreel.baseUrl, liveKey: credentials.liveKey, stays: false };
}

/** Prints the progress. On a terminal it is one line that is drawn again and again, elsewhere one line for each step. */
function progressPrinter(): (progress: DemoProgress) => void {
  let lastStep: string | null = null;
  return ({ status, step, progress, message }) => {
    const label = step ?? status;
    const percent = `${Math.round(progress * 100)} %`.padStart(5);
    if (process.stdout.isTTY) {
      const bar = '█'.repeat(Math.round(progress * 30)).padEnd(30, '░');
      process.stdout.write(`\r\x1b[K${bar} ${percent}  ${message ?? label}`);
      if (['ready', 'failed'].includes(status)) process.stdout.write('\n');
    } else if (label !== lastStep) console.log(`${percent}  ${message ?? label}`);
    lastStep = label;
  };
}

async function printReady(demo: FinishedDemo, steps: StepTime[], service: Service): Promise<void> {
  const file = async (name: string, key: string | null) => {
    if (!key) return;
    const path = resolve(config.dataDir, 'media', key);
    const sizeMb = (await stat(path)).size / 2 ** 20;
    console.log(`  ${name.padEnd(10)} ${relative('', path)}  (${sizeMb.toFixed(1)} MB)`);
  };
  const totalSec = (performance.now() - startedMs) / 1000;
  console.log(`\nReady in ${totalSec.toFixed(1)} s: ${demo.title ?? demo.id}\n`);
  await file('video', demo.video_key);
  await file('GIF', demo.gif_key);
  await file('thumbnail', demo.thumbnail_key);
  console.log(
    `  share      ${service.baseUrl}/share/${demo.id}${service.stays ? '' : '  (while `make start` runs)'}`,
  );
  for (const { message } of demo.warnings) console.log(`  ! ${message}`);
  console.log('\n  step        seconds');
  for (const { step, ms } of steps) console.log(`  ${step.padEnd(10)} ${(ms / 1000).toFixed(1).padStart(8)}`);
}
