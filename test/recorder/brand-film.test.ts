import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { contrastOf, fromHex, hueBetween } from '../../src/recorder/contract/oklch.ts';
import { type Presentation, resolvePresentation } from '../../src/recorder/contract/presentation.ts';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import { layoutStage } from '../../src/recorder/contract/stage-layout.ts';
import { type TakeFrame, viewports } from '../../src/recorder/contract/take-frame.ts';
import { openTakeStills, recompose, record } from '../../src/recorder/index.ts';
import type { Recording } from '../../src/recorder/record-request.ts';
import { openTake } from '../../src/recorder/takes/index.ts';
import { html, serveSite } from '../support/site.ts';
import { brightness, renderedFrame } from './compose/rendered-frame.ts';
import { decodedFrame } from './encode/probe.ts';

const options = { signal: new AbortController().signal, log: createLogger('silent') };
const output = { width: 640, height: 360, fps: 30, format: 'mp4' as const };
const violet = '#8b5cf6';

/** A dark page of one brand, with a search that a shortcut opens, and a field for a password. */
const page = `<!doctype html><html lang="en"><title>Notes</title><meta name="theme-color" content="#0b0b10">
<style>body{margin:0;background:#0b0b10;color:#eee;font:20px Arial,sans-serif;padding:80px}
button{background:${violet};color:#fff;border:0;padding:18px 36px;border-radius:12px;font:inherit}
input{display:block;margin:30px 0;width:700px;padding:20px;font:inherit;background:#1b1b24;color:#fff;border:1px solid #444}</style>
<h1>Everything you know, in one place</h1><button>Start for free</button>
<input id="secret" type="password" aria-label="Password"><input id="find" placeholder="Find a note" hidden>
<script>addEventListener('keydown', (event) => { if (event.ctrlKey && event.key === 'k') { event.preventDefault(); find.hidden = false; find.focus(); } });</script>`;

const press = (key: string) => [
  { type: 'keyDown' as const, key },
  { type: 'keyUp' as const, key },
];
const hold = (minMs: number) => ({
  type: 'customStep' as const,
  name: 'showreel.hold' as const,
  parameters: { minMs },
});
const script: ActionScript = {
  title: 'Find a note',
  steps: [
    { type: 'keyDown', key: 'Control' },
    ...press('k'),
    { type: 'keyUp', key: 'Control' },
    hold(1_700),
    { type: 'change', selectors: [['#find']], value: 'a walk along the river in autumn, with all names' },
    hold(400),
    { type: 'click', selectors: [['#secret']], offsetX: 100, offsetY: 20 },
    ...[...'tulip'].flatMap(press),
    ...press('Enter'),
    hold(300),
  ],
};

let tempDir = '';
let film: Recording;
const frames: TakeFrame[] = [];
beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'brand-'));
  const site = await serveSite('real-pages', { '/brand': html(page) });
  try {
    film = await record(
      {
        script,
        output,
        tempDir,
        url: `${site.url}/brand`,
        viewport: viewports.desktop,
        presentation: resolvePresentation(null),
        durationMs: 10_000,
        gif: false,
        watermark: false,
        keepsTake: true,
      },
      { ...options, onFrame: (frame) => frames.push(frame) },
    );
  } finally {
    await site.close();
  }
}, 240_000);
afterAll(() => rm(tempDir, { recursive: true, force: true }));

