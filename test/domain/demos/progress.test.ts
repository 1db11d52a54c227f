import { describe, expect, it } from 'vitest';
import { reportPlan, reportPublished } from '../../../src/domain/demos/jobs/generation.ts';
import {
  currentProgress,
  type ProgressMessage,
  reportProgress,
} from '../../../src/domain/demos/jobs/progress.ts';
import { begin, filmOf, newDemo, plan, services, startServices } from './generating.ts';

startServices();

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
});

describe('what is told of progress', () => {
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
