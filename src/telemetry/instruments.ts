import type { Meter } from '@opentelemetry/api';

/** What is counted and timed where it happens. The names are those of OpenTelemetry; Prometheus has underscores and units in theirs. */
export type Instruments = ReturnType<typeof createInstruments>;

/** Seconds. A read takes milliseconds and a preview half a minute. */
const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Seconds. A film takes about as long as it lasts, and ends after 300 s by default. */
const filmBounds = [2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600];
const waitBounds = [0.05, 0.25, 1, 5, 15, 30, 60, 120, 300, 900, 3600];

export function createInstruments(meter: Meter) {
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } });
  const requests = histogram('http.server.request.duration', 'Answers of the API', requestBounds);
  const jobWait = histogram('showreel.job.wait', 'From when a job was due to its run', waitBounds);
  const jobRun = histogram('showreel.job.duration', 'Runs of jobs', filmBounds);
  const films = meter.createCounter('showreel.films', { description: 'Films that came to an end' });
  const filmMade = histogram('showreel.film.duration', 'How long making a film took', filmBounds);
  const filmLength = histogram('showreel.film.length', 'How long published films last', filmBounds);
  const deliveries = histogram('showreel.webhook.duration', 'Attempts to deliver a webhook', requestBounds);
  const checks = meter.createCounter('showreel.ledger.checks', {
    description: 'Seals of the log and audits of the ledgers',
  });
  return {
    request(ms: number, of: { method: string; route: string; status: number }): void {
      requests.record(ms / 1000, {
        'http.request.method': of.method,
        'http.route': of.route,
        'http.response.status_code': of.status,
      });
    },
    jobBegan(task: string, waitedMs: number): void {
      jobWait.record(waitedMs / 1000, { task });
    },
    jobEnded(task: string, ms: number, outcome: 'done' | 'failed'): void {
      jobRun.record(ms / 1000, { task, outcome });
    },
    /** @param code why it failed, a word of a fixed list; an empty text otherwise */
    film(of: { kind: string; outcome: string; code: string }, ms: number, lengthMs: number | null): void {
      films.add(1, of);
      filmMade.record(ms / 1000, { kind: of.kind, outcome: of.outcome });
      if (lengthMs !== null) filmLength.record(lengthMs / 1000, { kind: of.kind });
    },
    delivery(outcome: string, ms: number): void {
      deliveries.record(ms / 1000, { outcome });
    },
    ledgerCheck(check: 'seal' | 'audit', outcome: 'ok' | 'finding' | 'fault'): void {
      checks.add(1, { check, outcome });
    },
  };
}
