-- The value of a JSON document: equal for texts that differ only in spaces or in the order of members. A text that is no JSON
-- equals only itself, and so does null.
create or replace function document_value(p_text text) returns jsonb
language plpgsql immutable as $$
begin
  -- The value is put into a list, so that it never equals a text that is no JSON.
  return case when p_text is not null then jsonb_build_array(p_text::jsonb) end;
exception when others then
  return to_jsonb(p_text);
end
$$;
