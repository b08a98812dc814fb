-- Called by a write that refers to other rows, in its own statement: it locks them as it looks for them.
create function refuse_faults(faults jsonb) returns boolean language plpgsql as $$
begin
  faults := jsonb_strip_nulls(faults);
  if faults <> '{}' then
    raise exception 'fields that are not valid' using errcode = 'WF422', detail = faults::text;
  end if;
  return true;
end $$;
