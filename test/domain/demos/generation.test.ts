import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDemo } from '../../../src/domain/demos/create.ts';
import { demoDecider } from '../../../src/domain/demos/decide.ts';
import { cancelJob, deleteDemo } from '../../../src/domain/demos/end.ts';
import { demoStream } from '../../../src/domain/demos/events.ts';
import {
  type GenerationJob,
  reportFailure,
  reportPlan,
  reportPublished,
  reportRecording,
  reportUnchanged,
  startGeneration,
} from '../../../src/domain/demos/generation.ts';
import { currentProgress, type ProgressMessage, reportProgress } from '../../../src/domain/demos/progress.ts';
import { refreshDemo, restyleDemo } from '../../../src/domain/demos/requeue.ts';
import { type DemoDetail, readDemoDetail } from '../../../src/domain/demos/views.ts';
import { projectDecider } from '../../../src/domain/projects/decide.ts';
import { projectStream } from '../../../src/domain/projects/events.ts';
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

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());
afterEach(() => services.doorbell.bus.clearListeners());

const plan: Plan = {
  title: 'The prices',
  aiPlan: { source: 'heuristic', summary: 'Shows the prices', scenes: [] },
  script: {
    title: 'The prices',
    steps: [
      { type: 'setViewport', ...viewports.desktop, deviceScaleFactor: 1, hasTouch: false, isLandscape: true },
      { type: 'navigate', url: 'https://example.com/' },
    ],
  },
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

async function newDemo(presentation: Presentation | null = null) {
  const userId = await openUser(services, { plan: 'free', credits: 3 });
  const projectId = await openProject(services, userId);
  const made = await createDemo(services, freshCommand(userId), {
    userId,
    projectId,
    presentation,
    prompt: 'Show the pricing',
    format: 'mp4',
    resolution: '720p',
    durationTarget: '5s',
    mode: 'script',
    pageUrl: null,
    context: null,
    contextHash: null,
    triggeredBy: 'api',
  });
  return { ...made, userId, projectId };
}

async function begin(jobId: string): Promise<GenerationJob> {
  const job = await startGeneration(services, jobId);
  if (!job) throw new Error('the job is not wanted');
  return job;
}

const filmOf = (job: GenerationJob) => ({
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

async function readyDemo(presentation: Presentation | null = null) {
  const demo = await newDemo(presentation);
  const job = await begin(demo.jobId);
  await reportPlan(services, job, plan);
  await reportRecording(services, job);
  await reportPublished(services, job, filmOf(job));
  return demo;
}

/** A text that the store refuses, and what it is kept as. */
const unstorable = { given: 'half \ud83d\0 of it', kept: 'half \ufffd of it' };

/** Every default that decides how a film looks. */
const defaultDress = {
  background: expect.stringMatching(/gradient\(/),
  mockup: 'macos-light',
  zoom: { enabled: true, intensity: 1.6, transitionMs: 700 },
  padding: 0.08,
  cursor: { style: 'arrow', color: expect.any(String), size: 28 },
  clickEffect: { style: 'pulse', color: expect.any(String), scale: 1 },
  fade: { inMs: 400, outMs: 400, color: 'black' },
  windowAnimation: { intro: true, outro: true, introDurationMs: 600, outroDurationMs: 600 },
  debugHud: false,
};

const detailOf = ({ demoId, userId }: { demoId: string; userId: string }): Promise<DemoDetail> =>
  readDemoDetail(services.sql, demoId, userId);

const typesOf = async (stream: string) => (await services.store.readStream(stream)).map(({ type }) => type);

async function creditsOf(userId: string) {
  const [row] = await services.sql<[{ balance: number; demos_used: number }]>`
    select balance, demos_used from credit_accounts join credit_months using (user_id) where user_id = ${userId}`;
  return row;
}

describe('a first generation', () => {
  it('tells the worker all it needs', async () => {
    const demo = await newDemo({ padding: 0.1 });
    expect(await startGeneration(services, demo.jobId)).toEqual({
      jobId: demo.jobId,
      demoId: demo.demoId,
      projectId: expect.any(String),
      userId: demo.userId,
      kind: 'generate',
      url: 'https://example.com/',
      viewport: 'desktop',
      prompt: 'Show the pricing',
      context: null,
      format: 'mp4',
      resolution: '720p',
      durationTargetMs: 5000,
      presentation: { padding: 0.1 },
      mode: 'script',
      script: null,
      supplied: false,
      mayStay: false,
      looksBehind: false,
      version: 1,
      watermark: true,
    });
  });

  it('becomes a demo that is ready, with everything it was made from', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    expect((await detailOf(demo)).status).toBe('planning');
    await reportPlan(services, job, plan);
    const withPlan = await detailOf(demo);
    expect(JSON.parse(withPlan.action_script ?? '')).toEqual(plan.script);
    expect(withPlan.status).toBe('planning');
    await reportRecording(services, job);
    expect(await detailOf(demo)).toMatchObject({ status: 'recording', latestJob: { step: 'recording' } });
    expect(await reportPublished(services, job, filmOf(job))).toBe(true);

    const ready = await detailOf(demo);
    expect(ready).toMatchObject({
      status: 'ready',
      version: 1,
      title: 'The prices',
      error: null,
      duration_ms: 5033,
      video_key: `demos/${demo.demoId}/v1/video.mp4`,
      latestJob: { id: demo.jobId, status: 'completed', progress: 1 },
      refreshHistory: [],
      refreshed_at: null,
    });
    expect(JSON.parse(ready.presentation ?? '')).toEqual({
      ...defaultDress,
      recordingTemplate: { id: 'auto', ...plan.template },
    });
    expect(JSON.parse(ready.recording_log ?? '')).toEqual(filmOf(job).recordingLog);
  });

  it('has a cursor on a touch screen only where one is asked for, also when it is dressed anew', async () => {
    const tapped = { ...plan, script: structuredClone(plan.script) };
    Object.assign(tapped.script.steps[0]!, viewports.mobile);
    const film = async (presentation: Presentation | null) => {
      const demo = await newDemo(presentation);
      const job: GenerationJob = { ...(await begin(demo.jobId)), viewport: 'mobile' };
      await reportPlan(services, job, tapped);
      await reportRecording(services, job);
      await reportPublished(services, job, filmOf(job));
      return demo;
    };
    const cursorOf = async (demo: Awaited<ReturnType<typeof film>>) =>
      JSON.parse((await detailOf(demo)).presentation ?? '').cursor;
    const plain = await film(null);
    expect(await cursorOf(plain)).toEqual({ color: expect.any(String), size: 28 });
    expect(await cursorOf(await film({ cursor: { style: 'dot' } }))).toMatchObject({ style: 'dot' });

    const { jobId } = await restyleDemo(services, freshCommand(plain.userId), {
      demoId: plain.demoId,
      userId: plain.userId,
      presentation: { padding: 0.2 },
    });
    expect((await begin(jobId)).presentation?.cursor).toEqual({ color: expect.any(String), size: 28 });
  });

  it('is one effect however often each step is said', async () => {
    const demo = await newDemo();
    await begin(demo.jobId);
    const job = await begin(demo.jobId);
    for (let n = 0; n < 2; n++) expect(await reportPlan(services, job, plan)).toBe(true);
    for (let n = 0; n < 2; n++) expect(await reportRecording(services, job)).toBe(true);
    // A worker that died in the middle: the job is taken up again from the start.
    expect(await begin(demo.jobId)).toEqual(job);
    for (let n = 0; n < 2; n++) expect(await reportPublished(services, job, filmOf(job))).toBe(true);
    expect(await typesOf(`demo-${demo.demoId}`)).toEqual([
      ...['DemoCreated', 'GenerationQueued', 'GenerationStarted', 'DemoPlanned', 'RecordingStarted'],
      'DemoPublished',
    ]);
    expect(await startGeneration(services, demo.jobId)).toBeNull();
  });

  it('that was planned anew after a crash shows the plan that was recorded', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    await reportPlan(services, job, { ...plan, title: 'Of the worker that died' });
    await reportPlan(services, job, plan);
    await reportPublished(services, job, filmOf(job));
    expect((await detailOf(demo)).title).toBe('The prices');
  });

  it('that fails says why and gives back what it cost, once', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 1 });
    const fault = { code: 'dns', message: 'There is no host example.invalid.' };
    for (let n = 0; n < 2; n++) expect(await reportFailure(services, job, fault)).toBe(true);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 0 });
    expect(await detailOf(demo)).toMatchObject({
      status: 'failed',
      error: fault.message,
      latestJob: { status: 'failed', error: fault.message },
    });
    expect(await reportPublished(services, job, filmOf(job))).toBe(false);
  });

  it('that is cancelled ends at once, is given back, and later steps are void', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    await cancelJob(services, freshCommand(demo.userId), demo);
    expect(await detailOf(demo)).toMatchObject({
      status: 'failed',
      error: 'cancelled',
      latestJob: { status: 'cancelled' },
    });
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 0 });
    expect(await reportPlan(services, job, plan)).toBe(false);
    expect(await reportRecording(services, job)).toBe(false);
    expect(await reportPublished(services, job, filmOf(job))).toBe(false);
    expect(await reportFailure(services, job, { code: 'x', message: 'x' })).toBe(false);
    expect(await startGeneration(services, demo.jobId)).toBeNull();
    await expect(cancelJob(services, freshCommand(demo.userId), demo)).rejects.toMatchObject({
      code: 'nothing_running',
    });
  });

  it('whose demo is deleted is given back, and its media are removed', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    await deleteDemo(services, freshCommand(demo.userId), demo);
    await expect(detailOf(demo)).rejects.toMatchObject({ code: 'demo_not_found', status: 404 });
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 0 });
    expect(await reportPublished(services, job, filmOf(job))).toBe(false);
    const removals = await services.sql`
      select payload from graphile_worker._private_jobs where key = ${`media.remove:${demo.demoId}`}`;
    expect(removals).toEqual([{ payload: { prefix: `demos/${demo.demoId}/` } }]);
  });

  it('of a demo that outlived its project is not wanted', async () => {
    const demo = await newDemo();
    // As if the demo had been created in the moment of the deletion.
    await services.store.execute(freshCommand(), async (unit) => {
      const project = await unit.load(projectDecider, projectStream(demo.projectId));
      project.decide({ type: 'delete', by: demo.userId });
    });
    expect(await startGeneration(services, demo.jobId)).toBeNull();
    await expect(detailOf(demo)).rejects.toMatchObject({ code: 'demo_not_found' });
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 0 });
  });
});

