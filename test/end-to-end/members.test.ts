import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { member, membersSite, signInFlow } from '../support/members-site.ts';
import { startService, type TestService } from './service.ts';

let site: Awaited<ReturnType<typeof membersSite>>;
let service: TestService;
beforeAll(async () => {
  site = await membersSite();
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

test('a page behind a sign-in is planned and filmed, and neither the password nor what is hidden is stored in the open', {
  timeout: 480_000,
}, async () => {
  const url = `${site.url}/nests`;
  const project = await service.request('POST', '/api/v1/projects', { name: 'Heron', url });
  const { id: projectId } = project.body as { id: string };
  const login = { script: signInFlow(site.url), mask_selectors: ['.account'] };
  expect((await service.request('PUT', `/api/v1/projects/${projectId}/login`, login)).status).toBe(200);
  const created = await service.request('POST', '/api/v1/demos', {
    project_id: projectId,
    prompt: 'Show the nests and the account',
    resolution: '720p',
    duration_target: '5s',
  });
  const demo = await service.settled((created.body as { id: string }).id, 80_000);
  expect(demo).toMatchObject({ status: 'ready', error: null });
  expect(demo.title).toMatch(/nests/i);
  expect(site.seen).toEqual(expect.arrayContaining(['signed in', 'nests']));
  expect(site.seen).not.toContain('turned away');
  const { sql } = service.services;
  const told = await sql`
    select data::text from events union all select row(demos.*)::text from demos
    union all select row(demo_jobs.*)::text from demo_jobs union all select row(job_progress.*)::text from job_progress`;
  const page = await readFile(join(service.dataDir, 'media/demos', demo.id, 'pages/1.json'), 'utf8');
  expect(page).toContain('Three herons');
  for (const secret of [member.password, 'DE44'])
    expect(JSON.stringify([told, demo, page])).not.toContain(secret);
});

test('what is hidden is stored nowhere either where the film fails', {
  timeout: 480_000,
}, async () => {
  const url = `${site.url}/ledger`;
  const project = await service.request('POST', '/api/v1/projects', { name: 'Ledger', url });
  const { id: projectId } = project.body as { id: string };
  await service.request('PUT', `/api/v1/projects/${projectId}/login`, { mask_selectors: ['.account'] });
  const identity = {
    // This is what an earlier film would have recorded.
    tag: 'button',
    role: 'button',
    name: '•••',
    text: '•••',
    attributes: { name: 'first' },
    heading: 'Ledger',
    region: '',
    near: [],
    path: 'button>p>body',
    lang: 'en',
    twins: [],
    others: [],
    place: { index: 0, count: 2 },
    peers: 2,
    box: { x: 0, y: 100, width: 200, height: 20 },
  };
  const created = await service.request('POST', '/api/v1/demos', {
    project_id: projectId,
    prompt: 'Copy the number',
    resolution: '720p',
    duration_target: '5s',
    action_script: {
      title: 'Copy',
      steps: [
        { type: 'navigate', url },
        { type: 'click', selectors: [['#copy']], offsetX: 4, offsetY: 4, showreel: { identity } },
        { type: 'click', selectors: [['#gone']], offsetX: 4, offsetY: 4 },
      ],
    },
  });
  const demo = await service.settled((created.body as { id: string }).id, 50_000);
  expect(demo.status).toBe('failed');
  expect(demo.error).toContain('no longer has the element');
  expect(JSON.parse(demo.recording_log!)[1]).toMatchObject({ status: 'healed' });
  const told = await service.services.sql`
    select data::text from events union all select row(demos.*)::text from demos`;
  expect(JSON.stringify([told, demo])).not.toMatch(/5001 051[78]/);
});

test('what is hidden on a later page is stored nowhere either, and the film can be made again without it', {
  timeout: 480_000,
}, async () => {
  const url = `${site.url}/sign-in`;
  const project = await service.request('POST', '/api/v1/projects', { name: 'Later', url });
  const { id: projectId } = project.body as { id: string };
  await service.request('PUT', `/api/v1/projects/${projectId}/login`, { mask_selectors: ['.account'] });
  const created = await service.request('POST', '/api/v1/demos', {
    project_id: projectId,
    prompt: 'Copy the number',
    resolution: '720p',
    duration_target: '5s',
    action_script: {
      title: 'Copy',
      steps: [
        { type: 'navigate', url },
        { type: 'navigate', url: `${site.url}/ledger` },
        { type: 'click', selectors: [['.account > button:nth-of-type(2)']], offsetX: 4, offsetY: 4 },
      ],
    },
  });
  const { id } = created.body as { id: string };
  const demo = await service.settled(id, 50_000);
  expect(demo).toMatchObject({ status: 'ready', error: null });
  const told = await service.services.sql`
    select data::text from events union all select row(demos.*)::text from demos`;
  expect(JSON.stringify([told, demo])).not.toMatch(/5001 051[78]/);

  const dress = { presentation: { background: 'midnight' } };
  expect((await service.request('POST', `/api/v1/demos/${id}/restyle`, dress)).status).toBe(202);
  expect(await service.settled(id, 50_000)).toMatchObject({ status: 'ready', error: null, version: 2 });
});
