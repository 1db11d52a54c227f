import type { Sql } from 'postgres';

const hourMs = 60 * 60_000;

/**
 * An allowance for what happens rarely: `perHour` at once, and after that one more each time that a `perHour`-th of an hour has
 * passed. Each use costs a statement, and all processes count together, in rows of `rate_limits` (the generic cell rate
 * algorithm: `expire` is when the allowance is whole again).
 */
export function createSlowAllowance(sql: Sql, kind: string, perHour: number) {
  const eachMs = Math.ceil(hourMs / perHour);
  const keyOf = (who: string) => `${kind}:${who}`;
  return {
    /** Uses one. @returns null, or after how many seconds the next one is there where none is left */
    async take(who: string): Promise<{ retryAfterSec: number } | null> {
      const [row] = await sql<[{ taken: boolean; wait_ms: number }]>`
        with clock as (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms),
        taken as (
          insert into rate_limits as kept (key, points, granted, expire)
          select ${keyOf(who)}, 1, 1, now_ms + ${eachMs} from clock
          on conflict (key) do update set expire = greatest(kept.expire, excluded.expire - ${eachMs}) + ${eachMs}
            where greatest(kept.expire, excluded.expire - ${eachMs}) + ${eachMs} <= excluded.expire - ${eachMs} + ${hourMs}
          returning 1
        )
        select exists (select from taken) as taken,
          coalesce((select expire from rate_limits where key = ${keyOf(who)}) + ${eachMs} - ${hourMs} - now_ms, 0)::int
            as wait_ms
        from clock`;
      return row.taken ? null : { retryAfterSec: Math.max(1, Math.ceil(row.wait_ms / 1000)) };
    },

    /** Gives back one that turned out not to count. */
    async giveBack(who: string): Promise<void> {
      await sql`update rate_limits set expire = expire - ${eachMs} where key = ${keyOf(who)}`;
    },

    async forget(who: string): Promise<void> {
      await sql`delete from rate_limits where key = ${keyOf(who)}`;
    },
  };
}