describe('a refresh', () => {
  const refresh = (demo: { demoId: string; userId: string }) =>
    refreshDemo(services, freshCommand(demo.userId), { ...demo, triggeredBy: 'api' });

  it('plans anew and makes the next version', async () => {
    const demo = await readyDemo();
    const { jobId } = await refresh(demo);
    expect(await detailOf(demo)).toMatchObject({ status: 'refreshing', version: 1 });
    const job = await begin(jobId);
    expect(job).toMatchObject({ kind: 'refresh', version: 2, script: null });
    expect((await detailOf(demo)).status).toBe('refreshing');
    await reportPlan(services, job, { ...plan, title: 'New prices' });
    expect((await detailOf(demo)).title).toBe('The prices');
    await reportRecording(services, job);
    await reportPublished(services, job, filmOf(job));
    const after = await detailOf(demo);
    expect(after).toMatchObject({
      status: 'ready',
      version: 2,
      title: 'New prices',
      video_key: filmOf(job).videoKey,
      refreshHistory: [
        { id: jobId, triggered_by: 'api', result: 'completed', old_version: 1, new_version: 2 },
      ],
    });
    expect(after.refreshed_at).not.toBeNull();
  });

  it('that finds nothing new keeps the version and gives back what it cost, once', async () => {
    const demo = await readyDemo();
    const { jobId } = await refresh(demo);
    const job = await begin(jobId);
    expect(job.mayStay).toBe(true);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 2 });
    expect(await reportUnchanged(services, job)).toBe(true);
    expect(await reportUnchanged(services, job)).toBe(true);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 1 });
    expect(await detailOf(demo)).toMatchObject({
      status: 'ready',
      version: 1,
      error: null,
      latestJob: { status: 'completed' },
      refreshHistory: [{ id: jobId, result: 'completed', old_version: 1, new_version: 1, changes: [] }],
    });
  });

  it('may not stay where something else was asked for since', async () => {
    const demo = await readyDemo();
    await services.store.execute(freshCommand(demo.userId), async (unit) => {
      const stream = await unit.load(demoDecider, demoStream(demo.demoId));
      stream.decide({ type: 'edit', by: demo.userId, prompt: 'Show the team' });
    });
    expect((await begin((await refresh(demo)).jobId)).mayStay).toBe(false);
  });

  it('that fails leaves the last good version in place and says so', async () => {
    const demo = await readyDemo();
    const before = await detailOf(demo);
    const { jobId } = await refresh(demo);
    const job = await begin(jobId);
    await reportPlan(services, job, { ...plan, title: 'New prices' });
    await reportFailure(services, job, {
      code: 'timeout',
      message: 'The page did not answer.',
      recordingLog: [],
    });
    const { latestJob: _, refreshHistory, updated_at: __, ...after } = await detailOf(demo);
    const { latestJob: ___, refreshHistory: ____, updated_at: _____, ...good } = before;
    expect(after).toEqual({ ...good, error: 'The page did not answer.' });
    expect(refreshHistory).toMatchObject([
      { result: 'failed', old_version: 1, new_version: null, error: 'The page did not answer.' },
    ]);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 1 });
  });

  it('beyond the allowance costs a credit, and refunds that very one when it fails', async () => {
    const demo = await readyDemo();
    for (let n = 0; n < 9; n++) {
      const job = await begin((await refresh(demo)).jobId);
      await reportPlan(services, job, plan);
      await reportPublished(services, job, filmOf(job));
    }
    const { jobId } = await refresh(demo);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 2, demos_used: 10 });
    await reportFailure(services, await begin(jobId), { code: 'dns', message: 'Gone.' });
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 10 });
    const lines = await services.sql`
      select type, amount, balance_after, job_id,
        (select type from credit_transactions of where of.id = t.refund_of) as refund_of
      from credit_transactions t where user_id = ${demo.userId} order by version`;
    expect(lines).toEqual([
      { type: 'bonus', amount: 3, balance_after: 3, job_id: null, refund_of: null },
      { type: 'deduct', amount: -1, balance_after: 2, job_id: jobId, refund_of: null },
      { type: 'refund', amount: 1, balance_after: 3, job_id: jobId, refund_of: 'deduct' },
    ]);
  });

  it('is refused while another runs, and charges nothing for it', async () => {
    const demo = await readyDemo();
    await refresh(demo);
    const before = await creditsOf(demo.userId);
    await expect(refresh(demo)).rejects.toMatchObject({ code: 'demo_busy', status: 409 });
    expect(await creditsOf(demo.userId)).toEqual(before);
  });
});

