import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reportPlan, reportPublished, startGeneration } from '../../../src/domain/demos/jobs/generation.ts';
import { refreshDemo, restyleDemo } from '../../../src/domain/demos/jobs/requeue.ts';
import { demosProjection } from '../../../src/domain/demos/projections/demos.ts';
import { planOfSupplied } from '../../../src/domain/demos/supplied.ts';
import { readDemo } from '../../../src/domain/demos/views/read-demo.ts';
import { upcasters } from '../../../src/domain/index.ts';
import type { StepLog } from '../../../src/recorder/contract/take-frame.ts';
import { readUserFlow } from '../../../src/recorder/contract/user-flow.ts';
import { rebuild, verifyProjection } from '../../../src/store/index.ts';
import { waitingDemo } from '../../support/ready-demo.ts';
import {
  freshCommand,
  openProject,
  openUser,
  type TestServices,
  testServices,
} from '../../support/services.ts';

/** Members as somebody else's program wrote them: not in our order, and not all of them known to us. */
const written = JSON.stringify({
  title: 'Buy',
  exportedBy: 'Recorder 1.2',
  steps: [
    { type: 'navigate', url: 'https://example.com/' },
    { type: 'click', target: 'main', selectors: [['#buy']], offsetY: 4, offsetX: 8, note: 'once' },
  ],
});
const line: StepLog = {
  step: 0,
  type: 'navigate',
  intent: null,
  startMs: 0,
  endMs: 100,
  status: 'ok',
  selector: null,
  message: null,
};

let services: TestServices;
let owner: { userId: string; projectId: string };
let demo: { demoId: string; userId: string };
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());
beforeEach(async () => {
  const userId = await openUser(services, { plan: 'free', credits: 3 });
  owner = { userId, projectId: await openProject(services, userId) };
  const { demoId, jobId } = await waitingDemo(services, owner, readUserFlow(written));
  demo = { demoId, userId };
  await film(jobId);
});

/** What a worker says of a film that went as its script says. */
async function film(jobId: string): Promise<void> {
  const job = (await startGeneration(services, jobId))!;
  if (job.kind === 'generate') await reportPlan(services, job, planOfSupplied(job.script!));
  await reportPublished(services, job, {
    videoKey: 'v',
    gifKey: 'g',
    thumbnailKey: 't',
    durationMs: 5000,
    snapshots: [{ timeMs: 1200, key: 'k', url: '/snapshot/k', label: 'Start' }],
    recordingLog: [line],
    title: null,
    script: job.script!,
  });
}

const restyle = async () =>
  film((await restyleDemo(services, freshCommand(demo.userId), { ...demo, presentation: {} })).jobId);

async function texts() {
  const { action_script, ai_plan, presentation, snapshots, recording_log } = await readDemo(
    services.sql,
    demo.demoId,
    demo.userId,
  );
  return { action_script, ai_plan, presentation, snapshots, recording_log };
}

const options = () => ({
  sql: services.sql,
  upcasters,
  keys: services.subjectKeys,
  projection: demosProjection,
});
const differences = async () => (await verifyProjection(options())).differences;

it('a script stays as its owner wrote it, and so does all that is told of it, when it is filmed again', async () => {
  const first = await texts();
  expect(first.action_script).toBe(written);
  await restyle();
  expect(await texts()).toEqual(first);
  const wish = { ...demo, triggeredBy: 'api' as const };
  await film((await refreshDemo(services, freshCommand(demo.userId), wish)).jobId);
  expect(await texts()).toEqual(first);
});

it('the read model is what the log says, and to the letter the same where it is built anew', async () => {
  await restyle();
  const before = await texts();
  expect(await differences()).toEqual([]);
  await rebuild(options());
  expect(await texts()).toEqual(before);
  expect(await differences()).toEqual([]);
});

it('one that was written in another order is the same, and a forged one is named', async () => {
  const { sql } = services;
  const { demoId } = demo;
  await sql`update demos set action_script = action_script::jsonb::text, ai_plan = ai_plan::jsonb::text where id = ${demoId}`;
  expect((await texts()).action_script).not.toBe(written);
  expect(await differences()).toEqual([]);
  await sql`update demos set action_script = replace(action_script, '#buy', '#sell') where id = ${demoId}`;
  expect(await differences()).toMatchObject([
    { table: 'demos', rows: [{ key: { id: demoId } }], more: false },
  ]);
  await rebuild(options());
  expect((await texts()).action_script).toBe(written);
});
