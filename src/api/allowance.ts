import type { Sql } from 'postgres';

const windowMs = 60_000;
/** Of what is left in a minute, the part that a process takes at once. */
const share = 20;

export interface Count {
  passed: boolean;
  remaining: number;
  resetMs: number;
}

/** What this process may still let through of somebody's minute, without asking. */
interface Lease {
  left: number;
  /** What nobody had taken when it was given. */
  untaken: number;
  endsAtMs: number;
}

/**
 * Counts requests a minute for each `who`, over all processes, in rows of `rate_limits`. A process takes a twentieth of what is
 * left at a time, and towards the end single requests: a busy key costs 20 statements where it cost 200. Never is more let
 * through than the limit; where several processes serve one key, up to a twentieth may expire in the hands of an idle one.
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
      // Who is over the limit is refused from memory until the minute ends.
      if (lease!.untaken === 0 && resetMs > 0) return { passed: false, remaining: 0, resetMs };
      // Others, who waited for the same lease, were quicker.
    }
  };
}

/** Also clears up to ten rows of minutes long past, so that the table needs no sweeper. */
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
  // From when it was asked: the lease must not outlive the minute it was taken from.
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
