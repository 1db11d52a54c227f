import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import type { Step } from '../../../../src/recorder/contract/script.ts';
import { layoutStage, onOutput, visibleClip } from '../../../../src/recorder/contract/stage-layout.ts';
import { exploring, type TakeFrame, viewports } from '../../../../src/recorder/contract/take-frame.ts';
import { readingZoom } from '../../../../src/recorder/drive/camera/framing.ts';
import { take } from '../../../../src/recorder/drive/index.ts';
import { loadPage } from '../../../../src/recorder/page/load.ts';
import { html, serveSite, type TestSite } from '../../../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../../browser/recording-browser.ts';
import { cameraMoves, turnsBack } from '../camera-moves.ts';

const fps = 15;
const presentation = resolvePresentation(undefined);
const leadMs = 600;
let site: TestSite;
let desk: RecordingBrowser;
let phone: RecordingBrowser;

const stageOf = (name: 'desktop' | 'mobile') =>
  layoutStage({ output: { width: 640, height: 360 }, viewport: viewports[name], presentation });

const style = `<style>body{margin:0;font:16px sans-serif}main{display:flex;gap:40px;margin:200px auto;width:1000px}
  article{width:300px;height:360px;border:1px solid #aaa;padding:20px;box-sizing:border-box}article:hover{background:#def}
  #note{position:absolute;left:1060px;top:640px;width:260px}</style>`;
const plan = (name: string) =>
  `<article id="${name}"><h2>${name}</h2><p>What the ${name} plan has</p></article>`;

beforeAll(async () => {
  site = await serveSite('drive-shop', {
    '/plain': html(`<!doctype html><title>Plain</title>${style}<h1>One line of words, and nothing else</h1>`),
    '/plans': html(
      `<!doctype html><title>Plans</title>${style}<main>${['one', 'two', 'three'].map(plan).join('')}</main>`,
    ),
    '/saves':
      html(`<!doctype html><title>Saves</title>${style}<p>Words that stay</p><button id="save" style="margin:80px">Save</button>
      <p id="note"></p><script>save.onclick = () => note.textContent = 'Your settings are saved for all projects';</script>`),
    '/opens':
      html(`<!doctype html><title>Opens</title>${style}<style>#note{display:none}#note:target{display:block;position:fixed}</style>
      <p>Words that stay</p><a id="save" style="display:block;margin:80px" href="#note">Open</a><p id="note">All of the settings are shown here, for each of the projects</p>`),
    '/menu':
      html(`<!doctype html><title>Menu</title>${style}<style>#menu div{display:none}#menu:hover div{display:block}</style>
      <div id="menu" style="width:200px">More<div id="open">First entry</div></div><main>${['one', 'two', 'three'].map(plan).join('')}</main>`),
    '/bars':
      html(`<!doctype html><title>Bars</title>${style}<style>button{position:fixed;left:40px;height:40px}</style>
      <button id="above" style="top:20px">Above</button><button id="below" style="bottom:10px">Below</button>`),
    '/turns':
      html(`<!doctype html><title>Turns</title><style>i{display:block;width:200px;height:200px;background:#39f;animation:t 2s linear infinite}
      @keyframes t{to{transform:rotate(1turn)}}</style><i></i>`),
  });
  [desk, phone] = (await Promise.all(
    (['desktop', 'mobile'] as const).map((name) =>
      openRecordingBrowser({ viewport: viewports[name], deviceScaleFactor: stageOf(name).scale, fps }),
    ),
  )) as [RecordingBrowser, RecordingBrowser];
});
afterAll(async () => {
  await Promise.all([desk?.close(), phone?.close()]);
  await site?.close();
});

const hold: Step = { type: 'customStep', name: 'showreel.hold', parameters: {} };
const show = (selector: string): Step => ({
  type: 'customStep',
  name: 'showreel.scroll',
  parameters: { selectors: [selector] },
});

interface Asked {
  durationMs?: number;
  zoom?: Partial<typeof presentation.zoom>;
  on?: 'desktop' | 'mobile';
}

async function film(
  path: string,
  steps: Step[],
  { durationMs = 8_000, zoom = {}, on = 'desktop' }: Asked = {},
) {
  const { session } = on === 'desktop' ? desk : phone;
  await loadPage(session, `${site.url}${path}`, { log });
  const shooting = take(
    session,
    { title: 'A rest', steps },
    {
      viewport: viewports[on],
      stage: stageOf(on),
      durationMs,
      fps,
      zoom: { ...presentation.zoom, ...zoom },
      pointer: on === 'desktop' ? 'cursor' : 'finger',
      load: { log },
      leadInMs: leadMs,
      leadOutMs: leadMs,
    },
  );
  const frames: TakeFrame[] = [];
  for await (const frame of shooting.frames) frames.push(frame);
  return {
    frames,
    snapshots: shooting.snapshots,
    hovered: await session.tab.ask(() => document.querySelector('article:hover')?.id ?? null),
  };
}

