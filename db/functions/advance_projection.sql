-- One step of a catching-up projection: its changes and its checkpoint together. Returns false, and does nothing, where the
-- checkpoint is not where the caller believed: somebody else has done the step.
create or replace function advance_projection(p_name text, p_from bigint, p_to bigint, p_changes jsonb)
returns boolean
language plpgsql as $$
begin
  update projections set position = p_to, updated_at = clock_timestamp() where name = p_name and position = p_from;
  if not found then
    return false;
  end if;
  perform apply_changes(p_changes);
  return true;
end
$$;
