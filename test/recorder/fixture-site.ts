import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { resolvePresentation } from '../../src/recorder/contract/presentation.ts';
import type { Step } from '../../src/recorder/contract/script.ts';
import { layoutStage } from '../../src/recorder/contract/stage-layout.ts';
import { type StepLog, type TakeFrame, viewports } from '../../src/recorder/contract/take-frame.ts';
import { take } from '../../src/recorder/drive/index.ts';
import { loadPage } from '../../src/recorder/page/load.ts';
import { type Answer, serveSite } from '../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from './browser/recording-browser.ts';

const run = promisify(execFile);

/** A film of a fixture page, and questions about it. */
export interface Footage {
  frames: TakeFrame[];
  steps: StepLog[];
  /** Red, green and blue of a point of the viewport (CSS px), as frame `index` shows it. */
  at(index: number, x: number, y: number): Promise<[number, number, number]>;
  /** The direction of the red hand of the dial around `x`, `y` in frame `index`, in degrees clockwise from the top. */
  hand(index: number, x: number, y: number): Promise<number>;
  /** The value of an expression in the page after the film. */
  ask(expression: string): Promise<unknown>;
}

/** Films the fixture site `real-pages` at half size. Each film has a browser of its own, as in the service. */
export async function openFixtureSite() {
  const site = await serveSite('real-pages', await routes());
  const viewport = viewports.desktop;
  const presentation = resolvePresentation({ padding: 0, mockup: 'none' });
  const stage = layoutStage({ output: { width: 800, height: 450 }, viewport, presentation });
  let studio: RecordingBrowser | null = null;
  return {
    site,
    /** @param slowMs how long to wait after each frame, as on a slow machine */
    async film(path: string, steps: Step[], durationMs = 2_500, slowMs = 0): Promise<Footage> {
      await studio?.close();
      studio = await openRecordingBrowser({ viewport, deviceScaleFactor: stage.scale });
      const { session } = studio;
      await loadPage(session, `${site.url}/${path}`, { log });
      const shooting = take(
        session,
        { title: path, steps },
        {
          viewport,
          stage,
          durationMs,
          fps: 30,
          leadInMs: 0,
          leadOutMs: 0,
          load: { log },
          zoom: { ...presentation.zoom, enabled: false },
        },
      );
      const frames: TakeFrame[] = [];
      for await (const frame of shooting.frames) {
        frames.push(frame);
        if (slowMs > 0) await new Promise((done) => setTimeout(done, slowMs));
      }
      await keepPictures(path, frames);
      const readPixels = pixelReader(frames, stage.scale);
      return {
        frames,
        steps: shooting.steps,
        at: async (index, x, y) => (await readPixels(index))(x, y),
        hand: async (index, x, y) => handAngle(await readPixels(index), x, y),
        ask: (expression) => session.page.evaluate(expression),
      };
    },
    async close() {
      await studio?.close();
      await site.close();
    },
  };
}

/** How similar two frames are: ffmpeg's structural similarity, where 1 means the same. */
export async function similarity(one: TakeFrame[], other: TakeFrame[], index: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-frames-'));
  const shown = (frames: TakeFrame[]) => frames.slice(0, index + 1).findLast(({ image }) => image !== null);
  const paths = await Promise.all(
    [one, other].map(async (frames, at) => {
      const path = join(folder, `${at}.jpg`);
      await writeFile(path, shown(frames)?.image ?? '');
      return path;
    }),
  );
  const inputs = paths.flatMap((path) => ['-i', path]);
  const { stderr } = await run('ffmpeg', [...inputs, '-lavfi', 'ssim', '-f', 'null', '-']);
  await rm(folder, { recursive: true });
  return Number(/All:([\d.]+)/.exec(stderr)?.[1] ?? 0);
}

/** Decodes the picture that a frame shows: its own, or the last one before it. */
function pixelReader(frames: TakeFrame[], scale: number) {
  return async (index: number) => {
    const shown = frames.slice(0, index + 1).findLast(({ image }) => image !== null);
    if (!shown?.image) throw new Error(`Frame ${index} shows nothing.`);
    const picture = await loadImage(shown.image);
    const context = createCanvas(picture.width, picture.height).getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data, width } = context.getImageData(0, 0, picture.width, picture.height);
    return (x: number, y: number): [number, number, number] => {
      const start = (Math.round(y * scale) * width + Math.round(x * scale)) * 4;
      return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
    };
  };
}

