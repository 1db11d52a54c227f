import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readDemoDetail } from '../../../src/domain/demos/views/read-demo-detail.ts';
import { openDomain } from '../../../src/domain/index.ts';
import { deleteProject } from '../../../src/domain/project-demos/delete-project.ts';
import { nextDue } from '../../../src/domain/project-demos/due.ts';
import { startDueRefreshes } from '../../../src/domain/project-demos/scheduled-refresh.ts';
import { scheduledRefreshTask, startDueTask } from '../../../src/domain/project-demos/tasks.ts';
import { projectDecider } from '../../../src/domain/projects/decide.ts';
import { projectStream, type RefreshSchedule } from '../../../src/domain/projects/events.ts';
import type { DomainServices } from '../../../src/domain/services.ts';
import { createLogger } from '../../../src/log.ts';
import { scheduledRefreshes } from '../../../src/worker/chores/scheduled-refreshes.ts';
import { startWorker, type Worker } from '../../../src/worker/queue/worker.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { readyDemo, waitingDemo } from '../../support/ready-demo.ts';
import {
  freshCommand,
  openProject,
  openUser,
  type TestServices,
  testServices,
} from '../../support/services.ts';

const dayMs = 24 * 60 * 60_000;
let services: TestServices;
beforeAll(async () => {
  services = await testServices('2026-02-10T12:00:00.000Z');
});
afterAll(() => services?.stop());

async function schedule(projectId: string, userId: string, wanted: RefreshSchedule): Promise<void> {
  await services.store.execute(freshCommand(userId), async (unit) => {
    const project = await unit.load(projectDecider, projectStream(projectId));
    project.decide({ type: 'schedule', by: userId, schedule: wanted, sealedWebhookSecret: 'sealed' });
  });
}

async function scheduledProject(wanted: RefreshSchedule, plan: 'free' | 'unlimited' = 'unlimited') {
  const userId = await openUser(services, { plan });
  const projectId = await openProject(services, userId);
  const demoId = await readyDemo(services, { userId, projectId });
  await schedule(projectId, userId, wanted);
  return { userId, projectId, demoId };
}

/** Starts the refreshes that are due, and performs all of their jobs. */
async function runDue(by: DomainServices = services): Promise<number> {
  const begun = await startDueRefreshes(by);
  await performAll(by);
  return begun;
}

async function performAll(by: DomainServices): Promise<void> {
  for (const job of await queuedJobs(services, scheduledRefreshTask)) {
    await perform(scheduledRefreshes(by), job);
    const { projectId, dueAt } = job.payload as { projectId: string; dueAt: string };
    await services.sql`select graphile_worker.remove_job(${`${projectId}:${dueAt}`})`;
  }
}

const history = async (demoId: string, userId: string) =>
  (await readDemoDetail(services.sql, demoId, userId)).refreshHistory;
const started = async (projectId: string) =>
  (await services.store.readStream(projectStream(projectId))).filter(
    ({ type }) => type === 'ScheduledRefreshStarted',
  );

