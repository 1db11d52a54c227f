-- Writes what projections decided: [{sql, row}]. The store builds each statement once a shape; `row` is its only parameter,
-- $1. Statement texts made in here, from column names, cost a third of an append's throughput.
create or replace function apply_changes(p_changes jsonb) returns void
language plpgsql as $$
declare
  v_change jsonb;
begin
  for v_change in select value from jsonb_array_elements(p_changes) loop
    execute v_change ->> 'sql' using v_change -> 'row';
  end loop;
end
$$;
