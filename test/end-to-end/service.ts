import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import type { PlanId } from '../../src/domain/accounts/plans.ts';
import { issueKey } from '../../src/domain/api-keys/issue.ts';
import type { ProgressMessage } from '../../src/domain/demos/jobs/progress.ts';
import type { DemoDetail } from '../../src/domain/demos/views/demo-fields.ts';
import { openDomain } from '../../src/domain/index.ts';
import type { DomainServices } from '../../src/domain/services.ts';
import { createLogger } from '../../src/log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import { developmentPayment } from '../../src/payment/development.ts';
import { createSecrets } from '../../src/secrets.ts';
import { type Showreel, startShowreel } from '../../src/start/index.ts';
import { createIntake } from '../../src/start/intake.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { freshCommand, openUser } from '../support/services.ts';
import { until } from '../support/within.ts';

/** How many times as long as on two idle cores a film may take: on a busy machine, CI took 3.3 times as long. */
const patience = 3;

/** The whole service over a database of its own, with a user on a paid plan. Tests use it from outside, through HTTP. */
export interface TestService {
  baseUrl: string;
  dataDir: string;
  database: TestDatabase;
  /** The domain over the same database, for what cannot be seen from outside. */
  services: DomainServices;
  userId: string;
  liveKey: string;
  /** Settings for another process of the same service. */
  settings: Record<string, string>;
  request(method: string, path: string, body?: object): Promise<{ status: number; body: never }>;
  createDemo(url: string, wish?: object): Promise<CreatedDemo>;
  detail(demoId: string): Promise<DemoDetail>;
  /**
   * Waits until no job of the demo is queued or running.
   * @param timeoutMs how long that may take on two idle cores
   */
  settled(demoId: string, timeoutMs: number): Promise<DemoDetail>;
  media(demoId: string): Promise<string[]>;
  stop(): Promise<void>;
}

export interface CreatedDemo {
  id: string;
  jobId: string;
  status: string;
  wsUrl: string;
  pollUrl: string;
}

export async function startService(options: {
  role: 'all' | 'api';
  plan?: PlanId;
  credits?: number;
  settings?: Record<string, string>;
  /** The address by which the service reaches the database with this address. */
  through?: (databaseUrl: string) => Promise<string>;
}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-e2e-'));
  const database = await testDatabase();
  const key = randomBytes(32);
  const settings = {
    PORT: '0',
    SHOWREEL_DATA_DIR: dataDir,
    DATABASE_URL: (await options.through?.(database.url)) ?? database.url,
    SHOWREEL_SECRET_KEYS: key.toString('hex'),
    SHOWREEL_LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
    SHOWREEL_RATE_LIMITS: 'false',
    // Other tests use the processor too, and a film that steps back behind them would go over the time that its test has.
    SHOWREEL_FILM_NICENESS: '0',
    // A preview on a busy machine that was not played to its end has no elements to point at.
    SHOWREEL_PREVIEW_SEC: '60',
    ...options.settings,
  };
  const log = createLogger('warn', 'test');
  const showreel: Showreel = await startShowreel(readConfig({ ...settings, SHOWREEL_ROLE: options.role }));
  const services = await openDomain({
    sql: database.sql,
    databaseUrl: database.url,
    clock: systemClock,
    secrets: createSecrets([key]),
    payment: developmentPayment,
    intake: createIntake({
      media: folderStorage(join(dataDir, 'media')),
      ffmpegPath: null,
      videoLimitBytes: 200 * 2 ** 20,
    }),
    log,
  });
  const { plan = 'pro', credits = 0 } = options;
  const userId = await openUser(services, { plan, credits });
  const liveKey = await liveKeyOf(services, userId);
  const request: TestService['request'] = (method, path, body) =>
    send(`${showreel.baseUrl}${path}`, method, liveKey, body);
  const detail = async (demoId: string) =>
    (await request('GET', `/api/v1/demos/${demoId}`)).body as DemoDetail;
  return {
    baseUrl: showreel.baseUrl,
    dataDir,
    database,
    services,
    userId,
    liveKey,
    settings,
    request,
    detail,
    createDemo: (url, wish = {}) => createDemo(request, url, wish),
    settled: (demoId, timeoutMs) => {
      const ended = async () => {
        const demo = await detail(demoId);
        const job = demo.latestJob?.status;
        return job === 'queued' || job === 'running' ? null : demo;
      };
      // Answers come from the process that films: asked every 20 ms they took a fifth of its processor time.
      return until(ended, patience * timeoutMs, 250);
    },
    media: async (demoId) =>
      (await readdir(join(dataDir, 'media/demos', demoId), { recursive: true }).catch(() => [])).sort(),
    async stop() {
      await showreel.stop();
      await services.doorbell.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function liveKeyOf(services: DomainServices, userId: string): Promise<string> {
  const wanted = { userId, name: 'Test', type: 'live', projectId: null, allowedDomains: null } as const;
  return (await issueKey(services, freshCommand(userId), wanted)).key;
}

async function send(url: string, method: string, key: string, body?: object) {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as never };
}

async function createDemo(request: TestService['request'], url: string, wish: object): Promise<CreatedDemo> {
  const project = await request('POST', '/api/v1/projects', { name: 'Test', url });
  const created = await request('POST', '/api/v1/demos', {
    project_id: (project.body as { id: string }).id,
    prompt: 'Show the features and the pricing',
    resolution: '720p',
    duration_target: '5s',
    ...wish,
  });
  if (created.status !== 202)
    throw new Error(`POST /demos: ${created.status} ${JSON.stringify(created.body)}`);
  return created.body;
}

/** Collects the messages of the progress channel until the server closes it. */
export function watch(wsUrl: string): Promise<{ messages: ProgressMessage[]; code: number }> {
  return new Promise((resolve, reject) => {
    const messages: ProgressMessage[] = [];
    const socket = new WebSocket(wsUrl);
    socket.on('message', (text) => messages.push(JSON.parse(String(text)) as ProgressMessage));
    socket.on('error', reject);
    socket.on('close', (code) => resolve({ messages, code }));
  });
}

/** The credits that the user has left, the demos of the plan that were used this month, and all transactions. */
export async function accountOf({ services: { sql }, userId }: TestService) {
  const [credits] = await sql<{ balance: number }[]>`
    select balance from credit_accounts where user_id = ${userId}`;
  const [month] = await sql<{ used: number }[]>`
    select coalesce(sum(demos_used), 0)::int as used from credit_months where user_id = ${userId}`;
  const transactions = await sql<{ type: string; amount: number; job_id: string | null }[]>`
    select type, amount, job_id from credit_transactions where user_id = ${userId} order by version`;
  return { balance: credits?.balance ?? 0, used: month?.used ?? 0, transactions: [...transactions] };
}
