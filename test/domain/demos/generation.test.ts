import { describe, expect, it } from 'vitest';
import { cancelJob, deleteDemo } from '../../../src/domain/demos/end.ts';
import {
  type GenerationJob,
  reportFailure,
  reportPlan,
  reportPublished,
  reportRecording,
  startGeneration,
} from '../../../src/domain/demos/jobs/generation.ts';
import { refreshDemo, restyleDemo } from '../../../src/domain/demos/jobs/requeue.ts';
import { projectDecider } from '../../../src/domain/projects/decide.ts';
import { projectStream } from '../../../src/domain/projects/events.ts';
import type { Presentation } from '../../../src/recorder/contract/presentation.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { freshCommand } from '../../support/services.ts';
import {
  begin,
  creditsOf,
  defaultDress,
  detailOf,
  filmOf,
  newDemo,
  plan,
  services,
  startServices,
  typesOf,
} from './generating.ts';

startServices();

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
      aspect: '16:9',
      laidOutFor: '16:9',
      durationTargetMs: 5000,
      presentation: { padding: 0.1 },
      mode: 'script',
      script: null,
      supplied: false,
      mayStay: false,
      looksBehind: false,
      beforeDeed: null,
      version: 1,
      takeVersion: null,
      retake: false,
      watermark: true,
      siteName: 'Example',
      sound: null,
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
});

describe('the film of a touch screen', () => {
  it('has a cursor only where one is asked for, also when it is dressed anew', async () => {
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
});

describe('a first generation of which a step is said again', () => {
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
});

describe('a first generation that comes to nothing', () => {
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

describe('a text that the store would refuse', () => {
  const [given, kept] = ['half \ud83d\0 of it', 'half \ufffd of it'];

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

describe('what a demo does not do', () => {
  const unmet = [{ said: 'press Teleport', reason: 'Nothing is called that.' }];
  const notDone = { code: 'not_done', message: '“press Teleport” was not done. Nothing is called that.' };
  const leftOut = { code: 'left_out', message: '“Pricing” was left out.', step: 4 };

  it('is in its plan and among its warnings as soon as it is planned, and stays when it is published', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    expect(await detailOf(demo)).toMatchObject({ warnings: [] });
    await reportPlan(services, job, { ...plan, unmet, warnings: [leftOut] });
    const planned = await detailOf(demo);
    expect(planned.warnings).toEqual([notDone, leftOut]);
    expect(JSON.parse(planned.ai_plan!).unmet).toEqual(unmet);
    await reportRecording(services, job);
    await reportPublished(services, job, filmOf(job));
    expect((await detailOf(demo)).warnings).toEqual([notDone, leftOut]);
  });

  it('is told of a demo that failed for it, and the cost is given back', async () => {
    const demo = await newDemo();
    await begin(demo.jobId);
    const fault = { code: 'nothing_done', message: 'Nothing was done.', warnings: [notDone] };
    await reportFailure(services, demo, fault);
    expect(await detailOf(demo)).toMatchObject({ status: 'failed', warnings: [notDone] });
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 0 });
  });

  it('of a refresh that failed is not told of the version that stays', async () => {
    const demo = await newDemo();
    const job = await begin(demo.jobId);
    await reportPlan(services, job, plan);
    await reportRecording(services, job);
    await reportPublished(services, job, filmOf(job));
    const { jobId } = await refreshDemo(services, freshCommand(demo.userId), {
      ...demo,
      triggeredBy: 'api',
    });
    await begin(jobId);
    await reportFailure(services, { ...demo, jobId }, { code: 'x', message: 'No.', warnings: [notDone] });
    expect(await detailOf(demo)).toMatchObject({ status: 'ready', error: 'No.', warnings: [] });
  });
});
