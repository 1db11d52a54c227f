-- Puts a rebuilt table in the place of the live one. The names of indexes and constraints, the owner and the grants stay as
-- they were, so that later migrations find what they expect. Views and foreign keys on the live table make it fail, on purpose.
create or replace function swap_table(p_live text, p_built text) returns void
language plpgsql as $$
declare
  v_live regclass := p_live::regclass;
  v_built regclass := p_built::regclass;
  v_names text[];
  v_built_names text[];
  v_grant record;
begin
  -- An index has the same definition on both tables from USING on. Where several indexes of a table have one definition, they
  -- are paired in the order of their names.
  select array_agg(name order by kind, name) into v_names from (
    select indexrelid::regclass::text as name, substring(pg_get_indexdef(indexrelid) from ' USING .*$') as kind
    from pg_index where indrelid = v_live
  ) as live;
  select array_agg(name order by kind, name) into v_built_names from (
    select indexrelid::regclass::text as name, substring(pg_get_indexdef(indexrelid) from ' USING .*$') as kind
    from pg_index where indrelid = v_built
  ) as built;

  execute format('alter table %s owner to %I', v_built, (select relowner::regrole::text from pg_class where oid = v_live));
  for v_grant in
    select a.privilege_type, case when a.grantee = 0 then 'public' else a.grantee::regrole::text end as grantee
    from pg_class c, aclexplode(c.relacl) a where c.oid = v_live and a.grantee <> c.relowner
  loop
    execute format('grant %s on %s to %s', v_grant.privilege_type, v_built, v_grant.grantee);
  end loop;

  execute format('drop table %s', v_live);
  execute format('alter table %s rename to %I', v_built, p_live);
  for i in 1 .. coalesce(array_length(v_names, 1), 0) loop
    if v_names[i] <> v_built_names[i] then
      execute format('alter index %s rename to %s', v_built_names[i], v_names[i]);
    end if;
  end loop;
end
$$;
