/**
 * What a request to the API costs over HTTP: a read with a live key, beside a bare route with the same query, and a write. Key, rate
 * limit, validation, log and headers are on. Server, database and caller share this machine's cores.
 */
import { join } from 'node:path';
import autocannon from 'autocannon';
import { systemClock } from '../../../src/clock.ts';
import { accountDecider } from '../../../src/domain/accounts/decide.ts';
import { accountStream } from '../../../src/domain/accounts/events.ts';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { createDemo } from '../../../src/domain/demos/create.ts';
import { openDomain } from '../../../src/domain/index.ts';
import { createProject } from '../../../src/domain/projects/create.ts';
import { newId } from '../../../src/ids.ts';
import { createLogger } from '../../../src/log.ts';
import { folderStorage } from '../../../src/media/folder.ts';
import { developmentPayment } from '../../../src/payment/development.ts';
import { createSecrets } from '../../../src/secrets.ts';
import { createIntake } from '../../../src/start/intake.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { median } from '../race.ts';
import { type BenchServer, withServer } from '../server.ts';
import { benchSecretKey, serve, serveApi } from './process.ts';

const connections = 50;
const rounds = 5;
const roundSec = 4;
const limits = { SHOWREEL_LIMIT_READS_PER_MINUTE: '1000000', SHOWREEL_LIMIT_WRITES_PER_MINUTE: '1000000' };

export const benchApi = (): Promise<Figure[]> =>
  withServer(4, async (server) => {
    const { userId, demoId, key } = await populate(server);
    const api = await serveApi(server, limits);
    const bare = await serve(join(import.meta.dirname, 'bare-route.ts'), {
      DATABASE_URL: server.url,
      BENCH_USER: userId,
    });
    try {
      const headers = { 'X-API-Key': key };
      const contenders = {
        api: { url: `${api.baseUrl}/api/v1/demos/${demoId}`, headers },
        bare: { url: `${bare.baseUrl}/demos/${demoId}` },
        write: {
          url: `${api.baseUrl}/api/v1/projects`,
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: 'Example', url: 'https://example.com/' }),
        },
      } as const;
      const paces = await inTurns(contenders);
      return figures(paces);
    } finally {
      await Promise.all([api.stop(), bare.stop()]);
    }
  });

/** Makes a user with a key, and a demo that waits to be generated. */
async function populate({ sql, url, dataDir }: BenchServer) {
  const media = folderStorage(dataDir);
  const services = await openDomain({
    sql,
    databaseUrl: url,
    clock: systemClock,
    payment: developmentPayment,
    secrets: createSecrets([benchSecretKey]),
    log: createLogger('warn'),
    intake: createIntake({ media, ffmpegPath: null, videoLimitBytes: 1 }),
  });
  const userId = newId('user');
  const context = () => ({ commandId: newId('cmd'), metadata: { actor: 'bench' } });
  await services.store.execute(context(), (unit) => {
    const account = unit.begin(accountDecider, accountStream(userId));
    account.decide({ type: 'open', userId, email: 'bench@example.com', plan: 'unlimited' });
  });
  const site = { userId, name: 'Example', url: 'https://example.com/', viewport: 'desktop' } as const;
  const { projectId } = await createProject(services, context(), site);
  const { demoId } = await createDemo(services, context(), {
    userId,
    projectId,
    prompt: 'Show the pricing',
    format: 'mp4',
    resolution: '1080p',
    aspect: '16:9',
    durationTarget: '10s',
    mode: 'script',
    presentation: null,
    pageUrl: null,
    context: null,
    contextHash: null,
    triggeredBy: 'api',
  });
  const wanted = { name: 'bench', type: 'live', projectId: null, allowedDomains: null } as const;
  const { key } = await issueKey(services, context(), { userId, ...wanted });
  await services.doorbell.stop();
  return { userId, demoId, key };
}

interface Pace {
  perSec: number;
  p99Ms: number;
}

/** The contenders take turns, round after round, so that other work on the machine strikes all of them alike. */
async function inTurns<Name extends string>(
  contenders: Record<Name, autocannon.Options>,
): Promise<Record<Name, Pace>> {
  const names = Object.keys(contenders) as Name[];
  const laps = new Map<Name, Pace[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const lap = await autocannon({
        ...contenders[name],
        connections,
        duration: roundSec,
        warmup: { connections, duration: 1 },
      } as autocannon.Options);
      if (lap.non2xx > 0 || lap.errors > 0)
        throw new Error(`${name}: ${lap.non2xx} answers were refusals, ${lap.errors} did not come.`);
      laps.get(name)!.push({ perSec: lap.requests.average, p99Ms: lap.latency.p99 });
    }
  }
  const middle = (name: Name, measure: keyof Pace) => median(laps.get(name)!.map((lap) => lap[measure]));
  return Object.fromEntries(
    names.map((name) => [name, { perSec: middle(name, 'perSec'), p99Ms: middle(name, 'p99Ms') }]),
  ) as Record<Name, Pace>;
}

function figures({ api, bare, write }: Record<'api' | 'bare' | 'write', Pace>): Figure[] {
  const peer = 'bare Fastify route, same query';
  const figure = figuresOf('api');
  const read = `GET /demos/{id}, ${connections} connections`;
  const make = `POST /projects, ${connections} connections`;
  return [
    figure(read, api.perSec, '/s', {
      peer,
      peerValue: bare.perSec,
      ratio: api.perSec / bare.perSec,
    }),
    figure(`${read}, p99`, api.p99Ms, 'ms', {
      peer,
      peerValue: bare.p99Ms,
      ratio: api.p99Ms / bare.p99Ms,
    }),
    figure(make, write.perSec, '/s'),
    figure(`${make}, p99`, write.p99Ms, 'ms'),
  ];
}