describe('a restyle', () => {
  it('records the script that is there, dressed anew', async () => {
    const demo = await readyDemo();
    const presentation: Presentation = { padding: 0.2, mockup: 'macos-dark' };
    const template = { recordingTemplate: { id: 'auto', ...plan.template } };
    const { jobId } = await restyleDemo(services, freshCommand(demo.userId), { ...demo, presentation });
    const shown = await detailOf(demo);
    expect(shown.status).toBe('recording');
    expect(JSON.parse(shown.presentation ?? '')).toEqual({ ...defaultDress, ...template });
    const job = await begin(jobId);
    const dressed = { ...defaultDress, ...presentation, ...template };
    expect(job).toMatchObject({ kind: 'restyle', version: 2, script: plan.script, presentation: dressed });
    expect(await reportPublished(services, job, filmOf(job))).toBe(true);
    const after = await detailOf(demo);
    expect(JSON.parse(after.presentation ?? '')).toEqual(dressed);
    expect(after).toMatchObject({
      status: 'ready',
      version: 2,
      refreshed_at: null,
      refreshHistory: [{ triggered_by: 'restyle', result: 'completed', new_version: 2 }],
    });
  });

  it('replaces what was asked for before by the defaults, except for the template', async () => {
    const asked: Presentation = {
      padding: 0.25,
      mockup: 'none',
      zoom: { enabled: false },
      recordingTemplate: { id: 'cinematic', sectionHint: 'prices' },
    };
    const demo = await readyDemo(asked);
    const before = JSON.parse((await detailOf(demo)).presentation ?? '');
    expect(before).toMatchObject({ ...asked, zoom: { enabled: false, intensity: 1.6, transitionMs: 700 } });
    const presentation: Presentation = { cursor: { style: 'dot' } };
    const { jobId } = await restyleDemo(services, freshCommand(demo.userId), { ...demo, presentation });
    const job = await begin(jobId);
    await reportPublished(services, job, filmOf(job));
    expect(JSON.parse((await detailOf(demo)).presentation ?? '')).toEqual({
      ...defaultDress,
      cursor: { ...defaultDress.cursor, style: 'dot' },
      recordingTemplate: before.recordingTemplate,
    });
  });

  it('plays the script where it was planned, also after the project has moved on', async () => {
    const demo = await readyDemo();
    const page = { url: 'https://elsewhere.example/', viewport: 'mobile' } as const;
    await services.store.execute(freshCommand(demo.userId), async (unit) => {
      const project = await unit.load(projectDecider, projectStream(demo.projectId));
      project.decide({ type: 'edit', by: demo.userId, changes: page });
    });
    const restyle = await restyleDemo(services, freshCommand(demo.userId), { ...demo, presentation: {} });
    const again = await begin(restyle.jobId);
    expect(again).toMatchObject({ url: 'https://example.com/', viewport: 'desktop' });
    await reportPublished(services, again, filmOf(again));
    const wish = { ...demo, triggeredBy: 'api' as const };
    const { jobId } = await refreshDemo(services, freshCommand(demo.userId), wish);
    expect(await begin(jobId)).toMatchObject(page);
  });
});

