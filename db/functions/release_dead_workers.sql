-- Removes the workers that have sent no heartbeat for p_dead_after_ms and unlocks their jobs, so that other workers take them up
-- at the next poll. Jobs locked by a pool without a worker (its process died before its first heartbeat) are unlocked too. All of
-- it is one statement and so one transaction: no client holds one open over several. All times are those of the database, so the
-- clocks of the hosts do not matter.
create or replace function release_dead_workers(p_dead_after_ms double precision) returns table (id text, host text)
language plpgsql as $$
declare
  v_horizon timestamptz := clock_timestamp() - p_dead_after_ms * interval '1 millisecond';
  v_dead workers[];
  v_pools text[];
begin
  with dead as (
    delete from workers w where w.id in (
      select s.id from workers s where s.seen_at < v_horizon for update skip locked
    ) returning w
  )
  select coalesce(array_agg(dead.w), '{}') into v_dead from dead;

  select array_agg(distinct pools.pool_id) into v_pools from (
    select d.pool_id from unnest(v_dead) d where d.pool_id is not null
    union all
    select j.locked_by from graphile_worker.jobs j
    where j.locked_at < v_horizon and not exists (select from workers w where w.pool_id = j.locked_by)
  ) as pools;
  if v_pools is not null then
    perform graphile_worker.force_unlock_workers(v_pools);
  end if;

  return query select d.id, d.host from unnest(v_dead) d;
end
$$;
