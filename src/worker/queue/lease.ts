import { hostname } from 'node:os';
import type { Sql } from 'postgres';
import { newId } from '../../ids.ts';
import type { Logger } from '../../log.ts';
import { Interruption } from './interruption.ts';

/** How often a worker sends a heartbeat, and after how long without one the others consider it dead. */
export interface LeaseTiming {
  beatMs: number;
  deadAfterMs: number;
}
/**
 * A heartbeat is one small UPDATE, so one every 3 s costs next to nothing. 12 s are four missed heartbeats. A killed worker is
 * therefore noticed after 9 to 15 s, and the queue is polled for its job every second.
 */
export const leaseTiming: LeaseTiming = { beatMs: 3000, deadAfterMs: 12_000 };

export interface DeadWorker {
  id: string;
  host: string;
}

/** A worker's right to work on the jobs that its pool has locked. It lasts for as long as the heartbeats arrive. */
export interface Lease {
  workerId: string;
  /** Aborts with a `lease_lost` interruption. */
  signal: AbortSignal;
  /** Registers this worker's graphile-worker pool. To be called before the pool takes its first job. */
  holdPool(poolId: string): Promise<void>;
  /** Sends a heartbeat now. Throws the `lease_lost` interruption where the lease is gone. */
  confirm(): Promise<void>;
  /** Gives the lease up. To be called when no job runs any more. */
  end(): Promise<void>;
}

/**
 * Registers this process as a worker and sends heartbeats. Each heartbeat also releases the jobs of dead workers.
 * @param onDead is called once for every dead worker that this one found
 */
export async function takeLease(
  sql: Sql,
  log: Logger,
  onDead: (dead: DeadWorker[]) => void,
  timing: LeaseTiming = leaseTiming,
): Promise<Lease> {
  const workerId = newId('worker');
  const lost = new AbortController();
  let poolId: string | null = null;
  let ended = false;
  let lastBeatMs = performance.now();

  const lose = (why: string) => {
    if (ended || lost.signal.aborted) return;
    log.warn({ workerId }, `worker lease lost: ${why}`);
    lost.abort(new Interruption('lease_lost', why));
  };
  const beat = async () => {
    const sentMs = performance.now();
    const [row] = await sql`
      update workers set seen_at = clock_timestamp(), pool_id = ${poolId} where id = ${workerId} returning id`;
    if (row) lastBeatMs = sentMs;
    else lose('another worker took this one for dead');
  };
  const tend = async () => {
    try {
      await beat();
      if (ended || lost.signal.aborted) return;
      const dead = await releaseDead(sql, timing.deadAfterMs);
      if (dead.length > 0) onDead(dead);
    } catch (error) {
      if (!ended) log.warn({ err: error, workerId }, 'worker heartbeat failed');
    }
  };

  await sql`insert into workers (id, host, pid) values (${workerId}, ${hostname()}, ${process.pid})`;
  let tending: Promise<void> | null = null;
  const timer = setInterval(() => {
    // This check also works while a heartbeat hangs in a broken connection, and right after a suspended process resumes.
    if (performance.now() - lastBeatMs > timing.deadAfterMs) lose('no heartbeat got through in time');
    tending ??= tend().finally(() => {
      tending = null;
    });
  }, timing.beatMs);
  timer.unref();

  return {
    workerId,
    signal: lost.signal,
    async holdPool(id) {
      poolId = id;
      await beat();
    },
    async confirm() {
      if (!lost.signal.aborted) await beat();
      lost.signal.throwIfAborted();
    },
    async end() {
      ended = true;
      clearInterval(timer);
      await tending;
      await sql`delete from workers where id = ${workerId}`;
    },
  };
}

/** Removes the workers that have sent no heartbeat for `deadAfterMs`, and unlocks their jobs. */
export async function releaseDead(sql: Sql, deadAfterMs: number): Promise<DeadWorker[]> {
  const dead = await sql<DeadWorker[]>`select id, host from release_dead_workers(${deadAfterMs})`;
  return [...dead];
}