const hexAt = ([red, green, blue]: [number, number, number]) =>
  `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** What a film of the page shows beside the window, and in the window's bar, where it rests at its beginning. */
async function seenIn(path: string, presentation: Presentation = {}) {
  const resolved = resolvePresentation(presentation);
  const stage = layoutStage({ output, viewport: viewports.desktop, presentation: resolved });
  const { at } = renderedFrame(stage, await decodedFrame(path, 1));
  const { x, y, width } = stage.window;
  return {
    corner: hexAt(at(6, 6)),
    beside: hexAt(at(x / 2, 180)),
    bar: brightness(at(x + width * 0.9, y + stage.barHeight / 2)),
  };
}

describe('a film of which nothing is said', () => {
  test('has a stage of the page’s colours and a dark window around a dark page', async () => {
    const { corner, beside, bar } = await seenIn(film.videoPath);
    expect(Math.abs(hueBetween(fromHex(corner).hue, fromHex(violet).hue))).toBeLessThan(25);
    expect(fromHex(corner).chroma).toBeGreaterThan(0.06);
    expect(contrastOf(beside, '#0b0b10')).toBeGreaterThan(1.8);
    expect(bar).toBeLessThan(80);
  });

  test('keeps the page’s look with its take, and stands on the same stage when it is restyled without the page', async () => {
    const take = await openTake(film.takePath!, []);
    expect(take.timeline.look).toEqual({
      ground: expect.stringMatching(/^#0[a-d]0[a-d]/),
      isDark: true,
      accents: [violet],
    });
    await take.close();
    const again = await recomposed({ cursor: { style: 'dot' } });
    const [restyled, filmed] = [await seenIn(again), await seenIn(film.videoPath)];
    // The encoder rounds.
    for (const part of ['corner', 'beside'] as const)
      expect(contrastOf(restyled[part], filmed[part])).toBeLessThan(1.02);
    expect(Math.abs(restyled.bar - filmed.bar)).toBeLessThan(2);
    const named = await seenIn(await recomposed({ background: '#ff0000', mockup: 'macos-light' }));
    expect(fromHex(named.corner).hue).toBeCloseTo(29, -1);
    expect(named.bar).toBeGreaterThan(200);
  });

  test('tells stills of a look what its stage is in CSS', async () => {
    const stills = await openTakeStills(film.takePath!, []);
    const look = { presentation: resolvePresentation({}), output, watermark: false, backgroundImage: null };
    const { brand } = await stills.compose({ ...look, moments: ['beginning'], width: 640 });
    await stills.close();
    expect(brand).toMatch(/^radial-gradient\(.+linear-gradient\(135deg, #[0-9a-f]{6}, .+\)$/);
  });
});

describe('keys on the screen', () => {
  const shown = () => frames.flatMap(({ keys, timeMs }) => (keys ? [{ keys: keys.join(' '), timeMs }] : []));

  test('are those of the shortcut, long enough to be read, and nothing that goes into a field', () => {
    expect(new Set(shown().map(({ keys }) => keys))).toEqual(new Set(['Ctrl K']));
    const [first] = shown();
    expect(shown().at(-1)!.timeMs - first!.timeMs).toBeGreaterThan(1_100);
  });

  test('stand near the bottom of the film, come and go softly, and stay in a restyle', async () => {
    const [first] = shown();
    const badgeAt = async (path: string, timeMs: number) => {
      const { at } = renderedFrame(stageNow(), await decodedFrame(path, timeMs / 1000));
      return Math.max(...Array.from({ length: 60 }, (_, dx) => brightness(at(290 + dx, 319))));
    };
    for (const path of [film.videoPath, await recomposed({ background: '#102030' })]) {
      const before = await badgeAt(path, first!.timeMs - 60);
      const during = await badgeAt(path, first!.timeMs + 700);
      const after = await badgeAt(path, first!.timeMs + 1_700);
      expect([before < 120, during > 200, after < 120]).toEqual([true, true, true]);
    }
  });
});

test('the cursor stands on no text while it is typed, and comes back when it moves', () => {
  const steps = film.recordingLog;
  const typing = steps.find(({ type }) => type === 'change')!;
  const typed = frames.filter(
    ({ timeMs, stepLabel }) => stepLabel === 'change' && timeMs > typing.endMs - 1_200,
  );
  expect(typed.length).toBeGreaterThan(20);
  expect(typed.filter(({ cursor }) => cursor.visible)).toEqual([]);
  const click = steps.find(({ type }) => type === 'click')!;
  const pressed = frames.filter(({ timeMs }) => timeMs > click.endMs - 300 && timeMs < click.endMs);
  expect(pressed.every(({ cursor }) => cursor.visible)).toBe(true);
});

const stageNow = () =>
  layoutStage({ output, viewport: viewports.desktop, presentation: resolvePresentation({}) });

async function recomposed(presentation: Presentation): Promise<string> {
  const resolved = resolvePresentation(presentation);
  const { videoPath } = await recompose(
    {
      presentation: resolved,
      output,
      tempDir,
      gif: false,
      watermark: false,
      takePath: film.takePath!,
      hides: [],
    },
    options,
  );
  return videoPath;
}
