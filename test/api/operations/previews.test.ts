import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { seenPage } from '../../../src/domain/demos/media-keys.ts';
import { RecordingFault } from '../../../src/recorder/contract/fault.ts';
import type { MakeFilm } from '../../../src/worker/film/film.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { describeOperation, read } from '../../support/operation.ts';
import { performPreview, previewed, seen } from '../../support/preview.ts';
import { readyDemo } from '../../support/ready-demo.ts';
import { refusal } from './shapes.ts';

let api: TestApi;
let projectId: string;

beforeAll(async () => {
  api = await startApi({ previewWaitMs: 15_000 });
  projectId = await projectOf(api);
});
afterAll(() => api?.stop());

async function projectOf(of: Pick<TestApi, 'request'>): Promise<string> {
  const body = { name: 'Example', url: 'https://example.com/' };
  return read(await of.request('POST', '/api/v1/projects', { body })).body.id!;
}

const ask = (wish: object = {}, as: Pick<TestApi, 'request'> = api) =>
  as.request('POST', '/api/v1/demos/preview', {
    body: { project_id: projectId, prompt: 'Show the pricing', ...wish },
  });

const compare = (id: string, project_id = projectId, as: Pick<TestApi, 'request'> = api) =>
  as.request('POST', `/api/v1/demos/${id}/compare`, { body: { project_id } });
const ready = () => readyDemo(api.services, { userId: api.owner.userId, projectId });

/** What a worker sees of a page with this price. */
const page = (price: string) => ({
  url: 'https://example.com/',
  title: 'Example',
  sections: [{ kind: 'pricing', heading: 'Pricing', text: `It costs ${price} a month, for all of you` }],
  controls: [],
});

/** Compares a demo whose film saw one page with another page; null is a page that could not be described. */
async function compared(before: ReturnType<typeof page>, now: ReturnType<typeof page> | null) {
  const id = await ready();
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const kept = seenPage(id, 1);
  const remembered = JSON.stringify({ page: before, viewport: 'desktop', watermark: false, said: [] });
  for (const [key, content] of [
    [kept.descriptionKey, remembered],
    [kept.pictureKey, picture],
  ] as const) {
    const path = join(api.mediaDir, `draft-${id}`);
    await writeFile(path, content);
    await api.media.putFile(key, path);
  }
  const look: MakeFilm = async ({ onSeen, onRecording }) => {
    if (now)
      await onSeen(
        { description: now, picture },
        async () => [],
        async () => true,
      );
    await onRecording();
    throw new Error('more than a look');
  };
  const [{ status, body }] = await Promise.all([compare(id), performPreview(api, undefined, look)]);
  expect(status, JSON.stringify(body)).toBe(200);
  return { id, body };
}

describeOperation('demos_preview', {
  '200: the plan, the script, and the address of a still of each scene': async () => {
    const [{ status, body }] = await Promise.all([ask(), performPreview(api)]);
    const { title, aiPlan, script, durationMs, unmet, warnings } = previewed;
    const stillUrl = expect.stringMatching(
      new RegExp(`^${api.baseUrl}/preview/prev_[0-9a-f]{32}-\\d\\.jpg$`),
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        title,
        ai_plan: aiPlan,
        action_script: script,
        scenes: previewed.scenes.map(({ still: _, ...scene }) => ({ ...scene, stillUrl })),
        durationMs,
        page: null,
        unmet,
        warnings,
      },
    });
    const { scenes } = body as unknown as { scenes: { stillUrl: string }[] };
    const stills = await Promise.all(scenes.map(async (one) => (await fetch(one.stillUrl)).text()));
    expect(stills).toEqual(['one', 'two']);
  },
  '400: what POST /demos refuses': async () => {
    const away = { title: 'Away', steps: [{ type: 'navigate', url: 'https://elsewhere.example/' }] };
    for (const [wish, named] of [
      [{ prompt: '' }, '`prompt`'],
      [{ duration_target: '1h' }, '`duration_target`'],
      [{ action_script: { title: 'x', steps: [] } }, '`action_script.steps`'],
      [{ progress_id: 'a b' }, '`progress_id`'],
      [{ action_script: away }, '`action_script.steps[0].url`'],
    ] as const) {
      const { status, body } = await ask(wish);
      expect([status, body.error]).toEqual([400, expect.stringContaining(named)]);
    }
  },
  '403: a format that the plan does not have': async () => {
    const user = await api.signUp();
    const wish = { project_id: await projectOf(user), format: 'webm' };
    expect((await ask(wish, user)).body).toEqual(refusal('format_not_in_plan'));
  },
  '404: a project that is not there, or somebody else’s': async () => {
    const user = await api.signUp();
    for (const project_id of ['proj_unknown', await projectOf(user)])
      expect((await ask({ project_id })).body).toEqual(refusal('project_not_found'));
  },
  '422: a page that cannot be opened, with the reason': async () => {
    const fault = new RecordingFault(
      'dns',
      'The page could not be found: there is no address for x.example.',
    );
    const [answer] = await Promise.all([ask(), performPreview(api, () => Promise.reject(fault))]);
    expect(answer.body).toEqual({ ...refusal('dns'), error: fault.message });
  },
});

