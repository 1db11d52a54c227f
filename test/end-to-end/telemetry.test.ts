import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { until } from '../support/within.ts';
import { type ServiceProcess, startProcess } from './process.ts';

const password = randomBytes(12).toString('base64url');
const secrets = {
  SHOWREEL_SECRET_KEYS: randomBytes(32).toString('hex'),
  SHOWREEL_ADMIN_TOKEN: randomBytes(32).toString('hex'),
  SHOWREEL_METRICS_TOKEN: randomBytes(32).toString('hex'),
};

let dataDir: string;
let database: TestDatabase;
let receiver: OtlpReceiver;
let endpoint: WebhookReceiver;
let api: ServiceProcess;
let worker: ServiceProcess;
let baseUrl: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-telemetry-'));
  [database, receiver, endpoint] = await Promise.all([testDatabase(), startOtlpReceiver(), startReceiver()]);
  const settings = {
    ...secrets,
    DATABASE_URL: database.url,
    SHOWREEL_DATA_DIR: dataDir,
    SHOWREEL_LOG_LEVEL: 'info',
    SHOWREEL_METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    HOST: '127.0.0.1',
    // Other tests use the processor too: see service.ts.
    SHOWREEL_FILM_NICENESS: '0',
    PORT: '0',
  };
  api = startProcess({ ...settings, SHOWREEL_ROLE: 'api' });
  worker = startProcess({ ...settings, SHOWREEL_ROLE: 'worker' });
  await Promise.all([api.says('ready at '), worker.says('waiting for jobs')]);
  baseUrl = /ready at (\S+)/.exec(api.stdout())![1]!;
});
afterAll(async () => {
  await Promise.all([api?.end('SIGTERM'), worker?.end('SIGTERM')]);
  await Promise.all([receiver?.stop(), endpoint?.stop(), database?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

test('one film is one trace from the request to its publishing, is counted, and shows no secret anywhere', {
  timeout: 480_000,
}, async () => {
  const { demoId, requestId, toldOnce } = await filmOne();
  await endpoint.arrived(1);

  // Film and webhook are counted a moment after others can see them.
  const ofWorker = await until(
    async () => {
      const text = await read(worker);
      return /showreel_films_total\{/.test(text) && /showreel_webhook_duration_seconds_count\{/.test(text)
        ? text
        : null;
    },
    30_000,
    250,
  );
  // On a busy machine the database may answer too late for a reading.
  const ofApi = await until(
    async () => {
      const text = await read(api);
      return text.includes('showreel_database_reachable 1') ? text : null;
    },
    30_000,
    250,
  );
  const figures = { api: ofApi, worker: ofWorker };
  expect(figure(figures.worker, 'showreel_films_total', 'outcome="published"')).toBe(1);
  expect(figure(figures.worker, 'showreel_film_duration_seconds_count')).toBe(1);
  expect(figure(figures.worker, 'showreel_film_length_seconds_sum')).toBeGreaterThan(1);
  expect(figure(figures.worker, 'showreel_job_wait_seconds_count', 'task="demo.generate"')).toBe(1);
  expect(figure(figures.worker, 'showreel_ledger_checks_total', 'outcome="ok"')).toBeGreaterThan(0);
  expect(figure(figures.worker, 'process_memory_usage_bytes')).toBeGreaterThan(2 ** 24);
  const created = 'http_route="/api/v1/demos",http_response_status_code="202"';
  expect(figure(figures.api, 'http_server_request_duration_seconds_count', created)).toBe(1);
  expect(figure(figures.api, 'showreel_queue_jobs', 'task="demo.generate",state="waiting"')).toBe(0);
  expect(figure(figures.api, 'showreel_database_connections', 'application="showreel"')).toBeGreaterThan(0);
  const all = `${figures.api}\n${figures.worker}`;
  for (const file of ['alerts.yml', 'grafana.json', 'keda.yaml'])
    for (const name of await namesIn(file)) expect(all, `${name} of ${file}`).toContain(`# TYPE ${name} `);

  // A stop sends what was not sent yet.
  await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')]);
  const spans = receiver.spans();
  const request = spans.find(({ name }) => name === 'POST /api/v1/demos')!;
  expect(request).toMatchObject({ role: 'api', attributes: { 'showreel.request.id': requestId } });
  const ofTrace = spans.filter(({ traceId }) => traceId === request.traceId);
  const job = ofTrace.find(({ name }) => name === 'demo.generate')!;
  expect(job).toMatchObject({ role: 'worker', parentSpanId: request.spanId });
  expect(job.attributes).toMatchObject({
    'showreel.request.id': requestId,
    'showreel.demo.id': demoId,
    'showreel.film.outcome': 'published',
  });
  // Test mode plans nothing.
  const steps = ofTrace.filter(({ parentSpanId }) => parentSpanId === job.spanId);
  expect(steps.map(({ name }) => name)).toEqual(['recording', 'rendering', 'publishing']);
  expect(receiver.paths()).toContain('/v1/metrics');

  // The worker's lines on the film name the request and the trace.
  const line = worker
    .stderr()
    .split('\n')
    .find((one) => one.includes('"demo published"'))!;
  expect(JSON.parse(line)).toMatchObject({ requestId, demoId, traceId: request.traceId });

  const everything = [api, worker].map((one) => one.stdout() + one.stderr()).join('\n');
  const exported = [everything, ...Object.values(figures), receiver.bodies()].join('\n');
  expect(exported.length).toBeGreaterThan(10_000);
  for (const [name, secret] of Object.entries({ ...secrets, password, ...toldOnce })) {
    expect(secret.length, name).toBeGreaterThan(10);
    expect(exported.includes(secret), `${name} is in a log, a figure or a span`).toBe(false);
  }
});

/** Signs up, makes everything that is told once, and films the sample site. */
async function filmOne() {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const signedUp = await ask('POST', '/api/auth/sign-up/email', { email, password, name: 'Ann' });
  const cookie = signedUp.headers.getSetCookie()[0]!.split(';', 1)[0]!;
  const session = cookie.split('=')[1]!;
  const own = { cookie, origin: baseUrl };
  const live = await json(ask('POST', '/api/v1/api-keys', { name: 'Live' }, own));
  const { key } = await json(ask('POST', '/api/v1/api-keys', { type: 'test', name: 'Test' }, own));
  const withKey = { 'x-api-key': key! };
  const hook = await json(ask('POST', '/api/v1/webhook-endpoints', { url: endpoint.url }, withKey));
  const project = await json(
    ask('POST', '/api/v1/projects', { name: 'Mine', url: 'https://example.com/' }, withKey),
  );
  const wish = { project_id: project.id, prompt: 'Show the pricing' };
  const created = await ask('POST', '/api/v1/demos', wish, withKey);
  const { id: demoId, wsUrl } = (await created.json()) as { id: string; wsUrl: string };
  const status = async () => (await json(ask('GET', `/api/v1/demos/${demoId}`, undefined, withKey))).status;
  await until(async () => (await status()) === 'ready', 120_000, 250);
  const toldOnce = {
    session,
    liveKey: live.key!,
    testKey: key!,
    signingSecret: project.signing_secret!,
    endpointSecret: hook.secret!,
    ticket: new URL(wsUrl).searchParams.get('ticket')!,
  };
  return { demoId, requestId: created.headers.get('x-request-id')!, toldOnce };
}

/** The figures that a file for operators reads, as they are named without what Prometheus adds to a histogram. */
async function namesIn(file: string): Promise<Set<string>> {
  const text = await readFile(join(import.meta.dirname, '../../examples/monitoring', file), 'utf8');
  const names = text.match(/\b(?:showreel|http_server|process|nodejs)_\w+/g)!;
  return new Set(names.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')));
}

const json = async (answer: Promise<Response>) => (await (await answer).json()) as Record<string, string>;

const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

async function read(process: ServiceProcess): Promise<string> {
  const url = /"url":"([^"]+\/metrics)"/.exec(process.stderr())![1]!;
  expect((await fetch(url)).status).toBe(401);
  const headers = { authorization: `Bearer ${secrets.SHOWREEL_METRICS_TOKEN}` };
  return (await fetch(url, { headers })).text();
}

/** The sum of the series with this name that have these labels, as they are written. */
function figure(text: string, name: string, labels = ''): number {
  const wanted = labels.split(',');
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const fitting = lines.filter((line) => wanted.every((label) => line.includes(label)));
  if (fitting.length === 0) throw new Error(`no ${name} with ${labels} in:\n${text}`);
  return fitting.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
