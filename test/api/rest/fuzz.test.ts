import { Agent, type IncomingMessage, request as sendRequest } from 'node:http';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import { junk, spoilt, valuesOf } from '../../support/arbitraries.ts';
import { breachOfAnswer, type ContractOperation, operations } from '../../support/contract.ts';
import { publishDemo } from '../../support/film.ts';

/** FUZZ_SEED is `random`, or a number that an earlier failure printed. FUZZ_REQUESTS sets the number of requests. */
const given = process.env.FUZZ_SEED;
const seed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given ?? 20260302);
const count = Number(process.env.FUZZ_REQUESTS ?? 5_000);
const atOnce = 12;

let api: TestApi;
/** There are many, since the requests delete them one by one. */
let known: { projects: string[]; demos: string[]; keys: string[] };
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

beforeAll(async () => {
  api = await startApi();
  known = { projects: [], demos: [], keys: [] };
  for (let n = 0; n < 16; n++) {
    const demo = await publishDemo(api, { video: Buffer.alloc(3000), gif: Buffer.alloc(3000) });
    const { project_id } = (await api.request('GET', `/api/v1/demos/${demo.id}`)).body as never;
    const made = await api.request('POST', '/api/v1/api-keys', { body: { name: 'Fuzz' } });
    known.projects.push(project_id);
    known.demos.push(demo.id);
    known.keys.push((made.body as unknown as { id: string }).id);
  }
});
afterAll(async () => {
  agent.destroy();
  await api?.stop();
});

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

const oddIds = [
  'x',
  '__proto__',
  '%00',
  '%ff',
  '%2e%2e',
  'null',
  '0',
  `demo_${'0'.repeat(26)}`,
  '%F0%9F%98%80',
  'a'.repeat(240),
];
const ids = () =>
  fc.oneof(
    fc.constantFrom(...Object.values(known).flat()),
    fc.constantFrom(...oddIds),
    fc.string().map(encodeURIComponent),
  );

/** Text that fits into a header. Node refuses to send any other text. */
const headerText = fc
  .string({ unit: 'binary', maxLength: 300 })
  .map((text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, ''));

const headers: Arbitrary<Record<string, string>> = fc.record(
  {
    'idempotency-key': fc.oneof(fc.constantFrom('same', '', 'x'.repeat(256)), headerText),
    'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"'), headerText),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity;q=0', '*', 'zstd'),
    accept: fc.constantFrom('text/html', 'application/xml', '*/*', ''),
    origin: fc.constantFrom('https://shop.example', 'null', 'nonsense'),
    referer: headerText,
    range: fc.constantFrom('bytes=0-10', 'bytes=-1', 'bytes=9-1', 'bytes=99999-', 'lines=1'),
    'x-webhook-secret': headerText,
    'x-forwarded-for': headerText,
    cookie: fc.oneof(fc.constantFrom('showreel.session_token=x', '=;;='), headerText),
  },
  { requiredKeys: [] },
);

const credentials = (): Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant({ 'x-api-key': api.key }) },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: headerText.map((text) => ({ authorization: `Bearer ${text}` })) },
    { weight: 1, arbitrary: headerText.map((text) => ({ 'x-api-key': text })) },
  );

function queries({ operation }: ContractOperation): Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const one = (name: string, value: unknown): string =>
    `${encodeURIComponent(name)}=${encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed())}`;
  const proper = fc.tuple(
    ...parameters.map(({ name, schema, required }) =>
      fc.option(
        valuesOf(schema).map((value) => one(name, value)),
        { nil: '', freq: required ? 30 : 2 },
      ),
    ),
  );
  const names = fc.constantFrom(...parameters.map(({ name }) => name), '__proto__', 'limit', 'id', 'a[b]');
  const improper = fc.array(
    fc.tuple(names, junk).map(([name, value]) => one(name, value)),
    { maxLength: 4 },
  );
  return fc
    .oneof({ weight: 3, arbitrary: proper }, { weight: 2, arbitrary: improper })
    .map((parts) => (parts as string[]).filter(Boolean).join('&'));
}

/** Puts the user's own ids where a body names records, so that requests get further than the first look-up. */
const aimed = (value: unknown): unknown =>
  typeof value === 'object' &&
  value !== null &&
  'project_id' in value &&
  typeof value.project_id === 'string' &&
  value.project_id.length % 3 > 0
    ? { ...value, project_id: known.projects[value.project_id.length % known.projects.length] }
    : value;