describe('progress', () => {
  it('starts at nothing, never goes back, and ends at 1', async () => {
    const demo = await newDemo();
    const tick = (progress: number) =>
      reportProgress(services, { ...demo, step: 'recording', progress, message: `${progress}` });
    const shown = async () => (await currentProgress(services.sql, demo.demoId))?.progress;
    expect(await currentProgress(services.sql, demo.demoId)).toEqual({
      type: 'progress',
      demoId: demo.demoId,
      jobId: demo.jobId,
      status: 'pending',
      step: null,
      progress: 0,
      message: null,
      at: services.clock.now().toISOString(),
    });
    await tick(0.5);
    expect(await shown()).toBe(0);
    const job = await begin(demo.jobId);
    await tick(0.4);
    await tick(0.2);
    await tick(0.3);
    expect(await currentProgress(services.sql, demo.demoId)).toMatchObject({
      status: 'planning',
      step: 'recording',
      progress: 0.4,
      message: '0.4',
    });
    await reportPlan(services, job, plan);
    await reportPublished(services, job, filmOf(job));
    await tick(0.9);
    expect(await currentProgress(services.sql, demo.demoId)).toMatchObject({
      status: 'ready',
      progress: 1,
      message: null,
    });
    expect(await currentProgress(services.sql, 'demo_none')).toBeNull();
  });

  it('is forgotten a day after the job', async () => {
    const rows = async (jobId: string) =>
      (await services.sql`select from job_progress where job_id = ${jobId}`).length;
    const old = await newDemo();
    await begin(old.jobId);
    await reportProgress(services, { ...old, step: 'planning', progress: 0.1, message: null });
    const next = await newDemo();
    await begin(next.jobId);
    expect(await rows(old.jobId)).toBe(1);
    services.clock.advance(25 * 60 * 60_000);
    await begin(next.jobId);
    expect(await rows(old.jobId)).toBe(0);
  });

  it('is heard in every process', async () => {
    const demo = await newDemo();
    await begin(demo.jobId);
    const heard = services.doorbell.bus.once('tick');
    await reportProgress(services, { ...demo, step: 'planning', progress: 0.1, message: 'Reading the page' });
    const expected: ProgressMessage = {
      type: 'progress',
      demoId: demo.demoId,
      jobId: demo.jobId,
      status: 'planning',
      step: 'planning',
      progress: 0.1,
      message: 'Reading the page',
      at: services.clock.now().toISOString(),
    };
    expect((await heard) as unknown).toMatchObject({ data: expected });
  });
});

describe('a text that the store would refuse', () => {
  const { given, kept } = unstorable;

  it('is kept without what is wrong with it, and the film is not lost', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    const scenes = [{ what: given, why: '', evidence: [given], section: null }];
    await reportPlan(services, job, { ...plan, title: given, aiPlan: { ...plan.aiPlan, scenes } });
    await reportRecording(services, job);
    const film = filmOf(job);
    const recordingLog = film.recordingLog.map((line) => ({ ...line, message: given }));
    const changes = [{ change: 'added' as const, section: given, before: null, after: given }];
    await reportPublished(services, job, { ...film, recordingLog, changes });
    const shown = await detailOf(demo);
    expect(shown).toMatchObject({ status: 'ready', title: kept });
    expect(JSON.parse(shown.ai_plan!).scenes).toEqual([{ ...scenes[0], what: kept, evidence: [kept] }]);
    expect(JSON.parse(shown.recording_log!)).toMatchObject([{ message: kept }]);
  });

  it('is said in the failure of a job', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    await reportFailure(services, job, { code: 'element_missing', message: given });
    expect(await detailOf(demo)).toMatchObject({ status: 'failed', error: kept });
  });
});
