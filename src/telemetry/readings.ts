import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { BatchObservableResult, Meter } from '@opentelemetry/api';
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';

/** Figures of this process, read when somebody asks. */
export function observeProcess(meter: Meter): void {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  const gauge = (name: string, unit: string, read: () => number | Promise<number>) =>
    meter.createObservableGauge(name, { unit }).addCallback(async (result) => result.observe(await read()));
  gauge('process.memory.usage', 'By', () => process.memoryUsage.rss());
  gauge('nodejs.heap.used', 'By', () => process.memoryUsage().heapUsed);
  gauge('process.uptime', 's', () => process.uptime());
  gauge('process.open_file_descriptors', '', openFiles);
  gauge('nodejs.eventloop.delay.p99', 's', () => {
    const ns = loop.percentile(99);
    loop.reset();
    return ns / 1e9;
  });
  meter.createObservableCounter('process.cpu.time', { unit: 's' }).addCallback((result) => {
    const { user, system } = process.cpuUsage();
    result.observe((user + system) / 1e6);
  });
}

/** NaN where the system does not tell: such a figure is left out of graphs. */
const openFiles = () =>
  readdir('/proc/self/fd').then(
    (names) => names.length,
    () => Number.NaN,
  );

/** An answer that takes longer is left out: whoever reads figures wants the others while the database is away. */
const patienceMs = 2_000;

/** Films and previews are always shown, so that a scaler sees a zero in place of nothing. */
const alwaysShown = ['demo.generate', 'demo.preview'];

/**
 * Figures of the whole service. Every process reports the same ones, so whoever adds up over processes takes their maximum.
 */
export function observeDatabase(meter: Meter, sql: Sql, log: Logger): void {
  const reachable = meter.createObservableGauge('showreel.database.reachable', {
    description: '1 where the database answers this process',
  });
  const connections = meter.createObservableGauge('showreel.database.connections', {
    description: 'Connections of the service to its database, of all processes',
  });
  const most = meter.createObservableGauge('showreel.database.connections.limit');
  const queue = meter.createObservableGauge('showreel.queue.jobs', { description: 'Jobs in the queue' });
  const oldest = meter.createObservableGauge('showreel.queue.oldest', {
    description: 'How long the job waits that has waited longest',
    unit: 's',
  });
  const workers = meter.createObservableGauge('showreel.workers', {
    description: 'Queues of workers that sent a heartbeat in the last 12 s',
  });
  const told = async (result: BatchObservableResult) => {
    const late = delay(patienceMs, null, { ref: false });
    const reading = read(sql).catch((err: unknown) => {
      log.debug({ err }, 'figures of the database could not be read');
      return null;
    });
    const found = await Promise.race([reading, late]);
    result.observe(reachable, found ? 1 : 0);
    if (!found) return;
    for (const { application, state, count } of found.connections)
      result.observe(connections, count, { application, state });
    result.observe(most, found.limit);
    result.observe(workers, found.workers);
    for (const { task, oldestSec, ...states } of found.queue) {
      for (const [state, count] of Object.entries(states)) result.observe(queue, count, { task, state });
      result.observe(oldest, oldestSec, { task });
    }
  };
  meter.addBatchObservableCallback(told, [reachable, connections, most, queue, oldest, workers]);
}

async function read(sql: Sql) {
  const [queue, connections, [whole]] = await Promise.all([
    sql<QueueRow[]>`
      select t.task,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as waiting,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later,
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
        coalesce(extract(epoch from now() - min(run_at) filter (
          where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8 as "oldestSec"
      from (select unnest(${alwaysShown}::text[]) as task union select task_identifier from graphile_worker.jobs) t
      left join graphile_worker.jobs j on j.task_identifier = t.task
      group by t.task`,
    sql<{ application: string; state: string; count: number }[]>`
      select application_name as application, coalesce(state, 'unknown') as state, count(*)::int as count
      from pg_stat_activity where datname = current_database() and usename = current_user
      group by 1, 2`,
    sql<{ limit: number; workers: number }[]>`
      select current_setting('max_connections')::int as limit,
        (select count(*)::int from workers where seen_at > clock_timestamp() - interval '12 s') as workers`,
  ]);
  return { queue, connections, ...whole! };
}

interface QueueRow {
  task: string;
  running: number;
  waiting: number;
  later: number;
  failed: number;
  oldestSec: number;
}