function bodies({ operation }: ContractOperation): Arbitrary<{ type: string; body: string | Buffer | null }> {
  const content = Object.entries(operation.requestBody?.content ?? {});
  const [type, media] = content[0] ?? ['application/json', { schema: {} }];
  const asJson = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) ?? 'null' });
  const valid = valuesOf(media.schema).map(aimed);
  const odd = fc.constantFrom(
    ...[
      '{"__proto__":{"admin":true}}',
      '{"a":1,"a":2}',
      '{',
      '',
      '[]',
      '"text"',
      'NaN',
      '{"a":1e999}',
      `${'['.repeat(5000)}`,
    ],
    ...[`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, '\ufeff{}'],
  );
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
  const oddType = fc.constantFrom(
    type,
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x',
    '',
  );
  return fc.oneof(
    { weight: 5, arbitrary: valid.map(asJson) },
    { weight: 6, arbitrary: spoilt(valid).map(asJson) },
    { weight: 1, arbitrary: junk.map(asJson) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('application/json'), body: odd }) },
    { weight: 2, arbitrary: fc.record({ type: oddType, body: bytes }) },
    { weight: 1, arbitrary: fc.constant({ type: '', body: null }) },
  );
}

function requestsTo(found: ContractOperation): Arbitrary<Sent> {
  const blanks = [...found.path.matchAll(/\{\w+\}/g)].map(([blank]) => blank);
  const paths = fc
    .tuple(...blanks.map(() => ids()))
    .map((values) =>
      blanks.reduce((path, blank, at) => path.replace(blank, () => values[at] ?? 'x'), found.path),
    );
  const methods = fc.oneof(
    { weight: 15, arbitrary: fc.constant(found.method) },
    { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST', 'GET') },
  );
  return fc
    .record({
      method: methods,
      path: paths,
      query: queries(found),
      given: bodies(found),
      credentials: credentials(),
      more: headers,
    })
    .map(({ method, path, query, given, credentials, more }) => ({
      method,
      path: query ? `${path}?${query}` : path,
      headers: { ...more, ...credentials, ...(given.type && { 'content-type': given.type }) },
      body: found.operation.requestBody || method !== 'GET' ? given.body : null,
    }));
}

const strayRequests = (): Arbitrary<Sent> =>
  fc.record({
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'),
    path: fc
      .array(
        fc.oneof(
          fc.constantFrom(
            'api',
            'v1',
            'auth',
            'demos',
            'projects',
            'embed',
            '..',
            '.',
            '',
            '%2f',
            '%',
            ';',
            '*',
            '__proto__',
          ),
          fc.webPath(),
        ),
        { maxLength: 6 },
      )
      .map((parts) => `/${parts.join('/')}`),
    headers,
    body: fc.constant(null),
  });

const hasBody = (method: string) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

async function ask({ method, path, headers: given, body }: Sent) {
  const bytes = body === null || !hasBody(method) ? null : Buffer.from(body as string);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = bytes ? { 'content-length': String(bytes.length) } : {};
    const sent = sendRequest(`${api.baseUrl}/`, { agent, method, path, headers: { ...given, ...length } });
    sent.once('response', resolve).once('error', reject);
    sent.end(bytes ?? undefined);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const packed = answer.headers['content-encoding'];
  const whole = Buffer.concat(chunks);
  const { brotliDecompressSync, gunzipSync } = await import('node:zlib');
  const plain = packed === 'br' ? brotliDecompressSync(whole) : packed === 'gzip' ? gunzipSync(whole) : whole;
  return {
    status: answer.statusCode!,
    contentType: answer.headers['content-type'] ?? null,
    text: plain.toString(),
  };
}

/**
 * 501 is the documented answer of `/oembed` to a format that it does not offer, and 503 `preview_timeout` that of a preview
 * or a comparison which no worker makes. There is no worker here.
 */
const isFault = (status: number, path: string, text: string) =>
  status >= 500 &&
  !(status === 501 && path === '/oembed') &&
  !(
    status === 503 &&
    /^\/api\/v1\/demos\/(?:preview|[^/]+\/compare)$/.test(path) &&
    JSON.parse(text).code === 'preview_timeout'
  );

test(`${count} requests, proper and improper: no fault, and every answer as documented`, {
  timeout: 600_000,
}, async () => {
  const each = Math.ceil(count / (operations.length + 2));
  const requests = operations.flatMap((found, at) =>
    fc.sample(requestsTo(found), { seed: seed + at, numRuns: each }),
  );
  requests.push(...fc.sample(strayRequests(), { seed, numRuns: each * 2 }));
  expect(requests.length).toBeGreaterThanOrEqual(count);
  // The order is mixed, so that operations meet records that other operations left behind.
  const order = requests
    .map((sent, at) => ({ sent, place: Math.imul(at + 1, 2654435761) ^ seed }))
    .sort((a, b) => a.place - b.place);
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  const next = order.values();
  const client = async () => {
    for (const { sent } of next) {
      const path = sent.path.split('?', 1)[0]!;
      const answer = await ask(sent);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const breach = isFault(answer.status, path, answer.text)
        ? `a fault, ${answer.status}: ${answer.text}`
        : breachOfAnswer({ method: sent.method, path, ...answer });
      if (breach && sent.method !== 'OPTIONS')
        wrong.push(`${breach}\n  ${JSON.stringify({ ...sent, body: sent.body?.toString().slice(0, 600) })}`);
      if (wrong.length >= 10) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  expect(wrong, `again with FUZZ_SEED=${seed}:\n${wrong.join('\n')}`).toEqual([]);
  // Requests reached the operations and were refused there.
  for (const status of [200, 201, 202, 400, 401, 404, 409, 415])
    expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
  // The service still works.
  expect((await api.request('GET', '/api/v1/health', { key: null })).body).toMatchObject({ status: 'ok' });
});
