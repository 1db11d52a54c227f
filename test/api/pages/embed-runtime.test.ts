import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountDecider } from '../../../src/domain/accounts/decide.ts';
import { accountStream } from '../../../src/domain/accounts/events.ts';
import { demoDecider } from '../../../src/domain/demos/decide.ts';
import { demoStream } from '../../../src/domain/demos/events.ts';
import { type RuntimePayload, runtimeSignature, signRuntimeEmbed } from '../../../src/signing/index.js';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo } from '../../support/film.ts';
import { freshCommand } from '../../support/services.ts';

let api: TestApi;
let projectId: string;
let signingSecret: string;
beforeAll(async () => {
  api = await startApi();
  ({ projectId, signingSecret } = await newProject('https://example.com/'));
});
afterAll(() => api?.stop());

async function newProject(url: string) {
  const { body } = await api.request('POST', '/api/v1/projects', { body: { name: 'Site', url } });
  return { projectId: String(body.id), signingSecret: String(body.signing_secret) };
}

const nowSec = () => Math.floor(Date.now() / 1000);
const hour = () => nowSec() + 3600;
const look = (url: string) => api.request('GET', url.replace(api.baseUrl, ''), { key: null });
const sign = (payload?: RuntimePayload, expires = hour()) =>
  signRuntimeEmbed({
    baseUrl: api.baseUrl,
    projectId,
    signingSecret,
    expires,
    ...(payload && { payload }),
  });
/** Signs any text as a payload correctly. */
function signText(payload: string): string {
  const signed = { projectId, expires: String(hour()), payload };
  const signature = runtimeSignature(signingSecret, signed);
  return `/api/v1/embed/runtime?${new URLSearchParams({ project_id: projectId, ...rest(signed), signature })}`;
}
const rest = ({ expires, payload }: { expires: string; payload: string }) => ({ expires, payload });
const stateOf = (text: string) => /class="runtime" data-state="(\w+)"/.exec(text)?.[1] ?? null;
const demoOf = (text: string) => /data-demo="(\w+)"/.exec(text)?.[1] ?? '';

test('202: the first view starts the generation and shows the progress; 200: the next views', async () => {
  const url = sign({ url: 'https://example.com/pricing', prompt: 'Show “prices” – €', autoplay: true });
  const first = await look(url);
  expect([first.status, stateOf(first.text)]).toEqual([202, 'waiting']);
  expect(first.headers.get('content-type')).toContain('text/html');
  const second = await look(url);
  expect([second.status, demoOf(second.text)]).toEqual([200, demoOf(first.text)]);
  const { body: demo } = await api.request('GET', `/api/v1/demos/${demoOf(first.text)}`);
  expect(demo).toMatchObject({ status: 'pending', prompt: 'Show “prices” – €', project_id: projectId });
  const [job] = await api.services
    .sql`select triggered_by from demo_jobs where demo_id = ${demo.id as never}`;
  expect(job).toEqual({ triggered_by: 'embed' });
});

test('a page that asks by its key and one that was signed share a demo', async () => {
  const wish = { prompt: 'Shared', template: 'cinematic', section: 'Prices', presentation: { padding: 0.1 } };
  const made = await api.request('POST', '/api/v1/embed/generate', {
    body: { ...wish, project_id: projectId, context: { url: 'https://example.com/?utm_source=x#top' } },
  });
  expect(made.status).toBe(202);
  const shown = await look(sign({ ...wish, url: 'https://example.com/', loop: true }));
  expect([shown.status, demoOf(shown.text)]).toEqual([200, made.body.demoId]);
});

