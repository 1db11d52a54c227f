import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolvePresentation } from '../../src/recorder/contract/presentation.ts';
import type { ActionScript, Step } from '../../src/recorder/contract/script.ts';
import { layoutStage } from '../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../src/recorder/contract/take-frame.ts';
import { loadPage } from '../../src/recorder/page/load.ts';
import { previewFps, previewScenes } from '../../src/recorder/preview-scenes.ts';
import { serveSite } from '../support/site.ts';
import { log, openRecordingBrowser } from './browser/recording-browser.ts';

const page = `<!doctype html><title>Lamp</title><style>body{margin:0;background:#2030ff;height:1600px}button{font-size:30px;margin:200px}</style>
<button onclick="document.body.style.background='#20c040';document.title=++window.presses" onkeydown="">Light</button><script>window.presses=0</script>`;
const stage = {
  viewport: viewports.desktop,
  output: { width: 640, height: 360, fps: previewFps, format: 'mp4' as const },
};
const presentation = resolvePresentation({ background: '#000000', mockup: 'none', padding: 0 });

let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  site = await serveSite('none', {
    '/lamp': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    },
  });
});
afterAll(() => site?.close());

const hold: Step = { type: 'customStep', name: 'showreel.hold', parameters: { minMs: 900 } };
const click = (selector: string): Step => ({
  type: 'click',
  selectors: [[selector]],
  offsetX: 20,
  offsetY: 20,
});

async function preview(steps: Step[], sceneSteps: number[], enough = () => new AbortController().signal) {
  const studio = await openRecordingBrowser({
    deviceScaleFactor: layoutStage({ ...stage, presentation }).scale,
    fps: previewFps,
  });
  const { session } = studio;
  const url = `${site.url}/lamp`;
  const script: ActionScript = { title: 'Lamp', steps };
  try {
    await loadPage(session, url, { log });
    const durationMs = 5000;
    const request = {
      ...stage,
      presentation,
      session,
      script,
      sceneSteps,
      url,
      durationMs,
      watermark: false,
    };
    const film = await previewScenes(request, {
      signal: new AbortController().signal,
      enough: enough(),
      log,
    });
    return { ...film, presses: await session.page.evaluate('window.presses') };
  } finally {
    await studio.close();
  }
}

/** The colour at the lower edge of the picture, where the page is bare. */
async function colourOf(still: Uint8Array): Promise<'blue' | 'green'> {
  const strip = { left: 40, top: 300, width: 200, height: 30 };
  const { channels } = await sharp(still).extract(strip).stats();
  return channels[2]!.mean > channels[1]!.mean ? 'blue' : 'green';
}

test('each scene has the page as it is when the scene rests, and its share of the film', async () => {
  const film = await preview([hold, click('button'), hold], [0, 1]);
  expect(await Promise.all(film.scenes.map(({ still }) => colourOf(still)))).toEqual(['blue', 'green']);
  expect(film.presses).toBe(1);
  const [first, second] = film.scenes;
  expect(first).toMatchObject({ startMs: 0, durationMs: second!.startMs });
  expect(second!.startMs + second!.durationMs).toBe(film.durationMs);
  expect(film.durationMs).toBe(5000);
  expect(film.steps.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
});

test('a step whose element is missing ends the play; later scenes keep the last picture and have a forecast time', async () => {
  const film = await preview([hold, click('#missing'), hold, click('button'), hold], [0, 1, 3]);
  expect(film.steps.map(({ status }) => status)).toEqual(['ok', 'failed']);
  expect(film.presses).toBe(0);
  const stills = film.scenes.map(({ still }) => Buffer.from(still).toString('base64'));
  expect(new Set(stills).size).toBe(1);
  let endMs = 0;
  for (const { startMs, durationMs } of film.scenes) {
    expect(startMs).toBe(endMs);
    expect(durationMs).toBeGreaterThan(300);
    endMs = startMs + durationMs;
  }
  expect(endMs).toBe(film.durationMs);
});

test('ends when it is told that it is enough, and shows what it has', async () => {
  const slow: Step = { type: 'waitForElement', selectors: [['#never']], timeout: 20_000 };
  const film = await preview([hold, slow, click('button'), hold], [0, 2], () => AbortSignal.timeout(1_500));
  expect(film.presses).toBe(0);
  expect(await colourOf(film.scenes[1]!.still)).toBe('blue');
});

test('however early it is enough, there is a picture', async () => {
  const film = await preview([hold, click('button'), hold], [0, 1], () => AbortSignal.abort());
  expect(film.presses).toBe(0);
  expect(await Promise.all(film.scenes.map(({ still }) => colourOf(still)))).toEqual(['blue', 'blue']);
});
