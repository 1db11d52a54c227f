-- Writes what projections decided: [{sql, row}]. The store builds the text of a statement once for each shape of change, and `row`
-- is the only parameter, $1. Texts that were built in here, from column names, cost a third of an append's throughput.
--
-- A shape is parsed and planned once a session (PREPARE) and not with every change, which saves half the cost of a change. A
-- setting of the session remembers what is prepared: reading it takes a thousandth of the time of a look into
-- pg_prepared_statements. A rollback undoes the setting but not the statement, hence the look before PREPARE. Statements on
-- tables that were swapped or altered are planned anew.
create or replace function apply_changes(p_changes jsonb) returns void
language plpgsql as $$
declare
  v_sql text;
  v_name text;
begin
  for i in 0 .. jsonb_array_length(p_changes) - 1 loop
    v_sql := p_changes -> i ->> 'sql';
    v_name := 'change_' || md5(v_sql);
    if coalesce(current_setting('showreel.' || v_name, true), '') = '' then
      if not exists (select from pg_prepared_statements where name = v_name) then
        execute 'prepare ' || v_name || '(jsonb) as ' || v_sql;
      end if;
      v_name := set_config('showreel.' || v_name, v_name, false);
    end if;
    execute 'execute ' || v_name || '(' || quote_literal(p_changes -> i -> 'row') || ')';
  end loop;
end
$$;