test('200: the player, as the payload wants it', async () => {
  const { id } = await publishDemo(api, { video: Buffer.from('film') }, { project_id: projectId });
  const plain = await look(sign({ demoId: id }));
  expect(plain.status).toBe(200);
  expect(plain.text).toMatch(/<video [^>]*controls/);
  expect(plain.text).not.toMatch(/<video [^>]*(autoplay|loop|muted)/);
  const poster = 'https://cdn.example.com/still.png?a=1&b=2';
  const dressed = await look(
    sign({ demoId: id, autoplay: true, loop: true, controls: false, theme: 'dark', poster }),
  );
  expect(dressed.text).toMatch(/<video [^>]*autoplay loop muted playsinline/);
  expect(dressed.text).toContain('poster="https://cdn.example.com/still.png?a=1&amp;b=2"');
  expect(dressed.text).toContain('data-theme="dark"');
  expect(dressed.headers.get('content-security-policy')).toContain("img-src 'self' https://cdn.example.com;");
  expect((await look(sign())).text, 'the newest without a payload').toContain(`/video/${id}.`);
  const padded = signText(`${Buffer.from(JSON.stringify({ demoId: id })).toString('base64url')}=`);
  expect((await look(padded)).status, 'padding does no harm').toBe(200);
});

test('200: a failed demo is made again by a button, and not by every view', async () => {
  const url = sign({ prompt: 'Fails at first' });
  const demoId = demoOf((await look(url)).text);
  await fail(demoId);
  const failed = await look(url);
  expect([failed.status, stateOf(failed.text), demoOf(failed.text)]).toEqual([200, 'failed', demoId]);
  expect(failed.text).toContain('data-retry');
  const again = await look(`${url}&retry=1`);
  expect([again.status, stateOf(again.text), demoOf(again.text)]).toEqual([202, 'waiting', demoId]);
  expect((await look(url)).status).toBe(200);
  await fail(demoId);
  expect((await look(`${url}&retry=1`)).status, 'the second time it takes ten minutes').toBe(200);
});

async function fail(demoId: string): Promise<void> {
  await api.services.store.execute(freshCommand(), async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    const { jobId } = demo.state!.job!;
    demo.decide({ type: 'fail', jobId, code: 'page_failed', message: 'No page.', recordingLog: null });
  });
}

test('only pages of the project’s site and of localhost may frame it', async () => {
  const framers = async (url: string) => {
    const project = await newProject(url);
    const signed = { baseUrl: api.baseUrl, ...project, expires: hour(), payload: { prompt: 'Framed' } };
    const { headers } = await look(signRuntimeEmbed(signed));
    const policy = headers.get('content-security-policy')!;
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    return /frame-ancestors ([^;]*)/.exec(policy)![1]!.split(' ');
  };
  const always = ["'self'", 'http://localhost:*', 'http://127.0.0.1:*'];
  expect(await framers('https://shop.example.co.uk/x')).toEqual([
    ...always,
    ...['https://example.co.uk:*', 'http://example.co.uk:*'],
    ...['https://*.example.co.uk:*', 'http://*.example.co.uk:*'],
  ]);
  expect(await framers('http://127.0.0.1:8080/')).toEqual([...always, 'https://127.0.0.1:*']);
  expect(await framers('https://somebody.github.io/')).toContain('https://*.somebody.github.io:*');
});