/** The longest time between the film's opening and its closing in which the picture is the same. */
function longestStill(frames: TakeFrame[]): number {
  const endMs = frames.at(-1)!.timeMs - leadMs;
  let [longest, fromMs, of] = [0, leadMs, ''];
  for (const { timeMs, image, click, camera, cursor, caption } of frames) {
    const { visible, x, y } = cursor;
    const stance = JSON.stringify([camera, visible && [x, y], caption]);
    if (image || click || stance !== of) fromMs = Math.max(leadMs, timeMs);
    of = stance;
    longest = Math.max(longest, Math.min(timeMs, endMs) - fromMs);
  }
  return longest;
}

const closest = (frames: TakeFrame[]) => Math.max(...frames.map(({ camera }) => camera.zoom));

describe('nothing stands still for longer than 2.5 s', () => {
  test.each([
    ['a page with nothing to explore', '/plain', [hold], {}],
    ['a film of 20 s that has one step', '/plain', [hold], { durationMs: 20_000 }],
    ['cards', '/plans', [show('#one'), hold], {}],
    [
      'a close-up',
      '/plans',
      [{ type: 'customStep', name: 'showreel.camera', parameters: { selectors: ['#two'] } }, hold],
      {},
    ],
    ['a press', '/saves', [{ type: 'click', selectors: ['#save'], offsetX: 5, offsetY: 5 }], {}],
    ['a phone', '/plain', [hold], { on: 'mobile' }],
    ['zooming switched off, with cards', '/plans', [show('#one'), hold], { zoom: { enabled: false } }],
  ] as [string, string, Step[], Asked][])('%s', async (_, path, steps, asked) => {
    const { frames } = await film(path, steps, asked);
    expect(longestStill(frames)).toBeLessThanOrEqual(2_500);
    const moves = cameraMoves(frames, viewports[asked.on ?? 'desktop'].width);
    expect(turnsBack(moves, 1_800)).toEqual([]);
    // The fastest lean is 4 % in 0.8 s, which at its fastest is 0.13 doublings a second.
    const leans = moves.filter(({ went }) => Math.abs(went.zoom) < 0.06);
    for (const { zoomSpeed, panSpeed } of leans) {
      expect(zoomSpeed).toBeLessThan(0.14);
      expect(panSpeed).toBeLessThan(1.1);
    }
  });
});

test('a page that moves by itself gets no movement of the camera', async () => {
  const { frames } = await film('/turns', [hold]);
  expect(closest(frames)).toBe(1);
});

test('the cursor comes into view and goes from plan to plan, and covers no words', async () => {
  const { frames, hovered } = await film('/plans', [show('#one'), hold], { durationMs: 14_000 });
  const pointed = frames.filter(({ cursor }) => cursor.visible);
  expect(frames[0]?.cursor.visible).toBe(false);
  expect(pointed.length).toBeGreaterThan(0);
  expect(hovered).toBe('three');
  // Where the cursor rests: the first plan is 220 px from the left, and each one 340 px further than the one before it.
  const rests = pointed.filter(({ cursor }, index) => cursor.x === pointed[index - 1]?.cursor.x);
  expect([...new Set(rests.map(({ cursor }) => Math.floor((cursor.x - 220) / 340)))]).toEqual([0, 1, 2]);
  expect(closest(frames)).toBeLessThanOrEqual(readingZoom(stageOf('desktop'))! * 1.021);
});

test('a close-up stays sharp while it goes aside, and lies on whole pixels when it rests again', async () => {
  const closeUp: Step = {
    type: 'customStep',
    name: 'showreel.camera',
    parameters: { selectors: ['#two'], zoom: 1.6 },
  };
  const { frames } = await film('/plans', [closeUp, hold], { durationMs: 12_000 });
  const stage = stageOf('desktop');
  const from = frames.findIndex(({ image, camera }) => image && camera.zoom > 1.2);
  const to = frames.findLastIndex(({ camera }) => camera.zoom === frames[from]!.camera.zoom);
  const close = frames.slice(from, to + 1);
  const places = close.map(({ camera, clip }) => onOutput(stage, camera, clip));
  expect(new Set(close.map(({ camera }) => camera.x)).size).toBeGreaterThan(8);
  expect(new Set(close.map(({ clip }) => JSON.stringify(clip))).size).toBe(1);
  for (const [at, { camera, clip }] of close.entries()) {
    const { x, y, width, height } = places[at]!;
    // The picture has a pixel for each one that it fills, and fills all of the output that shows the page.
    expect(clip.width * stage.scale * camera.zoom).toBeCloseTo(width, 6);
    const seen = visibleClip(stage, camera)!;
    const page = onOutput(stage, camera, seen);
    expect(Math.min(page.x - x, page.y - y)).toBeGreaterThan(-0.1);
    expect(Math.min(x + width - page.x - page.width, y + height - page.y - page.height)).toBeGreaterThan(
      -0.1,
    );
    expect(width).toBeLessThan(stage.content.width * camera.zoom - 20);
  }
  const offPixels = (value: number) => Math.abs(value - Math.round(value));
  expect(offPixels(places.at(-1)!.x)).toBeLessThan(0.02);
  expect(offPixels(places.at(-1)!.y)).toBeLessThan(0.02);
});

