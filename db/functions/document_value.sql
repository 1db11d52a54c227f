-- What a JSON document says, however it is written: equal for texts that differ in spaces or in the order of members. A text that
-- is no JSON is only like itself, and so is null.
create or replace function document_value(p_text text) returns jsonb
language plpgsql immutable as $$
begin
  -- In a list, so that no document is taken for a text that is none.
  return case when p_text is not null then jsonb_build_array(p_text::jsonb) end;
exception when others then
  return to_jsonb(p_text);
end
$$;
