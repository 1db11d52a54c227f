/**
 * What operators measure: figures for Prometheus and OTLP, and traces for OTLP. Only `start` comes in; it hands the observers of this room
 * to the rooms that are observed. Nothing in here sees a page, a prompt, a credential or an error's text, so none of them can be exported.
 */
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { FastifyInstance } from 'fastify';
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';
import type { FilmObserver, JobObserver } from '../worker/index.ts';
import { observeFilms } from './films.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { observeJobs } from './jobs.ts';
import { openMetrics } from './metrics.ts';
import { observeDatabase, observeProcess } from './readings.ts';
import { observeRequests } from './requests.ts';
import { serveMetrics } from './serve.ts';
import { currentTraceparent, startTracing } from './tracing.ts';

export interface TelemetrySettings {
  /** Where Prometheus reads; null: nowhere. */
  metrics: { host: string; port: number; token: string | null } | null;
  /** The base address of an OTLP receiver over HTTP; null: nothing is sent. */
  otlpUrl: string | null;
  /** Callers come through a proxy of ours, so the trace that they name is believed. */
  trustProxy: unknown;
}

export interface Telemetry {
  /** Where Prometheus reads; null where it does not. */
  metricsUrl: string | null;
  jobs: JobObserver;
  films: FilmObserver;
  count: Pick<Instruments, 'delivery' | 'ledgerCheck'>;
  observeRequests(app: FastifyInstance): void;
  /** What a job carries so that its run belongs to the trace of the request. */
  traceparent(): string | null;
  stop(): Promise<void>;
}

/** @returns null where nobody wants to know. */
export async function startTelemetry(
  settings: TelemetrySettings,
  process: { version: string; role: string; sql: Sql; log: Logger },
): Promise<Telemetry | null> {
  const { metrics: served, otlpUrl } = settings;
  if (!served && !otlpUrl) return null;
  const resource = resourceFromAttributes({
    'service.name': 'showreel',
    'service.version': process.version,
    'showreel.role': process.role,
  });
  const metrics = openMetrics({ resource, otlpUrl });
  const instruments = createInstruments(metrics.meter);
  observeProcess(metrics.meter);
  observeDatabase(metrics.meter, process.sql, process.log);
  const tracing = otlpUrl ? startTracing(resource, otlpUrl) : null;
  const stopExports = async () => {
    await tracing?.stop();
    await metrics.stop();
  };
  const listener = served
    ? await serveMetrics(served, metrics.read).catch(async (error: unknown) => {
        await stopExports();
        throw error;
      })
    : null;
  if (listener) process.log.info({ url: listener.url }, 'Prometheus can read figures here');
  return {
    metricsUrl: listener?.url ?? null,
    jobs: observeJobs(instruments),
    films: observeFilms(instruments),
    count: instruments,
    observeRequests: (app) => observeRequests(app, instruments, settings.trustProxy !== false),
    traceparent: currentTraceparent,
    async stop() {
      await listener?.stop();
      await stopExports();
    },
  };
}