describe('400', () => {
  test('no project', async () => {
    for (const query of ['', '?project_id=', '?project_id=a&project_id=b', `?expires=${hour()}`]) {
      const refused = await look(`/api/v1/embed/runtime${query}`);
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('project_id')]);
    }
  });

  test.each([
    ['not base64url', 'a+b/'],
    ['not JSON', Buffer.from('{').toString('base64url')],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url')],
    ['an array', Buffer.from('[]').toString('base64url')],
    ['a text', Buffer.from('"demo"').toString('base64url')],
    ['null', Buffer.from('null').toString('base64url')],
    ['one character', 'a'],
  ])('a payload that is %s', async (_what, payload) => {
    const refused = await look(signText(payload));
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_payload']);
    expect(refused.headers.get('content-type')).toContain('application/json');
  });

  test.each([
    {},
    { autoplay: true },
    { demoId: 7 },
    { demoId: 'demo_1', prompt: 'Both' },
    { url: 'nowhere' },
    { url: 'javascript:alert(1)' },
    { prompt: '' },
    { prompt: 'x'.repeat(501) },
    { prompt: 'NUL \0' },
    { section: 'x'.repeat(121) },
    { presentation: { surprise: 1 } },
    { prompt: 'x', autoplay: 'yes' },
    { prompt: 'x', poster: 'javascript:alert(1)' },
    { prompt: 'x', poster: 'ftp://example.com/a.png' },
    { prompt: 'x', theme: 'blue' },
  ])('a payload with wrong members: %j', async (payload) => {
    const refused = await look(sign(payload as never));
    expect(refused.status).toBe(400);
    expect(refused.body.error).toEqual(expect.any(String));
  });

  test('a page of another site', async () => {
    for (const url of ['https://example.org/', 'https://example.com.evil.org/', 'http://127.0.0.1/']) {
      const refused = await look(sign({ url }));
      expect([refused.status, refused.body.code]).toEqual([400, 'page_not_on_site']);
    }
    expect((await look(sign({ url: 'http://docs.example.com:81/' }))).status).toBe(202);
  });
});

describe('401', () => {
  const refusedWith = async (changes: Record<string, string | null>) => {
    const url = new URL(sign({ prompt: 'Refused' }));
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return look(url.href);
  };
  const isRefused = async (changes: Record<string, string | null>) => {
    const { status, body } = await refusedWith(changes);
    expect([changes, status, body.code]).toEqual([changes, 401, 'unauthorized']);
  };

  test('without expires or signature, or with invalid texts', async () => {
    await isRefused({ expires: null });
    await isRefused({ signature: null });
    for (const expires of ['', 'soon', '1e12', '-1', ' 1', '0x7fffffff', `${hour()}.5`, '9'.repeat(13)])
      await isRefused({ expires });
    for (const signature of ['', 'x', 'f'.repeat(63), 'f'.repeat(64), 'f'.repeat(65)])
      await isRefused({ signature });
    await isRefused({ payload: null });
  });

  test('after its expiry, and more than 31 days before it', async () => {
    const at = async (expires: number) => (await look(sign({ prompt: 'Timed' }, expires))).status;
    expect(await at(nowSec() - 1)).toBe(401);
    expect(await at(nowSec())).toBe(401);
    expect(await at(nowSec() + 31 * 86_400 + 2)).toBe(401);
    expect(await at(nowSec() + 31 * 86_400 - 2)).toBe(202);
    expect(await at(nowSec() + 5)).toBe(200);
  });

  test('with any change after signing', async () => {
    const good = new URL(sign({ prompt: 'Malleable' }));
    const signature = good.searchParams.get('signature')!;
    const payload = good.searchParams.get('payload')!;
    await isRefused({ signature: signature.toUpperCase(), payload });
    for (let at = 0; at < signature.length; at += 7) {
      const digit = signature[at] === '0' ? '1' : '0';
      await isRefused({ payload, signature: signature.slice(0, at) + digit + signature.slice(at + 1) });
    }
    for (let at = 0; at < payload.length; at += 5) {
      const letter = payload[at] === 'A' ? 'B' : 'A';
      await isRefused({ signature, payload: payload.slice(0, at) + letter + payload.slice(at + 1) });
    }
    for (const other of [`${payload}=`, `${payload}\n`, payload.slice(0, -1), ''])
      await isRefused({ signature, payload: other });
    const expires = good.searchParams.get('expires')!;
    for (const other of [`0${expires}`, String(Number(expires) + 1)])
      await isRefused({ signature, payload, expires: other });
  });

  test('in the name of another project, or with the secret of one', async () => {
    const other = await newProject('https://example.com/');
    await isRefused({ project_id: other.projectId });
    const stolen = { baseUrl: api.baseUrl, projectId, signingSecret: other.signingSecret, expires: hour() };
    expect((await look(signRuntimeEmbed(stolen))).status).toBe(401);
  });

  test('at once after the secret was rotated', async () => {
    const project = await newProject('https://rotated.example/');
    const embed = { baseUrl: api.baseUrl, ...project, expires: hour(), payload: { prompt: 'Old' } };
    expect((await look(signRuntimeEmbed(embed))).status).toBe(202);
    const path = `/api/v1/projects/${project.projectId}/signing-secret/rotate`;
    const { body } = await api.request('POST', path);
    expect((await look(signRuntimeEmbed(embed))).status).toBe(401);
    const fresh = { ...embed, signingSecret: String(body.signing_secret) };
    expect((await look(signRuntimeEmbed(fresh))).status).toBe(200);
  });

  test('a live key opens nothing here', async () => {
    const answer = await api.request('GET', `/api/v1/embed/runtime?project_id=${projectId}`);
    expect(answer.status).toBe(401);
  });
});

