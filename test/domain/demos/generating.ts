import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createDemo } from '../../../src/domain/demos/create.ts';
import {
  type GenerationJob,
  reportPlan,
  reportPublished,
  reportRecording,
  startGeneration,
} from '../../../src/domain/demos/jobs/generation.ts';
import type { DemoDetail } from '../../../src/domain/demos/views/demo-fields.ts';
import { readDemoDetail } from '../../../src/domain/demos/views/read-demo-detail.ts';
import type { Plan } from '../../../src/planner/index.ts';
import type { Presentation } from '../../../src/recorder/contract/presentation.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import {
  freshCommand,
  openProject,
  openUser,
  type TestServices,
  testServices,
} from '../../support/services.ts';

/** Demos as they are made without a worker: what it would report is reported step by step. */
export let services: TestServices;

/** To be called at the top of a test file. */
export function startServices(): void {
  beforeAll(async () => {
    services = await testServices();
  });
  afterAll(() => services.stop());
  afterEach(() => services.doorbell.bus.clearListeners());
}

export const plan: Plan = {
  title: 'The prices',
  aiPlan: { source: 'heuristic', summary: 'Shows the prices', scenes: [] },
  script: {
    title: 'The prices',
    steps: [
      { type: 'setViewport', ...viewports.desktop, deviceScaleFactor: 1, hasTouch: false, isLandscape: true },
      { type: 'navigate', url: 'https://example.com/' },
    ],
  },
  sceneSteps: [],
  unmet: [],
  warnings: [],
  nothingDone: false,
  scriptMs: 0,
  template: {
    effectiveId: 'pricing-focus',
    autoSelection: {
      selectedId: 'pricing-focus',
      confidence: 0.9,
      reason: 'It says so',
      source: 'heuristic',
    },
  },
};

export async function newDemo(presentation: Presentation | null = null) {
  const userId = await openUser(services, { plan: 'free', credits: 3 });
  const projectId = await openProject(services, userId);
  const made = await createDemo(services, freshCommand(userId), {
    userId,
    projectId,
    presentation,
    prompt: 'Show the pricing',
    format: 'mp4',
    resolution: '720p',
    aspect: '16:9',
    durationTarget: '5s',
    mode: 'script',
    pageUrl: null,
    context: null,
    contextHash: null,
    triggeredBy: 'api',
  });
  return { ...made, userId, projectId };
}

export async function begin(jobId: string): Promise<GenerationJob> {
  const job = await startGeneration(services, jobId);
  if (!job) throw new Error('the job is not wanted');
  return job;
}

export const filmOf = (job: GenerationJob) => ({
  videoKey: `demos/${job.demoId}/v${job.version}/video.mp4`,
  gifKey: `demos/${job.demoId}/v${job.version}/animation.gif`,
  thumbnailKey: `demos/${job.demoId}/v${job.version}/thumbnail.png`,
  durationMs: 5033.3,
  snapshots: [{ timeMs: 0, key: 'a', url: 'https://example.com/', label: 'Start' }],
  recordingLog: [
    {
      step: 0,
      type: 'navigate',
      intent: null,
      startMs: 0,
      endMs: 100,
      status: 'ok' as const,
      selector: null,
      message: null,
    },
  ],
  title: null,
});

export async function readyDemo(presentation: Presentation | null = null) {
  const demo = await newDemo(presentation);
  const job = await begin(demo.jobId);
  await reportPlan(services, job, plan);
  await reportRecording(services, job);
  await reportPublished(services, job, filmOf(job));
  return demo;
}

/** Every default that decides how a film looks. */
export const defaultDress = {
  background: 'brand',
  mockup: 'macos-light',
  zoom: { enabled: true, intensity: 1.6, transitionMs: 700 },
  padding: 0.08,
  cursor: { style: 'arrow', color: expect.any(String), size: 28 },
  clickEffect: { style: 'pulse', color: expect.any(String), scale: 1 },
  fade: { inMs: 400, outMs: 400, color: 'black' },
  windowAnimation: { intro: true, outro: true, introDurationMs: 600, outroDurationMs: 600 },
  debugHud: false,
};

export const detailOf = ({ demoId, userId }: { demoId: string; userId: string }): Promise<DemoDetail> =>
  readDemoDetail(services.sql, demoId, userId);

export const typesOf = async (stream: string) =>
  (await services.store.readStream(stream)).map(({ type }) => type);

export async function creditsOf(userId: string) {
  const [row] = await services.sql<[{ balance: number; demos_used: number }]>`
    select balance, demos_used from credit_accounts join credit_months using (user_id) where user_id = ${userId}`;
  return row;
}
