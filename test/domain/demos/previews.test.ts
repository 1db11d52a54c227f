import { request as send } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { previewStill } from '../../../src/domain/demos/media-keys.ts';
import { newPreviewId } from '../../../src/domain/demos/preview/previews.ts';
import { putText } from '../../../src/media/text.ts';
import { RecordingFault } from '../../../src/recorder/contract/fault.ts';
import { clearPreviews } from '../../../src/worker/chores/clear-previews.ts';
import { preview } from '../../../src/worker/demo/preview.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { read } from '../../support/operation.ts';
import { performPreview, previewed, queuedPreview } from '../../support/preview.ts';

let api: TestApi;
let hasty: TestApi;
let projectId: string;
beforeAll(async () => {
  [api, hasty] = await Promise.all([startApi({ previewWaitMs: 60_000 }), startApi({ previewWaitMs: 4_000 })]);
  projectId = await projectOf(api);
});
afterAll(async () => {
  await Promise.all([api?.stop(), hasty?.stop()]);
});
beforeEach(() => api.services.sql`delete from previews`);

async function projectOf(of: TestApi): Promise<string> {
  const body = { name: 'Example', url: 'https://example.com/' };
  return read(await of.request('POST', '/api/v1/projects', { body })).body.id!;
}
const ask = (of: TestApi, project_id: string) =>
  of.request('POST', '/api/v1/demos/preview', { body: { project_id, prompt: 'Show the pricing' } });
const rows = (of: TestApi) => of.services.sql`select * from previews`;

test('without a worker the answer is a 503 that says when to try again, and the job is gone', async () => {
  const answer = await ask(hasty, await projectOf(hasty));
  expect([answer.status, answer.body.code]).toEqual([503, 'preview_timeout']);
  expect(answer.headers.get('retry-after')).toBe('10');
  expect(await queuedJobs(hasty.services)).toEqual([]);
  expect(await rows(hasty)).toMatchObject([{ job: null, answer: null }]);
});

test('a worker that comes too late does nothing', async () => {
  let made = 0;
  const asked = ask(hasty, await projectOf(hasty));
  const job = await queuedPreview(hasty);
  await asked;
  const makePreview = async () => {
    made++;
    return previewed;
  };
  await perform(
    [preview({ ...hasty, makePreview, makeFilm: () => Promise.reject(), previewMs: 10_000 })],
    job,
  );
  expect(made).toBe(0);
});

test('a preview whose answer nobody waits for leaves no still', async () => {
  let keys: string[] = [];
  const asked = ask(hasty, await projectOf(hasty));
  await performPreview(hasty, async ({ job }) => {
    keys = previewed.scenes.map((_, index) => previewStill(job.jobId, index + 1).key);
    await asked;
    return previewed;
  });
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(await hasty.media.head(key)).toBeNull();
});

test('a caller that goes stops the worker', async () => {
  const body = JSON.stringify({ project_id: projectId, prompt: 'Show the pricing' });
  const headers = { 'X-API-Key': api.key, 'Content-Type': 'application/json' };
  const sent = send(`${api.baseUrl}/api/v1/demos/preview`, { method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.end(body);
  let reason: unknown;
  await performPreview(api, async ({ signal }) => {
    sent.destroy();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    reason = signal.reason;
    throw reason;
  });
  expect(reason).toMatchObject({ kind: 'cancelled' });
  expect(await rows(api)).toMatchObject([{ job: null, answer: null }]);
});

test('the answer comes also where the doorbell lost the remark', async () => {
  const asked = ask(api, projectId);
  const { payload } = await queuedPreview(api);
  const { previewId } = payload as { previewId: string };
  await delay(300);
  const answer = { fault: { code: 'dns', message: 'No such page.', isOurs: false } };
  await api.services
    .sql`update previews set answer = ${api.services.sql.json(answer)} where id = ${previewId}`;
  expect((await asked).body).toMatchObject({ code: 'dns', error: 'No such page.' });
});

test('a fault of the service itself is a 503 that tells nothing of it', async () => {
  const [answer] = await Promise.all([
    ask(api, projectId),
    performPreview(api, () => Promise.reject(new Error('secret detail'))),
  ]);
  expect([answer.status, answer.body.code]).toEqual([503, 'preview_failed']);
  expect(answer.text).not.toContain('secret');
});

test('a browser that does not start is a 503, and a page that does not answer a 422', async () => {
  const ended = (fault: RecordingFault) =>
    Promise.all([ask(api, projectId), performPreview(api, () => Promise.reject(fault))]);
  const [ours] = await ended(new RecordingFault('browser', 'The browser did not start.'));
  expect([ours.status, ours.body.code]).toEqual([503, 'preview_failed']);
  const [theirs] = await ended(new RecordingFault('refused', 'Nothing answers there.'));
  expect([theirs.status, theirs.body.code]).toEqual([422, 'refused']);
});

test('a database that goes away in between is a clear error and not a hang', async () => {
  const cut = await startApi({ previewWaitMs: 60_000 });
  try {
    const asked = ask(cut, await projectOf(cut));
    await queuedPreview(cut);
    await cut.services.sql.end({ timeout: 0 });
    const { status, body, headers } = await asked;
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
  } finally {
    await cut.stop();
  }
});

test('the stills are removed after an hour, and not before', async () => {
  const { sql, clock } = api.services;
  const [old, young] = [newPreviewId(), newPreviewId()];
  const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
  for (const [id, minutes] of [
    [old, 61],
    [young, 59],
  ] as const) {
    await sql`insert into previews (id, created_at) values (${id}, ${ago(minutes)})`;
    await putText(api.media, previewStill(id, 1).key, 'still');
  }
  await perform([clearPreviews(api.services, api.media)], { task: 'preview.clear', payload: {} });
  expect(await api.media.head(previewStill(old, 1).key)).toBeNull();
  expect((await fetch(`${api.baseUrl}${previewStill(young, 1).url}`)).status).toBe(200);
  expect(await rows(api)).toMatchObject([{ id: young }]);
  expect((await fetch(`${api.baseUrl}${previewStill(old, 1).url}`)).status).toBe(404);
});

test('previews have a limit of their own, 20 a minute', async () => {
  const limited = await startApi({
    config: { limits: { enabled: true, writesPerMinute: 5 } },
    previewWaitMs: 1,
  });
  try {
    const id = await projectOf(limited);
    const answers = [];
    for (let n = 0; n < 21; n++) answers.push(await ask(limited, id));
    expect(answers[0]!.headers.get('ratelimit-limit')).toBe('20');
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 503), 429]);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.stop();
  }
});
