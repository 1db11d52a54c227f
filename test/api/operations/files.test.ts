import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect } from 'vitest';
import { type ShowreelClient, unwrap } from '../../../src/client/index.ts';
import { type RequestOptions, type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { queueDemo } from '../../support/film.ts';
import { type Footage, makeFootage } from '../../support/footage.ts';
import { announce, clientOf, describeOperation, keyed, read } from '../../support/operation.ts';
import { idLike, readyDemo, refusal, text } from './shapes.ts';

let api: TestApi;
let client: ShowreelClient;
let footage: Footage;
let projectId: string;
let uploadedId: string;
/** A user on the free plan with a project. */
let poor: SignedIn & { projectId: string };

beforeAll(async () => {
  [api, footage] = await Promise.all([startApi(), makeFootage()]);
  client = clientOf(api);
  const body = { name: 'Example', url: 'https://example.com/' };
  projectId = (await unwrap(client.POST('/api/v1/projects', { body }))).id;
  uploadedId = read(await upload({})).body.id!;
  const user = await api.signUp();
  const project = read(await user.request('POST', '/api/v1/projects', { body })).body.id!;
  poor = { ...user, projectId: project };
});
afterAll(() => api?.stop());

const uploadPath = (query: Record<string, string>) =>
  `/api/v1/demos/local-upload?${new URLSearchParams({ project_id: projectId, prompt: 'Ours', ...query })}`;
function upload(query: Record<string, string>, options: RequestOptions = {}, as: TestApi | SignedIn = api) {
  const headers = { 'Content-Type': 'video/mp4', ...options.headers };
  return as.request('POST', uploadPath(query), { body: footage.mp4, ...options, headers });
}
const refused = async (code: string, answer: Promise<{ body: object }>) =>
  expect((await answer).body).toEqual(refusal(code));
const video = { 'Content-Type': 'video/mp4' };

describeOperation('uploads_video', {
  '201: it is ready at once, with every address': async () => {
    const { body } = read(await upload({ title: 'Pricing', duration_ms: '2000' }));
    expect(body).toMatchObject({ id: idLike('demo'), status: 'ready', jobId: idLike('job') });
    expect(body).toMatchObject({
      shareUrl: `${api.baseUrl}/share/${body.id}`,
      embedUrl: `${api.baseUrl}/embed/${body.id}`,
      videoUrl: `${api.baseUrl}/video/${body.id}.mp4`,
    });
    const params = { path: { id: body.id! } };
    expect(await unwrap(client.GET('/api/v1/demos/{id}', { params }))).toMatchObject({
      ...readyDemo,
      source: 'upload',
      prompt: 'Ours',
      title: 'Pricing',
      duration_ms: 2000,
      action_script: null,
      ai_plan: null,
      snapshots: null,
      recording_log: null,
      presentation: null,
      gif_key: null,
      thumbnail_key: null,
      duration_target: null,
      resolution: '720p',
      warnings: [],
      urls: {
        share: body.shareUrl,
        embed: body.embedUrl,
        video: body.videoUrl,
        gif: null,
        thumbnail: null,
        captions: null,
        chapters: null,
      },
    });
  },
  '400: the error names what is missing or wrong': async () => {
    for (const [member, value] of [
      ['project_id', ''],
      ['prompt', ''],
      ['title', ''],
      ['duration_ms', '1.5'],
      ['duration_ms', 'soon'],
      ['format', 'avi'],
    ] as const) {
      const { status, body } = await upload({ [member]: value });
      expect([status, body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '401: without a key': () => refused('unauthorized', upload({}, { key: null })),
  '403: a publishable key': async () => {
    const headers = { 'X-API-Key': await api.publishableKey() };
    expect((await upload({}, { headers })).status).toBe(403);
  },
  '403: a format that the plan does not have': () =>
    refused(
      'format_not_in_plan',
      upload(
        { project_id: poor.projectId, format: 'webm' },
        { body: footage.webm, headers: { 'Content-Type': 'video/webm' } },
        poor,
      ),
    ),
  '404: an unknown project': () => refused('project_not_found', upload({ project_id: 'proj_unknown' })),
  '409: another upload with the same Idempotency-Key': async () => {
    expect((await upload({}, { headers: keyed('one film') })).status).toBe(201);
    await refused('idempotency_key_reused', upload({ prompt: 'Another' }, { headers: keyed('one film') }));
  },
  '411: without a length': async () => {
    expect((await announce(api, uploadPath({}), video)).body).toEqual(refusal('length_required'));
  },
  '413: a byte more than allowed': async () => {
    const headers = { ...video, 'Content-Length': String(200 * 2 ** 20 + 1) };
    expect((await announce(api, uploadPath({}), headers)).body).toEqual(refusal('body_too_large'));
  },
  '415: a wrong Content-Type, format or content': async () => {
    const { webm, png } = footage;
    for (const [query, options] of [
      [{}, { headers: { 'Content-Type': 'text/plain' } }],
      [{ format: 'webm' }, {}],
      [{}, { body: webm }],
      [{}, { body: png }],
    ] as const)
      expect((await upload(query, options)).status).toBe(415);
  },
  '429: the uploads of the month are used up': async () => {
    const query = { project_id: poor.projectId };
    for (let n = 1; n <= 20; n++) expect((await upload(query, {}, poor)).status).toBe(201);
    await refused('quota_exceeded', upload(query, {}, poor));
  },
});

const vtt = (words: string) => `WEBVTT\n\n00:00.500 --> 00:01.500\n${words}\n`;
const giveTracks = (id: string, body: object) => api.request('PUT', `/api/v1/demos/${id}/tracks`, { body });

describeOperation('uploads_tracks', {
  '200: captions, and later chapters, at their addresses and in the player': async () => {
    const { body: uploaded } = await upload({});
    const id = uploaded.id!;
    expect(await giveTracks(id, { captions: vtt('The prices') })).toMatchObject({
      status: 200,
      body: { id, tracks: ['captions'] },
    });
    const page = async () => (await fetch(`${api.baseUrl}/share/${id}`)).text();
    expect([...(await page()).matchAll(/<track kind="(\w+)"/g)].map(([, kind]) => kind)).toEqual([
      'captions',
    ]);
    await giveTracks(id, { captions: vtt('All prices'), chapters: vtt('Prices') });
    const { urls } = (await api.request('GET', `/api/v1/demos/${id}`)).body as unknown as {
      urls: { captions: string; chapters: string };
    };
    const captions = await fetch(urls.captions);
    expect([captions.headers.get('content-type'), await captions.text()]).toEqual([
      'text/vtt; charset=utf-8',
      vtt('All prices'),
    ]);
    expect(await (await fetch(urls.chapters)).text()).toBe(vtt('Prices'));
    expect([...(await page()).matchAll(/<track kind="(\w+)"/g)].map(([, kind]) => kind)).toEqual([
      'captions',
      'chapters',
    ]);
  },
  '400: neither, or a text that is no WebVTT': async () => {
    for (const [body, member] of [
      [{}, 'captions'],
      [{ captions: 'The prices' }, 'captions'],
      [{ captions: vtt('The prices'), chapters: 'WEBVTT' }, 'chapters'],
      [{ chapters: `${vtt('x')}${'x'.repeat(200_000)}` }, 'chapters'],
    ] as const) {
      const { status, body: said } = await giveTracks(uploadedId, body);
      expect([status, said.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '400: a generated demo': async () =>
    refused('demo_is_generated', giveTracks((await queueDemo(api)).id, { captions: vtt('x') })),
  '404: an unknown demo': () => refused('demo_not_found', giveTracks('demo_unknown', { captions: vtt('x') })),
});

const assetPath = (id: string, type = 'thumbnail') => `/api/v1/demos/${id}/local-assets?type=${type}`;
const png = { 'Content-Type': 'image/png' };
const gif = { 'Content-Type': 'image/gif' };
const asset = (path: string, options: RequestOptions = {}) =>
  api.request('POST', path, { body: footage.png, ...options, headers: { ...png, ...options.headers } });

describeOperation('uploads_asset', {
  '201: a thumbnail or a GIF, and its public address': async () => {
    const id = uploadedId;
    const thumbnail = await asset(assetPath(id));
    expect(thumbnail.body).toEqual({ id, type: 'thumbnail', url: `${api.baseUrl}/thumb/${id}.png` });
    const moving = await asset(assetPath(id, 'gif'), { body: footage.gif, headers: gif });
    expect(moving.body).toEqual({ id, type: 'gif', url: `${api.baseUrl}/gif/${id}.gif` });
  },
  '400: no type, or an invalid one': async () => {
    for (const type of ['', 'video']) {
      const { status, body } = await asset(assetPath(uploadedId, type));
      expect([status, body.error]).toEqual([400, expect.stringContaining('`type`')]);
    }
  },
  '400: a generated demo': async () =>
    refused('demo_is_generated', asset(assetPath((await queueDemo(api)).id))),
  '401: without a key': () => refused('unauthorized', asset(assetPath(uploadedId), { key: null })),
  '403: a publishable key': async () => {
    const headers = { 'X-API-Key': await api.publishableKey() };
    expect((await asset(assetPath(uploadedId), { headers })).status).toBe(403);
  },
  '404: an unknown demo': () => refused('demo_not_found', asset(assetPath('demo_unknown'))),
  '409: another picture with the same Idempotency-Key': async () => {
    const [path, headers] = [assetPath(uploadedId), keyed('one picture')];
    expect((await asset(path, { headers })).status).toBe(201);
    await refused('idempotency_key_reused', asset(path, { headers, body: footage.otherPng }));
  },
  '411: without a length': async () => {
    const { body } = await announce(api, assetPath(uploadedId), png);
    expect(body).toEqual(refusal('length_required'));
  },
  '413: a thumbnail one byte over 5 MB, or a GIF one byte over 25 MB': async () => {
    for (const [path, type, limit] of [
      [assetPath(uploadedId), png, 5],
      [assetPath(uploadedId, 'gif'), gif, 25],
    ] as const) {
      const headers = { ...type, 'Content-Length': String(limit * 2 ** 20 + 1) };
      expect((await announce(api, path, headers)).body).toEqual(refusal('body_too_large'));
    }
  },
  '415: a wrong Content-Type or content': async () => {
    for (const [type, options] of [
      ['thumbnail', { headers: gif }],
      ['thumbnail', { body: footage.gif }],
      ['gif', { headers: gif }],
      ['gif', { headers: gif, body: footage.stillGif }],
    ] as const)
      expect((await asset(assetPath(uploadedId, type), options)).status).toBe(415);
  },
});

const picture = async (color: string, name = 'file') => {
  const canvas = createCanvas(4, 4);
  const pen = canvas.getContext('2d');
  pen.fillStyle = color;
  pen.fillRect(0, 0, 4, 4);
  const form = new FormData();
  form.append(name, new Blob([(await canvas.encode('png')) as BlobPart]), 'sky.png');
  return form;
};
const keep = (body: unknown, options: RequestOptions = {}) =>
  api.request('POST', '/api/v1/backgrounds/upload', { ...options, body });

describeOperation('backgrounds_upload', {
  '201: the id, the key, and the address for a presentation': async () => {
    const { body } = read(await keep(await picture('red')));
    expect(body).toEqual({ id: idLike('bg'), key: text, imageUrl: expect.stringMatching(/^http/) });
    expect((await fetch(body.imageUrl!)).status).toBe(200);
    const presentation = { background: { imageUrl: body.imageUrl } };
    const wish = { project_id: projectId, prompt: 'x', presentation };
    expect((await api.request('POST', '/api/v1/demos', { body: wish })).status).toBe(202);
  },
  '400: no file, a file of another name, or a file that is no picture': async () => {
    const text = new FormData();
    text.append('file', new Blob(['hello']), 'sky.png');
    for (const body of [new FormData(), await picture('red', 'image'), text])
      expect((await keep(body)).body).toEqual(refusal('invalid_file'));
  },
  '401: with a publishable key': async () => {
    const headers = { 'X-API-Key': await api.publishableKey() };
    expect((await keep(await picture('red'), { headers })).status).toBe(401);
  },
  '409: another picture with the same Idempotency-Key': async () => {
    const headers = keyed('one background');
    expect((await keep(await picture('red'), { headers })).status).toBe(201);
    await refused('idempotency_key_reused', keep(await picture('blue'), { headers }));
  },
});

describeOperation('backgrounds_list', {
  '200: the catalogue, then the user’s own backgrounds': async () => {
    const { id } = read(await keep(await picture('green'))).body;
    const { backgrounds } = await unwrap(client.GET('/api/v1/backgrounds'));
    const kind = expect.stringMatching(/^(color|gradient|image)$/);
    for (const one of backgrounds)
      expect(one).toEqual({ id: text, name: text, kind, value: text, previewUrl: text });
    expect(backgrounds.find((one) => one.id === id)).toMatchObject({ kind: 'image', name: 'sky' });
    expect(backgrounds.filter((one) => one.kind !== 'image').length).toBeGreaterThan(3);
  },
});

describeOperation('backgrounds_delete', {
  '200: it is deleted': async () => {
    const { id } = read(await keep(await picture('grey'))).body;
    const params = { path: { id: id! } };
    expect(await unwrap(client.DELETE('/api/v1/backgrounds/{id}', { params }))).toEqual({ ok: true });
    await refused('background_not_found', api.request('DELETE', `/api/v1/backgrounds/${id}`));
  },
  '404: an unknown background, or one of the catalogue': async () => {
    for (const id of ['bg_unknown', 'midnight'])
      await refused('background_not_found', api.request('DELETE', `/api/v1/backgrounds/${id}`));
  },
});
