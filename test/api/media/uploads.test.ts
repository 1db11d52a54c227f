import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accountDecider } from '../../../src/domain/accounts/decide.ts';
import { accountStream } from '../../../src/domain/accounts/events.ts';
import type { PlanId } from '../../../src/domain/accounts/plans.ts';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import type { RequestOptions, TestAnswer } from '../../support/api.ts';
import { setUpUploads } from '../../support/footage.ts';
import { queuedJobs } from '../../support/jobs.ts';
import { freshCommand, openProject, openUser } from '../../support/services.ts';

const { api, clock, footage, projectId } = await setUpUploads();

type Uploaded = { id: string; jobId: string; shareUrl: string; embedUrl: string; videoUrl: string };
const uploaded = (answer: TestAnswer) => answer.body as unknown as Uploaded;

const pathOf = (query: Record<string, string>) =>
  `/api/v1/demos/local-upload?${new URLSearchParams({ project_id: projectId, prompt: 'Our tour', ...query })}`;

const upload = (query: Record<string, string> = {}, options: RequestOptions = {}) =>
  api.request('POST', pathOf(query), {
    body: footage.mp4,
    ...options,
    headers: { 'Content-Type': 'video/mp4', ...options.headers },
  });

const detail = async (id: string) =>
  (await api.request('GET', `/api/v1/demos/${id}`)).body as unknown as Record<string, unknown>;