describeOperation('demos_previewProgress', {
  '200: what was seen of the page, before the preview is there and after it': async () => {
    const progress_id = 'a-word-of-my-own-1';
    const look = async (as: Pick<TestApi, 'request'> = api) =>
      (await as.request('GET', `/api/v1/previews/${progress_id}`)).body;
    expect(await look()).toEqual({ page: null });
    const { picture: _, ...outline } = seen;
    const pictureUrl = expect.stringMatching(/\/preview\/prev_[0-9a-f]{32}-0\.jpg$/);
    const page = { ...outline, pictureUrl };
    const during: unknown[] = [];
    const [{ body }] = await Promise.all([
      ask({ progress_id }),
      performPreview(api, async ({ onSeen }) => {
        onSeen(seen);
        await expect.poll(() => look()).toEqual({ page });
        during.push(await look(await api.signUp()));
        return previewed;
      }),
    ]);
    // Nobody else sees it, whatever they call theirs.
    expect(during).toEqual([{ page: null }]);
    expect([body.page, await look()]).toEqual([page, { page }]);
    expect(await (await fetch((body.page as unknown as { pictureUrl: string }).pictureUrl)).text()).toBe(
      'page',
    );
  },
  '400: an id that is none': async () => {
    const { status, body } = await api.request('GET', '/api/v1/previews/a%20b');
    expect([status, body.error]).toEqual([400, expect.stringContaining('`progress_id`')]);
  },
});

describeOperation('demos_compare', {
  '200: what differs from what the film saw, with a picture of both': async () => {
    const { id, body } = await compared(page('$4'), page('$5'));
    expect(body).toEqual({
      unchanged: false,
      changes: [
        { change: 'reworded', section: 'Pricing', before: expect.any(String), after: expect.any(String) },
      ],
      before_url: `${api.baseUrl}/page/${id}-1.jpg`,
      after_url: expect.stringMatching(/\/preview\/prev_[0-9a-f]{32}-0\.jpg$/),
    });
    for (const url of [body.before_url, body.after_url]) expect((await fetch(url!)).status).toBe(200);
    expect((await compared(page('$4'), page('$4'))).body).toMatchObject({ unchanged: true, changes: [] });
    // The page could not be described: nobody knows.
    expect((await compared(page('$4'), null)).body).toMatchObject({ unchanged: false, changes: null });
  },
  '400: a demo that has no film': async () => {
    const body = { project_id: projectId, prompt: 'Show it' };
    const { id } = read(await api.request('POST', '/api/v1/demos', { body })).body;
    expect((await compare(id!)).body).toEqual(refusal('demo_has_no_script'));
  },
  '404: a demo or a project that is not there, or somebody else’s': async () => {
    const id = await ready();
    const user = await api.signUp();
    expect((await compare('demo_unknown')).body).toEqual(refusal('demo_not_found'));
    expect((await compare(id, await projectOf(user), user)).body).toEqual(refusal('demo_not_found'));
    expect((await compare(id, await projectOf(user))).body).toEqual(refusal('project_not_found'));
  },
  '422: a page that cannot be opened, with the reason': async () => {
    const id = await ready();
    const fault = new RecordingFault('dns', 'There is no address for x.example.');
    const [answer] = await Promise.all([
      compare(id),
      performPreview(api, undefined, () => Promise.reject(fault)),
    ]);
    expect(answer.body).toEqual({ ...refusal('dns'), error: fault.message });
  },
});
