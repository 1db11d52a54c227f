import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import type { GenerationJob } from '../../../../src/domain/demos/jobs/generation.ts';
import { createLogger } from '../../../../src/log.ts';
import type { ActionScript, Step } from '../../../../src/recorder/contract/script.ts';
import type { FilmOrder, RenderedFilm } from '../../../../src/worker/film/film.ts';
import { recordFilm } from '../../../../src/worker/film/record-film.ts';
import { html, serveSite, type TestSite } from '../../../support/site.ts';

const page = (body: string) =>
  html(`<!doctype html><title>Harbour</title><style>body{margin:0;font:20px/1.5 sans-serif}main{padding:60px}
    button{font:600 20px sans-serif;padding:16px 24px}</style><main><h1>Harbour plans</h1>
    <p>Everything that a small harbour needs to know of the sea today.</p>${body}</main>`);
const chat = `const chat = document.createElement('div');
  chat.className = 'helper';
  chat.style = 'position:fixed;right:20px;bottom:20px;width:340px;height:420px;background:#def';
  chat.innerHTML = '<b>Chat with us</b><input placeholder="Your message">';
  document.body.append(chat);`;
let opened: Record<string, number> = {};
let posted = 0;
let site: TestSite;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showreel-second-film-'));
  const counted = (path: string, body: string) => ({
    [path]: ((request, response) => {
      opened[path] = (opened[path] ?? 0) + 1;
      page(body)(request, response);
    }) satisfies ReturnType<typeof html>,
  });
  site = await serveSite('none', {
    ...counted(
      '/chat',
      `<button id="go" onclick="this.textContent='Chosen'">Choose</button><script>go.addEventListener('click', () => { ${chat} })</script>`,
    ),
    ...counted(
      '/plain',
      `<button id="go" onclick="this.style.background='#8f8';this.textContent='Chosen'">Choose</button>`,
    ),
    ...counted(
      '/saves',
      `<button id="go" onclick="fetch('/save', { method: 'POST' });this.textContent='Saved';${chat.replaceAll("'", '&#39;').replaceAll('"', '&quot;')}">Save</button>`,
    ),
    ...counted('/dead', `<button id="go">Choose</button>`),
    ...counted(
      '/price',
      `<p id="price" style="font-size:60px">12 € a month</p><button id="go" onclick="price.textContent='99 € a year'">Yearly</button>`,
    ),
    '/save': (request, response) => {
      posted++;
      request.resume().on('end', () => response.end('{}'));
    },
  });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const press: Step = {
  type: 'click',
  selectors: ['#go'],
  offsetX: 30,
  offsetY: 20,
  showreel: { intent: 'Choose' },
};
const rest: Step = { type: 'customStep', name: 'showreel.hold', parameters: { minMs: 1_200 } };
const subject: Step = { ...rest, showreel: { intent: 'The price', subject: true } };

/** Films a script of 5 s on a page of the site. */
async function film(
  path: string,
  { steps = [press, rest], leftMs }: { steps?: Step[]; leftMs?: number } = {},
): Promise<{ film: RenderedFilm; told: string[] }> {
  opened = {};
  const url = site.url + path;
  const script = { title: 'Plans', steps: [{ type: 'navigate' as const, url }, ...steps] };
  const own = await mkdtemp(join(folder, 'order-'));
  const told: string[] = [];
  const order: FilmOrder = {
    ...{ job: jobOf(url, script), folder: own, takePath: null, signal: new AbortController().signal },
    ...(leftMs !== undefined && { leftMs: () => leftMs }),
    log: createLogger('silent', 'test'),
    meter: { advance: (_step, _fraction, message) => void (message && told.push(message)) },
    ...{
      onPlanned: async () => undefined,
      onRecording: async () => undefined,
      onSeen: async () => undefined,
    },
    ...{ onGlance: () => undefined, onStep: () => undefined },
  };
  const made = await recordFilm(settings())(order);
  return { film: made, told };
}

const codesOf = ({ findings }: RenderedFilm) => findings?.map(({ code }) => code);

describe('a second film', { timeout: 480_000 }, () => {
  test('is made without the chat window that was left in the first, and is shown', async () => {
    const { film: made, told } = await film('/chat');
    expect(made.reshot).toEqual({ because: ['banner_left'], isShown: true });
    expect(codesOf(made)).toEqual([]);
    expect(told).toContain('Recording the page a second time');
    // The files of the first film are gone.
    const folders = await readdir(join(made.videoPath, '..', '..'));
    expect(folders.filter((name) => name.startsWith('film-'))).toHaveLength(1);
  });

  test('is not made where nothing was found', async () => {
    const { film: made } = await film('/plain');
    expect(made).toMatchObject({ reshot: null, findings: [] });
    expect(opened).toEqual({ '/plain': 1 });
  });

  test('is not made where the first has saved something', async () => {
    posted = 0;
    const { film: made } = await film('/saves');
    expect(codesOf(made)).toContain('banner_left');
    expect(made.reshot).toBeNull();
    expect(posted).toBe(1);
  });

  test('is not made where too little of the time of the job is left', async () => {
    const { film: made } = await film('/chat', { leftMs: 15_000 });
    expect(codesOf(made)).toEqual(['banner_left']);
    expect(made.reshot).toBeNull();
  });

  test('that is no better is not shown, and its findings are those of the first', async () => {
    const { film: made } = await film('/dead');
    expect(made.reshot).toEqual({ because: ['nothing_happened'], isShown: false });
    expect(codesOf(made)).toEqual(['nothing_happened']);
    expect(opened).toEqual({ '/dead': 2 });
  });

  test('is not needed for a poster that shows the page before its outcome: it is replaced', async () => {
    const { film: made } = await film('/price', { steps: [subject, press, rest] });
    expect(made).toMatchObject({ reshot: null, findings: [] });
  });
});

function settings(): Parameters<typeof recordFilm>[0] {
  const { chromiumPath, ffmpegPath, pageLimits } = readConfig({});
  return {
    ...{ allowHosts: [], allowLoopback: true, chromiumPath, ffmpegPath, fps: 15, model: null },
    ...{ resetTimeoutMs: 1000, limits: pageLimits, previewMs: 60_000, keepsTakes: false },
    ownPicture: async () => null,
    loginOf: async () => null,
    resetOf: async () => null,
  };
}

function jobOf(url: string, script: ActionScript): GenerationJob {
  return {
    ...{
      jobId: 'job_1',
      demoId: 'demo_1',
      projectId: 'proj_1',
      userId: 'user_1',
      kind: 'generate',
      version: 1,
    },
    ...{ prompt: 'Show the plans', context: null, format: 'mp4', resolution: '720p', aspect: '16:9' },
    ...{ laidOutFor: '16:9', durationTargetMs: 5_000, mode: 'script', presentation: null, url },
    ...{ viewport: 'desktop', siteName: 'Harbour', watermark: false, script, supplied: true, mayStay: false },
    ...{ looksBehind: false, beforeDeed: null, takeVersion: null, retake: false, sound: null },
  };
}