/** Every stored file, including files that are still being received. */
const files = async () =>
  (await readdir(api.mediaDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe('a video that is taken in', () => {
  test('is a ready demo at once, with every member', async () => {
    const answer = await upload({ title: 'Ten seconds of us' });
    expect(answer.status).toBe(201);
    const { id, jobId, ...urls } = uploaded(answer);
    expect(urls).toEqual({
      status: 'ready',
      shareUrl: `${api.baseUrl}/share/${id}`,
      embedUrl: `${api.baseUrl}/embed/${id}`,
      videoUrl: `${api.baseUrl}/video/${id}.mp4`,
    });
    expect(await detail(id)).toMatchObject({
      id,
      project_id: projectId,
      prompt: 'Our tour',
      title: 'Ten seconds of us',
      status: 'ready',
      source: 'upload',
      version: 1,
      format: 'mp4',
      resolution: '720p',
      duration_ms: 2000,
      video_key: expect.stringContaining(id),
      action_script: null,
      ai_plan: null,
      error: null,
      latestJob: { id: jobId, kind: 'upload', status: 'completed', started_at: expect.any(String) },
      refreshHistory: [],
    });
    const film = await fetch(`${api.baseUrl}/video/${id}.mp4`);
    expect(Buffer.from(await film.arrayBuffer())).toEqual(footage.mp4);
    expect(await queuedJobs(api.services, 'upload.illustrate')).toContainEqual(
      expect.objectContaining({ payload: { demoId: id, origin: expect.anything() } }),
    );
  });

  test('as WebM is served as such, in ranges, under an ETag', async () => {
    const answer = await upload(
      { format: 'webm' },
      { body: footage.webm, headers: { 'Content-Type': 'video/webm; codecs="vp9"' } },
    );
    expect(answer.status).toBe(201);
    const { videoUrl, id } = uploaded(answer);
    expect(videoUrl).toBe(`${api.baseUrl}/video/${id}.webm`);
    const part = await fetch(videoUrl, { headers: { Range: 'bytes=4-9' } });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/webm']);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(footage.webm.subarray(4, 10));
    const etag = part.headers.get('etag')!;
    expect((await fetch(videoUrl, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await fetch(videoUrl.replace('.webm', '.mp4'))).status).toBe(404);
  });

  test('has the duration that the file contains, or the caller’s where the file contains none', async () => {
    const said = uploaded(await upload({ duration_ms: '9999' })).id;
    expect((await detail(said)).duration_ms).toBe(2000);
    const live = { body: footage.liveWebm, headers: { 'Content-Type': 'video/webm' } };
    const given = uploaded(await upload({ format: 'webm', duration_ms: '2100' }, live)).id;
    expect((await detail(given)).duration_ms).toBe(2100);
    const unknown = uploaded(await upload({ format: 'webm', duration_ms: 'null' }, live)).id;
    expect((await detail(unknown)).duration_ms).toBeNull();
  });

  test('can be neither refreshed nor restyled, and a refresh of its project passes it by', async () => {
    const { id } = uploaded(await upload());
    for (const [what, body] of [
      ['refresh', undefined],
      ['restyle', { presentation: {} }],
    ] as const) {
      const answer = await api.request('POST', `/api/v1/demos/${id}/${what}`, { body });
      expect([what, answer.status, answer.body.code]).toEqual([what, 400, 'demo_is_upload']);
    }
    const refresh = await api.request('POST', `/api/v1/projects/${projectId}/refresh`);
    expect(refresh.body).toMatchObject({ queued: 0, jobs: [] });
  });

  test('goes with its files when it is deleted, and with its project', async () => {
    const { id } = uploaded(await upload());
    const other = await openProject(api.services, api.owner.userId);
    const { id: second } = uploaded(await upload({ project_id: other }));
    expect((await api.request('DELETE', `/api/v1/demos/${id}`)).status).toBe(200);
    expect((await api.request('DELETE', `/api/v1/projects/${other}`)).status).toBe(200);
    const removed = (await queuedJobs(api.services, 'media.remove')).map(({ payload }) => payload);
    const origin = { requestId: expect.stringMatching(/^req_/) };
    expect(removed).toEqual([
      { prefix: `demos/${id}/`, origin },
      { prefix: `demos/${second}/`, origin },
    ]);
    expect((await api.request('GET', `/api/v1/demos/${second}`)).status).toBe(404);
  });
});

describe('an upload is refused', () => {
  /** A refused upload leaves no demo and no file, and it is not counted. */
  async function refused(
    query: Record<string, string>,
    options: RequestOptions,
    expected: [status: number, code: string],
  ): Promise<TestAnswer> {
    const state = async () => [
      await files(),
      (await api.request('GET', '/api/v1/usage')).body,
      (await api.services.sql`select count(*) from events`)[0],
    ];
    const before = await state();
    const answer = await upload(query, options);
    expect([answer.status, answer.body.code], answer.text).toEqual(expected);
    expect(await state()).toEqual(before);
    return answer;
  }

  test('without a key (401), with a wrong one (401), with a publishable one (403)', async () => {
    await refused({}, { key: null }, [401, 'unauthorized']);
    await refused({}, { key: 'sr_live_nonsense' }, [401, 'unauthorized']);
    const key = await api.publishableKey();
    await refused({}, { key }, [403, 'publishable_key']);
    await refused({}, { headers: { 'X-API-Key': key } }, [403, 'publishable_key']);
  });

  test.each([
    ['an empty project_id', { project_id: '' }],
    ['an empty prompt', { prompt: '' }],
    ['a prompt of 501 characters', { prompt: '字'.repeat(501) }],
    ['an empty title', { title: '' }],
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['a negative duration', { duration_ms: '-1' }],
    ['a duration above an hour', { duration_ms: '3600001' }],
    ['half a millisecond', { duration_ms: '0.5' }],
    ['a duration in words', { duration_ms: 'long' }],
    ['a duration as a programmer writes it', { duration_ms: '1e3' }],
    ['an unknown format', { format: 'mov' }],
    ['an empty format', { format: '' }],
    ['NUL in the title', { title: 'a\0b' }],
  ])('with %s (400)', async (_what, query) => {
    await refused(query, {}, [400, 'validation_failed']);
  });

  test('without project_id or prompt (400)', async () => {
    for (const query of ['prompt=x', `project_id=${projectId}`]) {
      const path = `/api/v1/demos/local-upload?${query}`;
      const headers = { 'Content-Type': 'video/mp4' };
      expect((await api.request('POST', path, { body: footage.mp4, headers })).status).toBe(400);
    }
  });

  test.each([
    { prompt: 'x' },
    { prompt: '字'.repeat(500) },
    { title: 'x'.repeat(200) },
    { duration_ms: '0' },
    { duration_ms: '3600000' },
    { duration_ms: '' },
  ] as Record<string, string>[])('but not at the edge: %o', async (query) => {
    expect((await upload(query)).status).toBe(201);
  });

  test('for a project that is unknown or somebody else’s (404)', async () => {
    await refused({ project_id: 'proj_unknown' }, {}, [404, 'project_not_found']);
    const theirs = await openProject(api.services, await openUser(api.services));
    await refused({ project_id: theirs }, {}, [404, 'project_not_found']);
  });

  test('by its Content-Type (415)', async () => {
    for (const type of ['text/plain', 'video/quicktime', 'application/octet-stream', 'video/mp4x', '']) {
      await refused({}, { headers: { 'Content-Type': type } }, [415, 'unsupported_media_type']);
    }
  });

  test('where Content-Type, format and content do not agree (415)', async () => {
    await refused({}, { headers: { 'Content-Type': 'video/webm' } }, [415, 'wrong_format']);
    await refused({ format: 'webm' }, {}, [415, 'wrong_format']);
    const webm = { body: footage.webm, headers: { 'Content-Type': 'video/webm' } };
    const answer = await refused({}, webm, [415, 'wrong_format']);
    expect(answer.body.error).toContain('`format`');
  });

  test('by its content (415)', async () => {
    const { mp4, webm, sound, soundWithCover, matroska, quickTime, png, gif } = footage;
    const playlist = (url: string) =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${url}\n#EXT-X-ENDLIST\n`;
    const bodies: Record<string, Buffer> = {
      sound,
      soundWithCover,
      quickTime,
      png,
      gif,
      nothing: Buffer.alloc(0),
      noise: Buffer.alloc(5000, 'showreel'),
      'the head alone': mp4.subarray(0, 32),
      'half of it': mp4.subarray(0, mp4.length / 2),
      'all but the last byte': mp4.subarray(0, -1),
      'a playlist of this service': Buffer.from(playlist(`${api.baseUrl}/api/v1/health`)),
      'a playlist of a file': Buffer.from(playlist('file:///etc/passwd')),
      'a list of files': Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
      'a picture track of noise': withNoise(mp4),
    };
    for (const [what, body] of Object.entries(bodies)) {
      const answer = await upload({}, { body });
      expect([what, answer.status, answer.body.code]).toEqual([what, 415, 'invalid_video']);
    }
    for (const body of [
      matroska,
      webm.subarray(0, webm.length / 2),
      Buffer.from('\x1aE\xdf\xa3', 'latin1'),
    ]) {
      await refused({ format: 'webm' }, { body, headers: { 'Content-Type': 'video/webm' } }, [
        415,
        'invalid_video',
      ]);
    }
  });
});

/** An MP4 whose index is intact and whose media data is overwritten. */
function withNoise(mp4: Buffer): Buffer {
  const copy = Buffer.from(mp4);
  const media = copy.indexOf('mdat') + 4;
  return copy.fill(0xa5, media);
}

describe('plans', () => {
  async function customer(plan: PlanId) {
    const userId = await openUser(api.services, { plan });
    const wanted = { userId, name: 'k', type: 'live', projectId: null, allowedDomains: null } as const;
    const { key } = await issueKey(api.services, freshCommand(userId), wanted);
    return { userId, key, query: { project_id: await openProject(api.services, userId) } };
  }
  const changePlan = (userId: string, plan: PlanId) =>
    api.services.store.execute(freshCommand(), async (unit) => {
      (await unit.load(accountDecider, accountStream(userId))).decide({ type: 'changePlan', plan });
    });
  const usageOf = async (key: string) =>
    (await api.request('GET', '/api/v1/usage', { key })).body as unknown as {
      usage: object;
      creditBalance: number;
    };

  test('without WebM forbid it (403), before anything is read', async () => {
    const { userId, key, query } = await customer('free');
    const webm = { key, body: footage.webm, headers: { 'Content-Type': 'video/webm' } };
    const answer = await upload({ ...query, format: 'webm' }, webm);
    expect([answer.status, answer.body.code]).toEqual([403, 'format_not_in_plan']);
    // A missing record is reported first, as in all operations.
    expect((await upload({ project_id: 'proj_none', format: 'webm' }, webm)).status).toBe(404);
    await changePlan(userId, 'pro');
    expect((await upload({ ...query, format: 'webm' }, webm)).status).toBe(201);
  });

  test('allow a number of uploads a month and no more, also at once; uploads cost no credit and no demo', async () => {
    const { userId, key, query } = await customer('free');
    const one = () => upload(query, { key });
    for (let n = 0; n < 15; n++) expect((await one()).status).toBe(201);
    const atOnce = await Promise.all(Array.from({ length: 12 }, one));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(429)]);
    const last = await one();
    expect([last.status, last.body.code]).toEqual([429, 'quota_exceeded']);
    expect(Number(last.headers.get('retry-after'))).toBe((31 - 19) * 86_400 - 10 * 3600);
    expect(await usageOf(key)).toMatchObject({
      usage: { uploadsThisMonth: 20, uploadsLimit: 20, uploadsRemaining: 0, demosThisMonth: 0 },
      creditBalance: 0,
    });
    const list = await api.request('GET', `/api/v1/demos?project_id=${query.project_id}&limit=100`, { key });
    expect((list.body as unknown as { demos: object[] }).demos).toHaveLength(20);
    expect((await files()).filter((path) => path.includes('.incoming'))).toEqual([]);
    await changePlan(userId, 'unlimited');
    expect((await one()).status).toBe(201);
    await changePlan(userId, 'free');
    clock.advance(12 * 86_400_000);
    expect((await one()).status).toBe(201);
    expect(await usageOf(key)).toMatchObject({ usage: { uploadsThisMonth: 1 } });
  });
});
