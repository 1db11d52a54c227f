import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import type { Step } from '../../../../src/recorder/contract/script.ts';
import { layoutStage, onOutput } from '../../../../src/recorder/contract/stage-layout.ts';
import { type TakeFrame, viewports } from '../../../../src/recorder/contract/take-frame.ts';
import { take } from '../../../../src/recorder/drive/index.ts';
import { loadPage } from '../../../../src/recorder/page/load.ts';
import { html, serveSite, type TestSite } from '../../../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../../browser/recording-browser.ts';

const fps = 15;
const viewport = viewports.desktop;
const presentation = resolvePresentation(undefined);
const stage = layoutStage({ output: { width: 640, height: 360 }, viewport, presentation });
let site: TestSite;
let desk: RecordingBrowser;

beforeAll(async () => {
  site = await serveSite('low-field', {
    '/': html(`<!doctype html><title>Low</title><style>body{margin:0;font:18px sans-serif;height:1800px}h1{margin:180px 0 0;font-size:80px;text-align:center}
      label{position:absolute;left:373px;top:700px}input{display:block;width:690px;height:60px;font-size:18px}</style><h1>Write to us</h1><label>Name<input id="name"></label>`),
  });
  desk = await openRecordingBrowser({ viewport, deviceScaleFactor: stage.scale, fps });
});
afterAll(async () => {
  await desk?.close();
  await site?.close();
});

test('a field that stands low comes up while the camera comes close: what is offered for it comes below', async () => {
  await loadPage(desk.session, site.url, { log });
  const steps: Step[] = [{ type: 'change', selectors: ['#name'], value: 'Somebody' }];
  const shooting = take(
    desk.session,
    { title: 'A field', steps },
    {
      ...{ viewport, stage, fps, durationMs: 6_000, zoom: presentation.zoom, pointer: 'cursor' },
      ...{ load: { log }, leadInMs: 600, leadOutMs: 600 },
    },
  );
  const frames: TakeFrame[] = [];
  for await (const frame of shooting.frames) frames.push(frame);
  const pressed = frames.find(({ click }) => click !== null)!;
  expect(pressed.camera.zoom).toBeGreaterThan(1.15);
  const { y, height } = onOutput(stage, pressed.camera, pressed.target!);
  expect((y + height) / stage.height).toBeLessThan(0.8);
  expect(await desk.session.tab.ask(() => scrollY)).toBeGreaterThan(50);
  expect(await desk.session.tab.ask(() => document.querySelector('input')!.value)).toBe('Somebody');
});
