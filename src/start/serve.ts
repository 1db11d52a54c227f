import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { answerSessions } from '../admin/index.ts';
import { createApi } from '../api/app.ts';
import type { HealthChecks } from '../api/health.ts';
import { watchDatabase } from '../database/watch.ts';
import { projections } from '../domain/index.ts';
import { appRouter } from '../domain/router.ts';
import { checkProjections } from '../store/index.ts';
import { countAudits, hasAdmin } from './admin.ts';
import type { Foundation } from './foundation.ts';

export interface RunningApi {
  baseUrl: string;
  /** Lets requests in. Until then they wait: a service that reports itself healthy must be complete. */
  open(): void;
  stop(): Promise<unknown>;
}

/** Where `scripts/dashboard.ts` puts what it builds. */
const dashboardFolder = join(import.meta.dirname, '../../dist/dashboard');
/** Where `scripts/docs.ts` does. */
const docsFolder = join(import.meta.dirname, '../../dist/docs');

/** Starts the API on the configured address. @throws Error with a sentence for a person where the address cannot be used */
export async function startApi(foundation: Foundation): Promise<RunningApi> {
  const { config, databaseUrl, log, services, media, telemetry } = foundation;
  const health = healthChecks(foundation);
  if (!config.signIn.refusesKnownPasswords)
    log.info(
      'passwords that everybody tries first are accepted; SHOWREEL_KNOWN_PASSWORDS=refuse refuses them',
    );
  const { version } = packageFile;
  const watch = watchDatabase(databaseUrl, log);
  const { isAway: isDatabaseAway } = watch;
  const parts = { services, media, router: appRouter, config, databaseUrl, log, version, health };
  const answerOperators = hasAdmin(config)
    ? answerSessions({ services, media, log, onAudited: countAudits(telemetry) })
    : null;
  const observe = telemetry?.observeRequests;
  const api = createApi({ ...parts, observe, answerOperators, isDatabaseAway, dashboardFolder, docsFolder });
  api.addHook('onClose', () => watch.stop());
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  api.addHook('onRequest', () => opened);
  try {
    await api.listen({ host: config.host, port: config.port });
  } catch (error) {
    await api.close();
    throw inWords(error, config);
  }
  const address = api.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const stop = () => {
    open();
    return api.close();
  };
  return { baseUrl: config.publicUrl ?? localAddress(config.host, port), open, stop };
}

/** An address that works on this machine. An address that means "every interface" is replaced by loopback. */
function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function inWords(error: unknown, { host, port }: { host: string; port: number }): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} on ${host} is in use by another program. Stop that one, or set PORT to another port (PORT=0 takes a free one).`,
      );
    case 'EACCES':
      return new Error(`Port ${port} may not be used by this user. Set PORT to 1024 or higher.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(
        `This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1.`,
      );
    default:
      return error;
  }
}

function healthChecks({ services: { sql }, media }: Foundation): HealthChecks {
  return {
    database: () => sql`select 1`,
    queue: () => sql`select 1 from graphile_worker.jobs limit 1`,
    storage: () => media.check(),
    async projections() {
      const mismatches = await checkProjections(sql, projections);
      if (mismatches.length > 0) throw new Error(`need a rebuild: ${mismatches.map((m) => m.name)}`);
    },
  };
}