describe('a scheduled refresh', () => {
  it('comes when it is due and not before, as `schedule`, and then a day later', async () => {
    const { userId, projectId, demoId } = await scheduledProject('daily');
    await waitingDemo(services, { userId, projectId });
    const due = nextDue('daily', projectId, services.clock.now())!;
    services.clock.advance(due.getTime() - services.clock.now().getTime() - 1);
    await runDue();
    expect(await history(demoId, userId)).toEqual([]);
    services.clock.advance(1);
    await runDue();
    await runDue();
    expect(await history(demoId, userId)).toMatchObject([{ triggered_by: 'schedule', result: 'queued' }]);
    expect((await started(projectId)).map(({ data }) => data)).toMatchObject([
      { dueAt: due.toISOString(), nextDueAt: new Date(due.getTime() + dayMs).toISOString() },
    ]);
    const events = await services.store.readStream(projectStream(projectId));
    expect(events.at(-1)).toMatchObject({ type: 'ScheduledRefreshEnded', data: { queued: 1, overQuota: 0 } });
  });

  it('that was missed for ten days is made up for once', async () => {
    const { userId, projectId, demoId } = await scheduledProject('daily');
    services.clock.advance(10 * dayMs);
    await runDue();
    await runDue();
    expect(await history(demoId, userId)).toHaveLength(1);
    const [only, ...more] = await started(projectId);
    expect(more).toEqual([]);
    const { nextDueAt } = only!.data as { nextDueAt: string };
    expect(Date.parse(nextDueAt)).toBeGreaterThan(services.clock.now().getTime());
  });

  it('leaves out a project that was set to manual or on-deploy, or deleted, before it was due or after it was begun', async () => {
    const projects = await Promise.all([1, 2, 3, 4].map(() => scheduledProject('daily')));
    const [manual, deployed, late, gone] = projects as [
      (typeof projects)[0],
      (typeof projects)[0],
      (typeof projects)[0],
      (typeof projects)[0],
    ];
    await schedule(manual.projectId, manual.userId, 'manual');
    await schedule(deployed.projectId, deployed.userId, 'on-deploy');
    services.clock.advance(dayMs);
    await startDueRefreshes(services);
    await schedule(late.projectId, late.userId, 'manual');
    await deleteProject(services, freshCommand(gone.userId), gone);
    await performAll(services);
    for (const { demoId, userId } of [manual, deployed, late])
      expect(await history(demoId, userId)).toEqual([]);
    expect([await started(manual.projectId), await started(deployed.projectId)]).toEqual([[], []]);
    services.clock.advance(dayMs);
    await runDue();
    expect(await started(gone.projectId)).toHaveLength(1);
  });

  it('queues as many demos as the credits pay for, and says in the history of the others why they were left out', async () => {
    const { userId, projectId, demoId } = await scheduledProject('daily', 'free');
    const demos = [demoId];
    for (let n = 0; n < 6; n++) demos.push(await readyDemo(services, { userId, projectId }));
    // The allowance begins anew on the first of a month. All of this happens within one month.
    services.clock.advance(dayMs);
    await startDueRefreshes(services);
    const [job] = (await queuedJobs(services, scheduledRefreshTask)).filter(
      ({ payload }) => (payload as { projectId: string }).projectId === projectId,
    );
    // The job is performed twice, as it is after a crash at its very end.
    for (let run = 0; run < 2; run++) await perform(scheduledRefreshes(services), job!);
    const histories = await Promise.all(demos.map((id) => history(id, userId)));
    expect(histories.map((entries) => entries.map(({ result }) => result))).toEqual([
      ...Array(3).fill(['queued']),
      ...Array(4).fill(['failed']),
    ]);
    expect(histories[5]).toMatchObject([
      {
        triggered_by: 'schedule',
        old_version: 1,
        new_version: null,
        error: expect.stringMatching(/used up/),
        // It was never queued, so nothing was taken.
        cost_returned: false,
      },
    ]);
    const left = await readDemoDetail(services.sql, demos[5]!, userId);
    expect(left).toMatchObject({ status: 'ready', error: null, latestJob: { status: 'completed' } });
    const ends = (await services.store.readStream(projectStream(projectId))).filter(
      ({ type }) => type === 'ScheduledRefreshEnded',
    );
    expect(ends.map(({ data }) => data)).toMatchObject([{ queued: 3, overQuota: 4 }]);
    await performAll(services);
  });
});

describe('two processes', () => {
  let folder: string;
  let other: DomainServices;
  const workers: Worker[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'showreel-schedule-'));
    other = await openDomain({
      ...services,
      databaseUrl: services.database.url,
      log: createLogger('silent'),
    });
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await other?.doorbell.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('refresh every project once, each demo once, over two weeks of which one was missed', async () => {
    const daily = await Promise.all(Array.from({ length: 8 }, () => scheduledProject('daily')));
    const weekly = await Promise.all(Array.from({ length: 4 }, () => scheduledProject('weekly')));
    for (const by of [services, other])
      workers.push(
        await startWorker({
          sql: by.sql,
          databaseUrl: services.database.url,
          dataDir: folder,
          concurrency: 2,
          tasks: scheduledRefreshes(by),
          log: createLogger('silent'),
        }),
      );
    services.clock.advance(14 * dayMs);
    const begun = await Promise.all([services, other, services, other].map((by) => startDueRefreshes(by)));
    const mine = [...daily, ...weekly];
    expect(begun.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(mine.length);
    await vi.waitFor(async () => expect(await queuedJobs(services, scheduledRefreshTask)).toEqual([]), {
      timeout: 60_000,
    });
    for (const { projectId, demoId, userId } of mine) {
      expect(await started(projectId)).toHaveLength(1);
      expect(await history(demoId, userId)).toMatchObject([{ triggered_by: 'schedule' }]);
    }
    const crontab = await services.sql`
      select identifier from graphile_worker._private_known_crontabs where identifier = ${startDueTask}`;
    expect(crontab).toHaveLength(1);
  });
});
