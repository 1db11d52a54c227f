import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import type { ActionScript, Step } from '../../../src/recorder/contract/script.ts';
import { layoutStage, visibleClip } from '../../../src/recorder/contract/stage-layout.ts';
import { type TakeFrame, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { readingZoom } from '../../../src/recorder/drive/camera/framing.ts';
import { type Take, take } from '../../../src/recorder/drive/index.ts';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { within } from '../../support/within.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../browser/recording-browser.ts';

const { zoom } = resolvePresentation(undefined);
const stageOf = (viewport: keyof typeof viewports) =>
  layoutStage({
    output: { width: 1280, height: 720 },
    viewport: viewports[viewport],
    presentation: resolvePresentation(undefined),
  });

let site: TestSite;
const studios = new Map<string, RecordingBrowser>();
beforeAll(async () => {
  site = await serveSite('drive-shop', {
    '/hijacked':
      html(`<!doctype html><title>Hijacked</title><style>html,body{margin:0;height:100%;overflow:hidden}
      section{height:100vh;font-size:60px}</style><div id="rail"><section>One</section><section>Two</section>
      <section><button id="far">Far</button></section></div><script>y = 0;
      addEventListener('scroll', () => scrollTo(0, 0));
      addEventListener('wheel', (e) => { y = Math.max(0, Math.min(innerHeight * 2, y + e.deltaY));
        rail.style.transform = 'translateY(' + -y + 'px)'; });</script>`),
    '/dead-link': html('<!doctype html><title>Dead</title><a id="dead" href="/status/404">Go</a>'),
    '/anchor':
      html(`<!doctype html><title>Anchor</title><style>html{scroll-behavior:smooth}a{font-size:60px}</style>
      <a href="#end">Down</a><p style="margin-top:3000px" id="end">The end</p>`),
    '/low': html(`<!doctype html><title>Low</title><style>body{margin:0;height:3000px;position:relative}
      div{position:absolute;left:300px;width:240px;height:100px;background:#39f}</style>
      <div style="top:100px" id="high"></div><div style="top:740px" id="low"></div><div style="top:2000px" id="far"></div>
      <div style="top:860px" id="cut"></div>`),
    '/padded': html(`<!doctype html><title>Padded</title><style>body{margin:0}div{height:1300px}
      section{box-sizing:border-box;height:900px;padding-top:340px}#after{height:100px;padding:0}</style><div></div>
      <section id="padded"><h2>Words</h2></section><section id="after"><b>More</b></section>`),
    '/polling': html(`<!doctype html><title>Polling</title><h1>Live</h1><button id="go">Go</button>
      <script>setInterval(() => fetch('/never'), 40); go.onclick = () => { document.title = 'went'; };</script>`),
  });
});
afterAll(async () => {
  for (const studio of studios.values()) await studio.close();
  await site.close();
});

async function studioFor(viewport: keyof typeof viewports): Promise<RecordingBrowser> {
  const known = studios.get(viewport);
  if (known) return known;
  const studio = await openRecordingBrowser({
    viewport: viewports[viewport],
    deviceScaleFactor: stageOf(viewport).scale,
  });
  studios.set(viewport, studio);
  return studio;
}

interface Filmed extends Pick<Take, 'steps' | 'snapshots' | 'script'> {
  frames: TakeFrame[];
  fault: unknown;
  pageLog: string[];
  title: string;
}

async function film(
  steps: Step[],
  options: {
    path?: string;
    durationMs?: number;
    viewport?: keyof typeof viewports;
    pointer?: 'cursor' | 'finger';
    zooming?: boolean;
    zoom?: Partial<typeof zoom>;
  } = {},
): Promise<Filmed> {
  const viewport = options.viewport ?? 'desktop';
  const { session } = await studioFor(viewport);
  await loadPage(session, `${site.url}${options.path ?? '/'}`, { log });
  const script: ActionScript = { title: 'Test', steps };
  const shooting = take(session, script, {
    viewport: viewports[viewport],
    stage: stageOf(viewport),
    zoom: { ...zoom, enabled: options.zooming ?? false, ...options.zoom },
    durationMs: options.durationMs ?? 3_000,
    fps: 30,
    leadInMs: 200,
    leadOutMs: 200,
    load: { log },
    ...(options.pointer && { pointer: options.pointer }),
  });
  const frames: TakeFrame[] = [];
  let fault: unknown = null;
  try {
    for await (const frame of shooting.frames) frames.push(frame);
  } catch (thrown) {
    fault = thrown;
  }
  const pageLog = ((await session.page.evaluate('window.log ?? []')) ?? []) as string[];
  const title = await session.page.title();
  const { steps: done, snapshots, script: healed } = shooting;
  return { frames, steps: done, snapshots, script: healed, fault, pageLog, title };
}

const click = (selectors: string[], more: object = {}): Step => ({
  type: 'click',
  selectors,
  offsetX: 20,
  offsetY: 10,
  ...more,
});
const scrollTo = (selector: string): Step => ({
  type: 'customStep',
  name: 'showreel.scroll',
  parameters: { selectors: [selector] },
});
const hold: Step = { type: 'customStep', name: 'showreel.hold', parameters: {} };
const start = click(['aria/Start free trial[role="button"]', '#start']);
const timelineOf = ({ frames }: Filmed) =>
  frames.map(({ image: _, page: __, ...rest }) => JSON.stringify(rest));

describe('a take', () => {
  it('has exactly as many frames as its length needs, in the order of time', async () => {
    const { frames } = await film([hold], { durationMs: 1_234 });
    expect(frames.length).toBe(Math.round(1.234 * 30));
    expect(frames.map((frame) => frame.index)).toEqual(frames.map((_, i) => i));
    for (const frame of frames) expect(frame.timeMs).toBeCloseTo((frame.index * 1000) / 30, 6);
    expect(frames[0]?.image).not.toBeNull();
  });

  it('has the same timeline every time', async () => {
    const steps = [start, scrollTo('#features'), hold, click(['#recipe'])];
    const options = { durationMs: 6_000, zooming: true };
    const first = await film(steps, options);
    const second = await film(steps, options);
    expect(timelineOf(second)).toEqual(timelineOf(first));
  });

  it('starts the ripple of a click in the frame in which the button goes down', async () => {
    const { frames, pageLog, steps } = await film([start]);
    const clicks = frames.filter((frame) => frame.click !== null);
    expect(clicks.length).toBe(1);
    const [down] = clicks;
    expect(down?.cursor.pressed).toBe(true);
    expect(frames[(down?.index ?? 0) - 1]?.cursor.pressed).toBe(false);
    expect(down?.click).toEqual({ x: down?.cursor.x, y: down?.cursor.y });
    expect(pageLog).toEqual(['mousedown:start', 'mouseup:start', 'click:start']);
    expect(steps).toMatchObject([{ step: 0, type: 'click', status: 'ok' }]);
  });

  it('never lets the cursor jump', async () => {
    const { frames } = await film([start, click(['text/Pricing']), hold], { durationMs: 6_000 });
    for (const [i, frame] of frames.entries()) {
      const before = frames[i - 1]?.cursor ?? frame.cursor;
      const distance = Math.hypot(frame.cursor.x - before.x, frame.cursor.y - before.y);
      // The longest distance is 1600 px in 0.9 s, and the highest speed is twice the mean speed.
      expect(distance).toBeLessThan((1_600 / 27) * 2.1);
    }
  });

  it('shows a hand over a button, the hover state below it, and an I-beam over a field', async () => {
    const { frames } = await film([start, { type: 'change', selectors: ['#email'], value: 'a@b.co' }], {
      durationMs: 6_000,
    });
    const press = frames.filter((frame) => frame.click);
    expect(press.map((frame) => frame.cursor.shape)).toEqual(['hand', 'text']);
  });

  it('shows an arrow again when a link scrolls away from below the resting cursor', async () => {
    const { frames } = await film([click(['a']), hold], { path: '/anchor', durationMs: 6_000 });
    const press = frames.findIndex((frame) => frame.click);
    expect(frames[press]?.cursor.shape).toBe('hand');
    expect(frames.at(-1)?.cursor.shape).toBe('arrow');
  });
});

describe('the camera of a take', () => {
  it('stands still before the click, and the browser renders only what it shows and a fiftieth around it', async () => {
    const { frames } = await film([start, hold], { durationMs: 8_000, zooming: true });
    const press = frames.findIndex((frame) => frame.click);
    const pressed = frames[press];
    expect(pressed?.camera.zoom).toBeCloseTo(1.6, 3);
    expect(frames[press - 2]?.camera).toEqual(pressed?.camera);
    const stage = stageOf('desktop');
    const held = frames.find((frame) => frame.index > press && frame.image && frame.clip.width < 1_400);
    const visible = pressed && visibleClip(stage, pressed.camera);
    if (!held?.image || !visible) throw new Error('nothing was held');
    const around = Math.round(stage.width / 50) / stage.scale / 1.6;
    // The button stands beside the page's edge. To keep it off the picture's, the view ends a little outside of the page, and there is nothing
    // more to render at that side.
    const isLeft = visible.x < 1;
    expect(held.clip.x).toBeCloseTo(isLeft ? visible.x : visible.x - around, 6);
    expect(held.clip.width).toBeCloseTo(visible.width + around, 0);
    const picture = await loadImage(held.image);
    expect(Math.abs(picture.width - held.clip.width * stage.scale * 1.6)).toBeLessThan(1);
    expect(picture.width).toBeLessThan(stage.width * 1.02);
    expect(frames.at(-1)?.camera.zoom).toBeCloseTo(1, 6);
  });

  it('zooms in as far as the intensity says, and takes as long as the transition says', async () => {
    const move = async (intensity: number, transitionMs: number) => {
      const zooming = { zooming: true, zoom: { intensity, transitionMs } };
      // No rest is long enough for the camera to lean in it.
      const { frames } = await film([hold, start, hold], { durationMs: 5_500, ...zooming });
      const closest = Math.max(...frames.map(({ camera }) => camera.zoom));
      const first = frames.findIndex(({ camera }) => camera.zoom > 1.0001);
      const there = frames.findIndex(({ camera }) => camera.zoom > closest - 0.0001);
      return { closest, movedMs: ((there - first + 1) * 1000) / 30 };
    };
    const [gentle, strong] = [await move(1.3, 300), await move(2.4, 1_200)];
    expect(gentle.closest).toBeCloseTo(1.3, 3);
    expect(strong.closest).toBeCloseTo(2.4, 3);
    expect(gentle.movedMs).toBeLessThan(370);
    expect(strong.movedMs).toBeGreaterThan(1_000);
    expect(strong.movedMs).toBeLessThan(1_270);
  });

  it('comes closer than its script says, for a presentation that asks for it', async () => {
    const camera = (zoom: number): Step => ({
      type: 'customStep',
      name: 'showreel.camera',
      parameters: { selectors: ['#high'], zoom },
    });
    const closest = async (intensity: number, zoom: number) => {
      const zooming = { path: '/low', zooming: true, zoom: { intensity } };
      const { frames } = await film([camera(zoom), hold], { durationMs: 3_500, ...zooming });
      return Math.max(...frames.map((frame) => frame.camera.zoom));
    };
    const asked = [1, 1.3, 1.6, 2, 2.5, 3];
    const usual: number[] = [];
    for (const intensity of asked) usual.push(await closest(intensity, 1.5));
    const [wide, , planned] = usual;
    expect([wide, planned]).toEqual([1, 1.5]);
    for (const [index, zoom] of usual.entries()) {
      expect(zoom).toBeGreaterThan(usual[index - 1] ?? 0);
      expect(zoom).toBeLessThanOrEqual(asked[index]!);
    }
    // One that the script holds back stays behind the others.
    expect(await closest(2.5, 1.3)).toBeLessThan(await closest(2.5, 1.5));
    expect(await closest(2.5, 1.6)).toBeCloseTo(2.5, 6);
  });

  it('frames the element of a camera step, and reports a step without its element as skipped', async () => {
    const camera = (selector: string): Step => ({
      type: 'customStep',
      name: 'showreel.camera',
      parameters: { selectors: [selector], zoom: 1.4 },
    });
    const { frames, steps, fault } = await film([camera('#start'), hold, camera('#no-such-thing')], {
      durationMs: 7_000,
      zooming: true,
    });
    expect(fault).toBeNull();
    expect(Math.max(...frames.map((frame) => frame.camera.zoom))).toBeCloseTo(1.4, 3);
    expect(steps.map((step) => step.status)).toEqual(['ok', 'ok', 'skipped']);
  });
});

describe('a close-up', () => {
  const closer = (selector: string): Step => ({
    type: 'customStep',
    name: 'showreel.camera',
    parameters: { selectors: [selector], zoom: 1.6 },
  });
  const hold: Step = { type: 'customStep', name: 'showreel.hold', parameters: { minMs: 1_900 } };
  const moved = ({ frames }: Filmed) =>
    frames.map(({ camera, image }, index) => ({
      camera: Math.abs(Math.log2(camera.zoom / (frames[index - 1]?.camera.zoom ?? camera.zoom))) > 1e-4,
      page: image !== null,
    }));

  it('of an element low on the screen scrolls the page, in one movement with the camera', async () => {
    const filmed = await film([closer('#low'), hold], { path: '/low', durationMs: 3_500, zooming: true });
    const { session } = await studioFor('desktop');
    const top = await session.page.evaluate(
      () => document.getElementById('low')?.getBoundingClientRect().top,
    );
    const { camera } = filmed.frames.at(-10)!;
    const half = 720 / camera.zoom / stageOf('desktop').scale / 2;
    expect(camera.zoom).toBeCloseTo(1.6, 2);
    expect(Math.abs(top! + 50 - camera.y)).toBeLessThan(0.3 * half);
    // The page scrolls only as far as it has to, not until the element is in the middle.
    expect(top! + 50 - camera.y).toBeGreaterThan(0.1 * half);
    const motion = moved(filmed);
    const [first, last] = [
      motion.findIndex((each) => each.camera),
      motion.findLastIndex((each) => each.camera),
    ];
    expect(((last - first + 1) * 1000) / 30).toBeLessThan(1_100);
    expect(motion.slice(last + 4).some((each) => each.camera)).toBe(false);
  });

  it('of an element at the edge of the screen is one movement, too', async () => {
    const { steps, frames } = await film([closer('#cut'), hold], {
      path: '/low',
      durationMs: 3_500,
      zooming: true,
    });
    const { session } = await studioFor('desktop');
    const top = await session.page.evaluate(
      () => document.getElementById('cut')?.getBoundingClientRect().top,
    );
    expect(top! + 50).toBeCloseTo(450, -1);
    expect(frames.at(-10)!.camera.zoom).toBeCloseTo(1.6, 2);
    expect(steps[0]!.endMs - steps[0]!.startMs).toBeLessThan(1_100);
  });

  it('of an element that is well placed does not scroll the page', async () => {
    await film([closer('#high'), hold], { path: '/low', durationMs: 3_500, zooming: true });
    const { session } = await studioFor('desktop');
    expect(await session.page.evaluate(() => scrollY)).toBe(0);
  });

  it('ends while the page scrolls to the next place, which is shown from side to side', async () => {
    const back: Step = { type: 'customStep', name: 'showreel.camera', parameters: {} };
    const steps = [closer('#high'), hold, back, scrollTo('#far'), hold];
    const filmed = await film(steps, { path: '/low', durationMs: 7_000, zooming: true });
    const { steps: lines, frames } = filmed;
    const [pulled, glided] = [lines[2]!, lines[3]!];
    expect(pulled.endMs - pulled.startMs).toBe(0);
    const zoomAt = (timeMs: number) => frames[Math.round((timeMs / 1000) * 30)]!.camera.zoom;
    expect(zoomAt(glided.startMs)).toBeGreaterThan(1.5);
    expect(zoomAt(glided.endMs)).toBeCloseTo(readingZoom(stageOf('desktop'))!, 3);
  });
});

describe('scrolling', () => {
  it('is smooth on a page that has smooth scrolling and snapping of its own', async () => {
    await film([scrollTo('#sign-up'), hold], { durationMs: 3_000 });
    const { session } = await studioFor('desktop');
    const box = await session.page.evaluate(
      () => document.getElementById('sign-up')?.getBoundingClientRect().top,
    );
    expect(box).toBeGreaterThan(0);
    expect(box).toBeLessThan(500);
  });

  it('takes as long as was estimated, so that the rests are as long as the script wants them', async () => {
    // The words begin far below the section's edge, so the film scrolls further than that, to the end of the page. For the next section,
    // nothing is left to scroll.
    const steps = [hold, scrollTo('#padded'), hold, scrollTo('#after'), hold];
    const { steps: lines, frames } = await film(steps, { path: '/padded', durationMs: 8_000 });
    const rests = [0, 2, 4].map((index) => lines[index]!.endMs - lines[index]!.startMs);
    expect(Math.max(...rests) - Math.min(...rests)).toBeLessThan(70);
    expect(frames).toHaveLength(240);
  });

  it('reaches an element in a pane that scrolls inside the page', async () => {
    const { pageLog } = await film([click(['#deep'])], { durationMs: 4_000 });
    expect(pageLog).toContain('click:deep');
  });

  it('sends wheel events to a page that controls its own scrolling', async () => {
    const { frames, fault } = await film([scrollTo('#far'), hold], { path: '/hijacked', durationMs: 3_000 });
    expect(fault).toBeNull();
    expect(new Set(frames.map((frame) => frame.image).filter(Boolean)).size).toBeGreaterThan(10);
  });
});

describe('typing', () => {
  it('replaces the content of the field, character by character, with real key events', async () => {
    const { pageLog } = await film([{ type: 'change', selectors: ['#email'], value: 'ada@example.com' }], {
      durationMs: 5_000,
    });
    const { session } = await studioFor('desktop');
    const value = await session.page.$eval('#email', (field) => (field as HTMLInputElement).value);
    expect(value).toBe('ada@example.com');
    expect(pageLog.filter((entry) => entry === 'keydown:email').length).toBe(15);
    expect(pageLog.filter((entry) => entry === 'input:email').length).toBe(15);
  });

  it('chooses an option of a list', async () => {
    await film([{ type: 'change', selectors: ['#plan'], value: 'Large' }], { durationMs: 4_000 });
    const { session } = await studioFor('desktop');
    expect(await session.page.$eval('#plan', (list) => (list as HTMLSelectElement).value)).toBe('l');
  });
});

describe('what pages do', () => {
  it('a link leads to a new scene, and the film keeps its length', async () => {
    const { frames, steps } = await film([click(['text/Pricing']), hold, click(['#choose'])], {
      durationMs: 6_000,
      zooming: true,
    });
    expect(frames.length).toBe(180);
    expect(steps.map((step) => step.status)).toEqual(['ok', 'ok', 'ok']);
    const scenes = frames.map((frame) => frame.page.url.endsWith('/pricing.html'));
    const cut = scenes.indexOf(true);
    expect(cut).toBeGreaterThan(30);
    expect(scenes.slice(cut).every(Boolean)).toBe(true);
    expect(frames[cut]?.image).not.toBeNull();
    expect(frames[cut]?.camera.zoom).toBe(1);
    // The last picture of the old scene shows the old page. It is not the new page with the old clip.
    const old = frames.slice(0, cut).findLast((frame) => frame.image)?.image;
    if (!old) throw new Error('no picture');
    expect(await meanOfCorner(old)).not.toEqual([240, 253, 244]);
  });

  it('a link to a new tab opens in the tab that is filmed', async () => {
    const { title, steps } = await film([click(['#tab']), hold], { durationMs: 4_000 });
    expect(title).toBe('Pricing – Kiln');
    expect(steps[0]?.status).toBe('ok');
  });

  it('a single-page navigation needs no cut, and its requests are awaited off camera', async () => {
    const { frames, title } = await within(25_000, () =>
      film([click(['#recipe']), hold], { durationMs: 4_000 }),
    );
    expect(title).toBe('Recipe – Kiln');
    expect(frames.at(-1)?.page).toMatchObject({ title: 'Recipe – Kiln' });
    const { session } = await studioFor('desktop');
    expect(await session.page.$eval('#answer', (line) => line.textContent)).toBe('slow answer');
  });

  it('a dialog does not stop the film', async () => {
    const { frames, pageLog } = await film([click(['#alert']), hold], { durationMs: 3_000 });
    expect(frames.length).toBe(90);
    expect(pageLog).toContain('click:alert');
  });

  it('requests without an answer do not stop the film', async () => {
    const { frames, title } = await within(25_000, () =>
      film([click(['#go']), hold], { path: '/polling', durationMs: 3_000 }),
    );
    expect(frames.length).toBe(90);
    expect(title).toBe('went');
  });

  it('a click that leads to an error page ends the take with that fault', async () => {
    const { fault, steps } = await film([click(['#dead']), hold], { path: '/dead-link', durationMs: 3_000 });
    const message = `The page ${site.url}/status/404 answered with status 404 (Not Found).`;
    expect(fault).toMatchObject({ kind: 'http_status', message });
    expect(steps.at(-1)).toMatchObject({ status: 'failed', message });
  });
});

it('a caption disappears when its scene is over', async () => {
  const about = (intent: string) => ({ showreel: { intent } });
  const { frames, steps } = await film(
    [
      { type: 'customStep', name: 'showreel.caption', parameters: { text: 'Long words' }, ...about('one') },
      { type: 'customStep', name: 'showreel.hold', parameters: { minMs: 800 }, ...about('one') },
      { type: 'customStep', name: 'showreel.hold', parameters: { minMs: 800 }, ...about('two') },
    ],
    { durationMs: 4_000 },
  );
  const captioned = frames.filter(({ caption }) => caption === 'Long words');
  expect(captioned[0]?.timeMs).toBeCloseTo(steps[0]!.startMs, -1);
  expect(Math.abs(captioned.at(-1)!.timeMs - steps[1]!.endMs)).toBeLessThan(70);
});

describe('assertions', () => {
  const assert = (parameters: object, more: object = {}) =>
    ({ type: 'customStep', name: 'showreel.assert', parameters, timeout: 200, ...more }) as Step;

  it('that hold are no event of the film', async () => {
    const { fault, steps } = await film([
      hold,
      assert({ text: 'START free\n trial', address: '/', selectors: ['#gone', '#features'] }),
      assert({ address: `${site.url}/` }),
    ]);
    expect([fault, steps.map(({ status }) => status)]).toEqual([null, ['ok', 'ok', 'ok']]);
  });

  it.each([
    [{ text: 'Sold out' }, 'The text "Sold out" is not visible.'],
    [{ selectors: [['#gone']] }, 'No visible element matches ["#gone"].'],
    [{ address: '/cart' }, 'The address should be /cart, but it is http'],
  ])('that do not hold end the film, and say so: %j', async (parameters, said) => {
    const more = { showreel: { intent: 'The offer is there' } };
    const { fault, steps } = await film([assert(parameters, more), hold]);
    const message = expect.stringContaining(`An assertion of the flow failed. “The offer is there”: ${said}`);
    expect(fault).toMatchObject({ kind: 'assert_failed', picture: expect.any(Uint8Array), message });
    expect(steps.map(({ status }) => status)).toEqual(['failed', 'skipped']);
  });
});

describe('selectors', () => {
  it('heal: the first one with exactly one visible match wins, and comes first in the script', async () => {
    const { steps, script } = await film([click(['#gone', '.button', 'text/Start free trial'])]);
    expect(steps[0]).toMatchObject({ status: 'healed', selector: 'text/Start free trial' });
    expect(script.steps[0]).toMatchObject({ selectors: ['text/Start free trial', '#gone', '.button'] });
  });

  it('without a match leave it to the role and name in the note', async () => {
    const showreel = { role: 'button', name: 'Open a recipe', intent: 'Open a recipe' };
    const { steps, pageLog } = await film([click(['#gone'], { showreel })], { durationMs: 4_000 });
    expect(steps[0]).toMatchObject({ status: 'healed' });
    expect(pageLog).toContain('click:recipe');
  });

  it('without a match fail a click with a sentence', async () => {
    const { fault, steps } = await film([
      click(['#gone'], { timeout: 200, showreel: { name: 'Buy now', role: 'button' } }),
    ]);
    const message = `The page ${site.url}/ no longer has the element "Buy now" that the script acts on.`;
    expect(fault).toMatchObject({ kind: 'element_missing', message });
    expect(steps).toMatchObject([{ status: 'failed', message }]);
  });

  it('without a match leave a log line for every step, also for those that were not reached', async () => {
    const missing = click(['#gone'], { timeout: 200 });
    const { steps } = await film([hold, missing, scrollTo('#features'), hold], { durationMs: 4_000 });
    expect(steps.map(({ step, status }) => [step, status])).toEqual([
      [0, 'ok'],
      [1, 'failed'],
      [2, 'skipped'],
      [3, 'skipped'],
    ]);
    expect(steps[3]?.message).toBe('The recording ended before this step.');
  });
});

it('a film whose script is too long leaves out the last steps and says so', async () => {
  const { frames, steps } = await film(
    Array.from({ length: 8 }, () => start),
    { durationMs: 4_000 },
  );
  expect(frames.length).toBe(120);
  const statuses = steps.map((step) => step.status);
  expect(statuses[0]).toBe('ok');
  expect(statuses.at(-1)).toBe('skipped');
  expect(statuses.lastIndexOf('ok')).toBeLessThan(statuses.indexOf('skipped'));
});

it('a page on a phone gets touches', async () => {
  const { pageLog, frames } = await film([start, scrollTo('#sign-up'), hold], {
    viewport: 'mobile',
    durationMs: 5_000,
    zooming: true,
  });
  expect(pageLog).toContain('touchstart:start');
  expect(pageLog).toContain('click:start');
  expect(frames.length).toBe(150);
});

describe('a finger', () => {
  let filmed: Filmed;
  beforeAll(async () => {
    const hover: Step = { type: 'hover', selectors: ['#start'] };
    filmed = await film([hover, hold, start, scrollTo('#sign-up'), hold], {
      viewport: 'mobile',
      durationMs: 6_000,
      pointer: 'finger',
    });
  });

  it('appears where it will touch before it presses, and is gone while the page scrolls on', () => {
    const { frames, pageLog } = filmed;
    expect(pageLog.filter((line) => line.includes('start'))).toContain('click:start');
    const press = frames.findIndex(({ click }) => click !== null);
    const there = frames.filter(({ cursor }) => cursor.visible);
    expect(there.length).toBeGreaterThan(0);
    const [first, last] = [there[0]!, there.at(-1)!];
    expect(press - first.index).toBeGreaterThanOrEqual(6);
    expect(press - first.index).toBeLessThan(24);
    expect(last.index).toBeGreaterThanOrEqual(press);
    expect(there.length).toBe(last.index - first.index + 1);
    expect(last.index - press).toBeLessThanOrEqual(4);
    for (const { cursor } of there)
      expect(cursor).toMatchObject({ ...frames[press]!.click, shape: 'finger' });
  });

  it('does not point at an element that it does not touch', () => {
    const hovered = filmed.steps.find(({ type }) => type === 'hover')!;
    expect(hovered.status).toBe('ok');
    const meanwhile = filmed.frames.filter(({ timeMs }) => timeMs <= hovered.endMs);
    expect(meanwhile.some(({ cursor }) => cursor.visible)).toBe(false);
  });
});

describe('a take that is cut short', () => {
  async function cutShort(by: (studio: RecordingBrowser) => Promise<unknown>) {
    const studio = await openRecordingBrowser({ deviceScaleFactor: stageOf('desktop').scale });
    try {
      await loadPage(studio.session, `${site.url}/`, { log });
      const { frames } = take(
        studio.session,
        { title: 'Test', steps: [hold] },
        {
          viewport: viewports.desktop,
          stage: stageOf('desktop'),
          zoom,
          durationMs: 600_000,
          fps: 30,
          leadInMs: 0,
          leadOutMs: 0,
          load: { log },
        },
      );
      for await (const frame of frames) if (frame.index === 10) by(studio).catch(() => undefined);
      return null;
    } catch (fault) {
      return fault;
    } finally {
      await studio.close();
    }
  }

  it('by a browser that dies, can be tried again', async () => {
    const fault = await cutShort(async ({ session }) => process.kill(session.pid, 'SIGKILL'));
    expect(fault).toMatchObject({ name: 'RecordingFault', retryable: true });
  });

  it('by a page that crashes, says so and can be tried again', async () => {
    const fault = await cutShort(({ session }) => session.page.goto('chrome://crash'));
    expect(fault).toMatchObject({ kind: 'page_crashed', retryable: true });
  });
});

async function meanOfCorner(jpeg: Buffer): Promise<number[]> {
  const image = await loadImage(jpeg);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return [...context.getImageData(image.width - 20, image.height - 20, 1, 1).data].slice(0, 3);
}