test('the camera comes close to what a press has changed, far from the button', async () => {
  const { frames } = await film('/saves', [{ type: 'click', selectors: ['#save'], offsetX: 5, offsetY: 5 }], {
    durationMs: 10_000,
  });
  const shown = frames.filter(({ stepLabel, camera }) => stepLabel === exploring && camera.zoom > 1.2).at(-1);
  expect(shown).toBeDefined();
  const { x, y, zoom } = shown!.camera;
  const stage = stageOf('desktop');
  const [halfWidth, halfHeight] = [stage.width, stage.height].map(
    (size) => size / zoom / stage.scale / 2,
  ) as [number, number];
  expect(Math.abs(1_190 - x)).toBeLessThan(halfWidth);
  expect(Math.abs(650 - y)).toBeLessThan(halfHeight);
});

test.each([
  [
    'at once where it stands outside of the close-up, so that it is seen in a short film too',
    '/saves',
    [],
    5_500,
  ],
  ['in the rest that a script has after it', '/saves', [hold], 11_000],
  ['that a link into the page opens', '/opens', [hold], 9_000],
] as [string, string, Step[], number][])(
  'the camera shows the result of a press %s',
  async (_, path, after, durationMs) => {
    const press: Step = { type: 'click', selectors: ['#save'], offsetX: 5, offsetY: 5 };
    const { frames } = await film(path, [press, ...after], { durationMs });
    const pressed = frames.findIndex(({ click }) => click !== null);
    const stage = stageOf('desktop');
    const seen = frames.slice(pressed).filter(({ camera }) => {
      const { x, y, width, height } = onOutput(stage, camera, { x: 1_060, y: 640, width: 100, height: 20 });
      return x >= 0 && y >= 0 && x + width <= stage.width && y + height <= stage.height;
    });
    expect(seen.length).toBeGreaterThan(fps);
    if (after.length > 0) expect(closest(seen)).toBeGreaterThan(1.2);
    expect(turnsBack(cameraMoves(frames, viewports.desktop.width), 1_800)).toEqual([]);
  },
);

test('a menu that is open while the cursor is on it stays open', async () => {
  const { frames } = await film('/menu', [{ type: 'hover', selectors: ['#menu'] }, hold]);
  expect(longestStill(frames)).toBeLessThanOrEqual(2_500);
  expect(await desk.session.tab.ask(() => getComputedStyle(document.querySelector('#open')!).display)).toBe(
    'block',
  );
});

test('a phone has no cursor, and an intensity of 1 no zoom', async () => {
  const onPhone = await film('/plans', [show('#one'), hold], { on: 'mobile' });
  expect(onPhone.frames.some(({ cursor }) => cursor.visible)).toBe(false);
  const flat = await film('/plain', [hold], { zoom: { intensity: 1 } });
  expect(closest(flat.frames)).toBe(1);
});

test('on a phone the camera goes down to what is pressed below the picture, and back up for what stands above', async () => {
  const press = (selector: string): Step => ({
    type: 'click',
    selectors: [selector],
    offsetX: 5,
    offsetY: 5,
  });
  const { frames } = await film('/bars', [press('#below'), hold, press('#above'), hold], {
    on: 'mobile',
    zoom: { enabled: false },
  });
  const stage = stageOf('mobile');
  const clicks = frames.filter(({ click }) => click !== null);
  expect(clicks).toHaveLength(2);
  for (const { camera, click } of clicks) {
    const { y } = onOutput(stage, camera, { ...click!, width: 0, height: 0 });
    expect(y).toBeGreaterThan(0.05 * stage.height);
    expect(y).toBeLessThan(0.95 * stage.height);
  }
  expect(clicks[0]!.camera.y).toBeGreaterThan(frames[0]!.camera.y + 50);
});

test('the snapshot of a rest is taken before anything is explored', async () => {
  const { frames, snapshots } = await film('/plans', [
    show('#one'),
    { ...hold, showreel: { intent: 'The plans' } } as Step,
  ]);
  const { index } = snapshots.find(({ label }) => label === 'The plans')!;
  expect(frames[index]?.stepLabel).not.toBe(exploring);
  expect(frames[index]?.camera.zoom).toBeCloseTo(readingZoom(stageOf('desktop'))!, 5);
  expect(frames[index]?.timeMs).toBeGreaterThan(
    frames.find(({ stepLabel }) => stepLabel.startsWith('hold'))!.timeMs + 1_000,
  );
});
