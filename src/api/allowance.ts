import type { Sql } from 'postgres';

const windowMs = 60_000;
/** A process takes a twentieth of the requests that are left in a minute. */
const share = 20;

export interface Count {
  passed: boolean;
  remaining: number;
  resetMs: number;
}

/** Requests of one caller that this process may let through without asking the database. */
interface Lease {
  left: number;
  /** Requests of the minute that no process had taken when this lease was granted. */
  untaken: number;
  endsAtMs: number;
}

/**
 * Counts requests a minute for each `who`, over all processes, in rows of `rate_limits`. A process leases a twentieth of the
 * requests that are left, and single requests towards the end: a busy key costs 20 statements instead of 200. The limit is
 * never exceeded. Where several processes serve one key, up to a twentieth may expire unused in an idle process.
 */
export function createAllowance(sql: Sql, kind: string, perMinute: number) {
  const leases = new Map<string, Lease>();
  const asked = new Map<string, Promise<Lease>>();

  function renew(who: string): Promise<Lease> {
    const running = asked.get(who);
    if (running) return running;
    const asking = takeLease(sql, `${kind}:${who}`, perMinute)
      .then((lease) => {
        forgetEnded(leases);
        leases.set(who, lease);
        return lease;
      })
      .finally(() => asked.delete(who));
    asked.set(who, asking);
    return asking;
  }

  return async (who: string): Promise<Count> => {
    for (;;) {
      let lease = leases.get(who);
      const isOver = !lease || lease.endsAtMs <= performance.now();
      if (isOver || (lease!.left === 0 && lease!.untaken > 0)) lease = await renew(who);
      const resetMs = lease!.endsAtMs - performance.now();
      if (lease!.left > 0) {
        lease!.left -= 1;
        return { passed: true, remaining: lease!.left + lease!.untaken, resetMs };
      }
      // A caller over the limit is refused from memory until the minute ends.
      if (lease!.untaken === 0 && resetMs > 0) return { passed: false, remaining: 0, resetMs };
      // Other requests that waited for the same lease have used it up: try again.
    }
  };
}

/** Each lease also deletes up to ten rows of past minutes, so that the table needs no clean-up job. */
async function takeLease(sql: Sql, key: string, perMinute: number): Promise<Lease> {
  const first = Math.max(1, Math.floor(perMinute / share));
  const askedAtMs = performance.now();
  const [row] = await sql<{ points: number; granted: number; left_ms: number }[]>`
    with cleared as (
      delete from rate_limits
      where ctid = any(array(
        select ctid from rate_limits
        where expire < floor(extract(epoch from clock_timestamp()) * 1000) - ${windowMs} and key <> ${key}
        limit 10 for update skip locked))
    )
    insert into rate_limits as kept (key, points, granted, expire)
    values (${key}, ${first}, ${first}, floor(extract(epoch from clock_timestamp()) * 1000) + ${windowMs})
    on conflict (key) do update set (points, granted, expire) = (
      select
        case when is_over then ${first} else kept.points + more end,
        case when is_over then ${first} else more end,
        case when is_over then excluded.expire else kept.expire end
      from (select
        kept.expire <= excluded.expire - ${windowMs} as is_over,
        least(
          greatest(1, (${perMinute} - kept.points) / ${share}),
          greatest(0, ${perMinute} - kept.points)
        ) as more) as now)
    returning points, granted, (expire - floor(extract(epoch from clock_timestamp()) * 1000))::int as left_ms`;
  const { points, granted, left_ms } = row!;
  // Counted from the moment of asking, so that the lease never outlives the minute that it was taken from.
  return {
    left: granted,
    untaken: Math.max(0, perMinute - points),
    endsAtMs: askedAtMs + Math.max(1, left_ms),
  };
}

const tidyAbove = 10_000;

function forgetEnded(leases: Map<string, Lease>): void {
  if (leases.size < tidyAbove) return;
  const nowMs = performance.now();
  for (const [who, { endsAtMs }] of leases) if (endsAtMs <= nowMs) leases.delete(who);
}