function handAngle(pixel: (x: number, y: number) => [number, number, number], x: number, y: number): number {
  let [across, down] = [0, 0];
  for (let degrees = 0; degrees < 360; degrees += 0.5) {
    const radians = (degrees * Math.PI) / 180;
    const [red, green] = pixel(x + 70 * Math.sin(radians), y - 70 * Math.cos(radians));
    const strength = Math.max(0, red - green - 40);
    across += strength * Math.sin(radians);
    down += strength * Math.cos(radians);
  }
  return ((Math.atan2(across, down) * 180) / Math.PI + 360) % 360;
}

async function routes(): Promise<Record<string, Answer>> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-ramps-'));
  const grey = (level: string) => `geq=lum='${level}':cb=128:cr=128`;
  const source = (rate: number) => ['-v', 'error', '-f', 'lavfi', '-i', `color=black:s=64x64:r=${rate}:d=6`];
  const [gif, webm] = [join(folder, 'ramp.gif'), join(folder, 'ramp.webm')];
  // From black, the picture becomes lighter by 40 of 255 each second.
  await run('ffmpeg', [...source(10), '-vf', `${grey('clip(16+T*34.4,16,235)')},format=gray`, gif]);
  await run('ffmpeg', [
    ...source(30),
    '-vf',
    grey('clip(16+T*34.4,16,235)'),
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '1M',
    webm,
  ]);
  const [gifBytes, webmBytes] = [await readFile(gif), await readFile(webm)];
  await rm(folder, { recursive: true });
  const plain = (color: string) => {
    const context = createCanvas(8, 8).getContext('2d');
    context.fillStyle = color;
    context.fillRect(0, 0, 8, 8);
    return context.canvas.toBuffer('image/png');
  };
  const fromNpm = (path: string) => readFile(new URL(`../../node_modules/${path}`, import.meta.url));
  const scripts = {
    '/lottie.js': await fromNpm('lottie-web/build/player/lottie.js'),
    '/lenis.js': await fromNpm('lenis/dist/lenis.js'),
    '/locomotive.js': await fromNpm('locomotive-scroll/dist/locomotive-scroll.umd.js'),
  };
  const sheets = {
    '/lenis.css': await fromNpm('lenis/dist/lenis.css'),
    '/locomotive.css': await fromNpm('locomotive-scroll/dist/locomotive-scroll.css'),
  };
  const font = await fromNpm('@fontsource/inter/files/inter-latin-600-normal.woff2');
  const send =
    (type: string, body: Buffer, afterMs = 0): Answer =>
    (_, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': type }).end(body), afterMs);
    };
  return {
    '/ramp.gif': send('image/gif', gifBytes),
    '/ramp.webm': send('video/webm', webmBytes),
    '/red.png': send('image/png', plain('#f00'), 500),
    '/green.png': send('image/png', plain('#0f0'), 500),
    ...(await templateRoutes()),
    '/late.woff2': send('font/woff2', font, 900),
    ...Object.fromEntries(
      Object.entries(scripts).map(([path, body]) => [path, send('text/javascript', body)]),
    ),
    ...Object.fromEntries(Object.entries(sheets).map(([path, body]) => [path, send('text/css', body)])),
  };
}

/** Public templates as published by their makers. What they load from other servers is missing. */
export const templates = ['agency', 'grayscale', 'new-age'];

async function templateRoutes(): Promise<Record<string, Answer>> {
  const known: Record<string, Answer> = {};
  const types: Record<string, string> = {
    html: 'text/html',
    css: 'text/css',
    js: 'text/javascript',
    svg: 'image/svg+xml',
    jpg: 'image/jpeg',
    png: 'image/png',
    mp4: 'video/mp4',
    ico: 'image/x-icon',
  };
  for (const name of templates) {
    const root = fileURLToPath(new URL(`../../node_modules/startbootstrap-${name}/dist/`, import.meta.url));
    for (const file of await readdir(root, { recursive: true })) {
      const type = types[file.split('.').at(-1) ?? ''];
      if (!type) continue;
      known[`/template-${name}/${file}`] = async (_, response) => {
        response.writeHead(200, { 'content-type': type }).end(await readFile(join(root, file)));
      };
    }
  }
  return known;
}

/** Stores three pictures of the film for people, where a folder for them is given. */
async function keepPictures(path: string, frames: TakeFrame[]): Promise<void> {
  const folder = process.env.SHOWREEL_TEST_PICTURES;
  if (!folder) return;
  const pictures = frames.filter(({ image }) => image !== null);
  for (const at of [0, 0.5, 1]) {
    const frame = pictures[Math.round((pictures.length - 1) * at)];
    if (frame?.image)
      await writeFile(
        join(folder, `${path.replace('.html', '').replaceAll('/', '-')}-${frame.index}.jpg`),
        frame.image,
      );
  }
}
