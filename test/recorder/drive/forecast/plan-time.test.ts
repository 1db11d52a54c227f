import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolvePresentation, type TemplateId } from '../../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../../src/recorder/contract/take-frame.ts';
import { windowAnimationMs } from '../../../../src/recorder/contract/timing.ts';
import { hasCameraSteps } from '../../../../src/recorder/drive/act/steps.ts';
import { planTime } from '../../../../src/recorder/drive/forecast/plan-time.ts';
import { FrameEmitter } from '../../../../src/recorder/drive/frame-emitter.ts';
import { calmMs } from '../../../../src/recorder/drive/pace/pacing.ts';
import { type PlanningPages, servePlanningPages } from '../../../planning/pages.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../../browser/recording-browser.ts';
import { planOn } from '../timeline.ts';

const viewport = viewports.desktop;
const presentation = resolvePresentation(undefined);
const stage = layoutStage({ output: { width: 640, height: 360 }, viewport, presentation });

/**
 * The planner does not measure the page: it does not know how far the cursor goes or for how long a link makes the page glide. The most
 * in these films was 0.8 s of 8.2 s; one reading time more in each scene of a guided tour would be 7 s.
 */
const toleranceMs = 700;

let pages: PlanningPages;
let browser: RecordingBrowser;
beforeAll(async () => {
  pages = await servePlanningPages();
  browser = await openRecordingBrowser({ deviceScaleFactor: stage.scale / 2, fps: 15 });
});
afterAll(() => Promise.all([pages?.stop(), browser?.close()]));

/** How long the planner and the recorder expect the script of one plan to take, in ms at normal speed. */
async function expectedBy(page: string, template: TemplateId, prompt: string, durationMs: number) {
  const { session } = browser;
  const url = pages.urlOf(page);
  const { script, scriptMs } = await planOn(session, { url, template, durationMs, prompt });
  const { signal } = new AbortController();
  const { zoom } = presentation;
  const filming = { session, viewport, stage, zoom, durationMs, fps: 15, load: { log }, signal };
  const emitter = new FrameEmitter({ ...filming, pointer: 'cursor' });
  emitter.hasCameraSteps = hasCameraSteps(script);
  await emitter.cut();
  const lengths = { durationMs, leadInMs: windowAnimationMs, leadOutMs: windowAnimationMs };
  const { timings } = await planTime(emitter, script, lengths, !emitter.hasCameraSteps);
  return { planner: scriptMs, recorder: calmMs(timings) };
}

describe('planner and recorder expect the same length', () => {
  test.each([
    ['cinematic', 'sample/', 'Show the product', 10],
    ['guided-tour', 'sample/', 'Show the product', 30],
    ['plain-scroll', 'template/agency/index.html', 'Show the services and the team', 10],
    ['feature-sweep', 'template/new-age/index.html', 'Show the features', 10],
    ['hero-spotlight', 'template/freelancer/index.html', 'Show what it is', 5],
    ['pricing-focus', 'sample/', 'Switch the pricing to yearly', 10],
    ['conversion-flow', 'sample/', 'Start a trial', 10],
  ] as const)('of a %s of %s: %s, %i s', async (template, page, prompt, seconds) => {
    const { planner, recorder } = await expectedBy(page, template, prompt, 1000 * seconds);
    expect(Math.abs(planner - recorder)).toBeLessThan(Math.max(0.1 * recorder, toleranceMs));
  });
});
