import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import { isSignedWith, lendingFlow, type ShedSite, shedSite } from '../support/shed-site.ts';
import { startService, type TestService } from './service.ts';

let shed: ShedSite;
let service: TestService;
beforeAll(async () => {
  shed = await shedSite();
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await shed?.close();
});

test('each film finds the application as the first one did, and a refresh that sees no change up to the deed leaves it undone', {
  timeout: 480_000,
}, async () => {
  const wish = { action_script: lendingFlow(shed.url), duration_target: '5s' };
  const { id } = await service.createDemo(`${shed.url}/`, wish);
  const first = await service.settled(id, 60_000);
  expect(first).toMatchObject({ status: 'ready', error: null });
  expect(first.warnings).toMatchObject([{ code: 'changes_data_without_reset' }]);
  const { steps } = JSON.parse(first.action_script!) as ActionScript;
  expect(steps.map(({ showreel }) => showreel?.writes ?? false)).toEqual([false, false, false, true, false]);
  expect(shed).toMatchObject({ loans: ['Ada'], writes: 1, resets: [] });

  const path = `/api/v1/projects/${first.project_id}/reset`;
  const set = await service.request('PUT', path, { url: `${shed.url}/reset` });
  const { secret } = set.body as { secret: string };
  const refresh = async () => {
    expect((await service.request('POST', `/api/v1/demos/${id}/refresh`)).status).toBe(202);
    return service.settled(id, 60_000);
  };

  const same = await refresh();
  expect(same).toMatchObject({ version: 1, error: null, warnings: [] });
  expect(same.refreshHistory[0]).toMatchObject({ result: 'completed', new_version: 1, changes: [] });
  expect(shed).toMatchObject({ loans: [], writes: 1 });
  const [call] = shed.resets;
  expect([shed.resets.length, call?.demo, isSignedWith(secret, call!)]).toEqual([1, id, true]);
  const { projectId, demoId, jobId } = JSON.parse(call!.body) as Record<string, string>;
  expect([projectId, demoId, jobId]).toEqual([first.project_id, id, same.latestJob?.id]);

  // What lies behind the deed cannot be told, and a press that has begun to write writes nothing off camera.
  shed.says.thanks = 'It is yours';
  shed.isEager = true;
  expect(await refresh()).toMatchObject({ version: 1, error: null });
  shed.isEager = false;
  expect([shed.writes, shed.resets.length]).toEqual([1, 2]);

  shed.says.rules = 'Bring it back on Monday.';
  const changed = await refresh();
  expect(changed).toMatchObject({ version: 2, error: null });
  expect(JSON.stringify(changed.refreshHistory[0]?.changes)).toContain('Monday');
  expect(shed).toMatchObject({ loans: ['Ada'], writes: 2 });
  expect(shed.resets).toHaveLength(3);

  const restyled = await service.request('POST', `/api/v1/demos/${id}/restyle`, {
    presentation: { background: 'midnight' },
    retake: true,
  });
  expect(restyled.status).toBe(202);
  expect(await service.settled(id, 60_000)).toMatchObject({ version: 3, error: null });
  expect(shed).toMatchObject({ loans: ['Ada'], writes: 3 });
  expect(shed.resets).toHaveLength(4);
});

test('a reset that fails is tried again with each attempt, and then the job fails with its status and without the secret', {
  timeout: 480_000,
}, async () => {
  const project = await service.request('POST', '/api/v1/projects', { name: 'Shut', url: `${shed.url}/` });
  const { id: projectId } = project.body as { id: string };
  const set = await service.request('PUT', `/api/v1/projects/${projectId}/reset`, {
    url: `${shed.url}/reset?key=hush`,
    method: 'PUT',
  });
  const { secret } = set.body as { secret: string };
  const before = shed.resets.length;
  shed.says.resetStatus = 503;
  const created = await service.request('POST', '/api/v1/demos', {
    project_id: projectId,
    prompt: 'Lend a ladder',
  });
  const demo = await service.settled((created.body as { id: string }).id, 60_000);
  expect(demo.status).toBe('failed');
  expect(demo.error).toContain(`PUT ${shed.url}/reset: it answered with status 503: “The shed is shut”`);
  expect(shed.resets).toHaveLength(before + 3);
  const told = await service.services.sql`
    select data::text from events where stream like 'demo-%' union all select row(demos.*)::text from demos
    union all select row(demo_jobs.*)::text from demo_jobs union all select row(job_progress.*)::text from job_progress`;
  expect(JSON.stringify(told)).not.toContain('hush');
  expect(JSON.stringify(told)).not.toContain(secret);
});
