-- Writes down one attempt at a delivery: the attempt, what became of the delivery, since when its endpoint fails, and the job that sends
-- next in the lane. Returns false, and does nothing, where somebody else has written this attempt down.
--
-- p_number     which attempt at this delivery it was, from 1
-- p_status     what the delivery is now
-- p_next_at    where it is still pending: when it is tried again
create or replace function record_webhook_attempt(
  p_delivery text, p_number int, p_at timestamptz, p_duration_ms int, p_status_code int, p_answer text, p_fault text,
  p_status text, p_next_at timestamptz
)
returns boolean
language plpgsql as $$
declare
  v_endpoint text;
  v_lane text;
  v_next_at timestamptz;
begin
  update webhook_deliveries
  set status = p_status, attempts = p_number, next_attempt_at = coalesce(p_next_at, next_attempt_at),
    ended_at = case when p_status <> 'pending' then p_at end
  where id = p_delivery and status = 'pending' and attempts = p_number - 1
  returning endpoint_id, lane into v_endpoint, v_lane;
  if not found then
    return false;
  end if;

  insert into webhook_attempts (delivery_id, number, at, duration_ms, status_code, answer, fault)
  values (p_delivery, p_number, p_at, p_duration_ms, p_status_code, p_answer, p_fault);

  if p_status = 'delivered' then
    delete from webhook_failures where endpoint_id = v_endpoint;
  else
    insert into webhook_failures (endpoint_id, failing_since) values (v_endpoint, p_at) on conflict do nothing;
  end if;

  select next_attempt_at into v_next_at from webhook_deliveries
  where endpoint_id = v_endpoint and lane = v_lane and status = 'pending'
  order by sequence limit 1;
  if found then
    perform queue_webhook_lane(v_endpoint, v_lane, v_next_at);
  end if;
  return true;
end
$$;
