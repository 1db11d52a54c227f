import { afterAll, beforeAll, expect } from 'vitest';
import { type ShowreelClient, unwrap } from '../../../src/client/index.ts';
import { runtimeSignature, signRuntimeEmbed } from '../../../src/signing/index.js';
import { type RequestOptions, type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { clientOf, describeOperation, keyed } from '../../support/operation.ts';
import { idLike, refusal } from './shapes.ts';

interface Site {
  id: string;
  signing_secret: string;
}

let api: TestApi;
let strict: TestApi;
let client: ShowreelClient;
let site: Site;
/** A user on the free plan whose month is used up. */
let poor: SignedIn & { key: string; site: Site };

const body = { name: 'Example', url: 'https://example.com/' };
const wished = (project_id: string, prompt: string) => ({ project_id, prompt });

beforeAll(async () => {
  const limits = { enabled: true, runtimeEmbedsPerMinute: 1 };
  [api, strict] = await Promise.all([startApi(), startApi({ config: { limits } })]);
  client = clientOf(api);
  site = await unwrap(client.POST('/api/v1/projects', { body }));
  const user = await api.signUp();
  const own = (await user.request('POST', '/api/v1/projects', { body })).body as unknown as Site;
  const { key } = (await user.request('POST', '/api/v1/api-keys', { body: {} })).body as unknown as {
    key: string;
  };
  poor = { ...user, key, site: own };
  const made = Array.from({ length: 10 }, (_, n) =>
    user.request('POST', '/api/v1/demos', { body: wished(own.id, `Number ${n}`) }),
  );
  expect((await Promise.all(made)).map(({ status }) => status)).toEqual(Array(10).fill(202));
});
afterAll(async () => {
  await Promise.all([api?.stop(), strict?.stop()]);
});

const generate = (wish: object, options: RequestOptions = {}) =>
  api.request('POST', '/api/v1/embed/generate', { ...options, body: wish });
const publishable = async (more: object) => {
  const made = await api.request('POST', '/api/v1/api-keys', { body: { type: 'publishable', ...more } });
  return (made.body as unknown as { key: string }).key;
};

describeOperation('embeds_generate', {
  '202: a generation was started': async () => {
    const context = {
      url: 'https://example.com/pricing',
      title: 'Pricing',
      headings: ['Plans'],
      description: 'x',
    };
    const wish = {
      ...wished(site.id, 'Started'),
      template: 'cinematic',
      section: 'Prices',
      context,
      presentation: { padding: 0.1 },
    };
    const made = await unwrap(client.POST('/api/v1/embed/generate', { body: wish }));
    const embedUrl = `${api.baseUrl}/embed/${made.demoId}`;
    expect(made).toEqual({ demoId: idLike('demo'), status: 'pending', embedUrl, cached: false });
  },
  '200: an existing demo is reused': async () => {
    const wish = wished(site.id, 'Reused');
    const first = await unwrap(client.POST('/api/v1/embed/generate', { body: wish }));
    const second = await unwrap(client.POST('/api/v1/embed/generate', { body: wish }));
    expect(second).toEqual({ ...first, cached: true });
  },
  '400: no project, or a wrong member': async () => {
    for (const [more, member] of [
      [{ project_id: undefined }, 'project_id'],
      [{ prompt: '' }, 'prompt'],
      [{ section: '' }, 'section'],
      [{ template: 7 }, 'template'],
      [{ presentation: { padding: 1 } }, 'presentation.padding'],
      [{ context: { url: 'nonsense' } }, 'context.url'],
      [{ context: { headings: [7] } }, 'context.headings'],
    ] as const) {
      const answer = await generate({ project_id: site.id, ...more });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}`)]);
    }
  },
  '401: a publishable key as Bearer': async () => {
    const answer = await generate(wished(site.id, 'x'), { key: await publishable({}) });
    expect(answer.body).toEqual(refusal('unauthorized'));
  },
  '403: a publishable key on a page that it does not allow': async () => {
    const key = await publishable({ allowed_domains: ['example.com'] });
    const headers = { 'X-API-Key': key, Origin: 'https://other.example' };
    const answer = await generate(wished(site.id, 'x'), { headers });
    expect(answer.body).toEqual(refusal('origin_not_allowed'));
  },
  '404: an unknown project': async () => {
    expect((await generate(wished('proj_unknown', 'x'))).body).toEqual(refusal('project_not_found'));
  },
  '409: another page with the same Idempotency-Key': async () => {
    const headers = keyed('one page');
    expect((await generate(wished(site.id, 'One'), { headers })).status).toBe(202);
    const other = await generate(wished(site.id, 'Another'), { headers });
    expect(other.body).toEqual(refusal('idempotency_key_reused'));
  },
  '429: the month is used up and no credit is left': async () => {
    const answer = await generate(wished(poor.site.id, 'x'), { key: poor.key });
    expect(answer.body).toEqual(refusal('quota_exceeded'));
  },
});

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const look = (url: string, at = api) => at.request('GET', url.replace(api.baseUrl, ''), { key: null });
const signed = (prompt: string, of = site, expires = inAnHour()) =>
  signRuntimeEmbed({
    baseUrl: api.baseUrl,
    projectId: of.id,
    signingSecret: of.signing_secret,
    expires,
    payload: { prompt },
  });
const tampered = (name: string, value: string | null) => {
  const url = new URL(signed('Tampered'));
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
};

describeOperation('embed_runtime', {
  '202: a generation was started, and the page shows the progress': async () => {
    const { text, headers } = await look(signed('Started here'));
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('data-state="waiting"');
  },
  '200: an existing demo is shown': async () => {
    const url = signed('Shown');
    await look(url);
    expect((await look(url)).text).toContain('data-demo="demo_');
  },
  '400: no project, or an invalid payload': async () => {
    expect((await look(tampered('project_id', null))).status).toBe(400);
    const given = { projectId: site.id, expires: String(inAnHour()), payload: '!!' };
    const signature = runtimeSignature(site.signing_secret, given);
    const query = { project_id: site.id, expires: given.expires, payload: '!!', signature };
    const answer = await look(`/api/v1/embed/runtime?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/payload/);
  },
  '401: a signature that is missing or wrong, or an expiry that is past or too far ahead': async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const url of [
      tampered('signature', null),
      tampered('signature', '0'.repeat(64)),
      tampered('expires', null),
      tampered('expires', 'soon'),
      signed('x', site, now - 1),
      signed('x', site, now + 31 * 86_400 + 60),
    ])
      expect((await look(url)).status, url).toBe(401);
    expect((await look(signed('At the edge', site, now + 31 * 86_400 - 60))).status).toBe(202);
  },
  '404: an unknown project': async () => {
    const url = signed('x', { ...site, id: 'proj_unknown' });
    expect((await look(url)).body).toEqual(refusal('project_not_found'));
  },
  '429: more views a minute from one address than allowed': async () => {
    await look('/api/v1/embed/runtime', strict);
    const answer = await look('/api/v1/embed/runtime', strict);
    expect(answer.body).toEqual(refusal('rate_limited'));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  },
  '429: the month is used up and no credit is left': async () => {
    expect((await look(signed('x', poor.site))).body).toEqual(refusal('quota_exceeded'));
  },
});