describe('404', () => {
  test('an unknown project', async () => {
    const embed = { baseUrl: api.baseUrl, projectId: 'proj_unknown', signingSecret, expires: hour() };
    const { status, body } = await look(signRuntimeEmbed(embed));
    expect([status, body.code]).toEqual([404, 'project_not_found']);
  });

  test('a demo that is unknown or of another project, and a project without demos', async () => {
    const other = await newProject('https://example.com/');
    const { id } = await publishDemo(api, { video: Buffer.from('film') }, { project_id: other.projectId });
    for (const demoId of ['demo_unknown', id]) expect((await look(sign({ demoId }))).status).toBe(404);
    const empty = await newProject('https://empty.example/');
    const { status, body } = await look(
      signRuntimeEmbed({ baseUrl: api.baseUrl, ...empty, expires: hour() }),
    );
    expect([status, body.code]).toEqual([404, 'demo_not_found']);
  });
});

test('405: HEAD, since a request may start a generation', async () => {
  const url = sign({ prompt: 'Headless' });
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(405);
  expect((await look(url)).status).toBe(202);
});

test('429: more views a minute from one address than allowed, before anything else', async () => {
  const limited = await startApi({
    config: { publicUrl: null, limits: { enabled: true, runtimeEmbedsPerMinute: 2 } },
  });
  try {
    const ask = () => limited.request('GET', '/api/v1/embed/runtime', { key: null });
    expect([(await ask()).status, (await ask()).status]).toEqual([400, 400]);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  } finally {
    await limited.stop();
  }
});

test('429: the quota is used up; existing demos are still shown', async () => {
  const poor = await startApi();
  try {
    const { userId } = poor.owner;
    await poor.services.store.execute(freshCommand(), async (unit) => {
      const account = await unit.load(accountDecider, accountStream(userId));
      account.decide({ type: 'changePlan', plan: 'free' });
    });
    const body = { name: 'Site', url: 'https://example.com/' };
    const { body: project } = await poor.request('POST', '/api/v1/projects', { body });
    const show = (prompt: string) => {
      const url = signRuntimeEmbed({
        baseUrl: poor.baseUrl,
        projectId: String(project.id),
        expires: hour(),
        payload: { prompt },
        signingSecret: String(project.signing_secret),
      });
      return poor.request('GET', url.replace(poor.baseUrl, ''), { key: null });
    };
    for (let n = 1; n <= 10; n++) expect((await show(`Number ${n}`)).status).toBe(202);
    const refused = await show('Number 11');
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded']);
    expect(refused.headers.get('content-type')).toContain('application/json');
    expect((await show('Number 1')).status).toBe(200);
  } finally {
    await poor.stop();
  }
});

test('fifty views at once start one generation', async () => {
  const url = sign({ prompt: 'Looked at by many' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => look(url)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
  expect(new Set(answers.map(({ text }) => demoOf(text))).size).toBe(1);
});
