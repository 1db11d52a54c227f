-- The priority that makes the queue fair: the shares take turns, however many jobs each has waiting. The queue takes the job with the
-- lowest priority first. A share's next job goes one place behind its last one, and a share without a waiting job begins one place
-- behind the front of the line (after start-time fair queueing, Goyal, Vin and Cheng 1996). If it began at the front itself, shares that
-- keep coming would hold up the second job of everybody else for ever.
--
-- p_task      jobs of other tasks are not in this line
-- p_share     who the job is for; null: the job takes no turn
-- p_priority  where the line of the task begins
drop function if exists place_in_line(text, text, int);

create or replace function place_in_line(p_task text, p_share text, p_priority int) returns int
language plpgsql as $$
declare
  v_front int;
  v_last int;
begin
  if p_share is null then
    return p_priority;
  end if;
  select min(j.priority), max(j.priority) filter (where j.payload ->> 'share' = p_share)
  into v_front, v_last
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = p_task and j.locked_at is null;
  -- The queue keeps priorities in a smallint. A line so long that it reaches the end is in order of arrival from there on.
  return least(greatest(p_priority, v_front + 1, v_last + 1), 32767);
end
$$;
