-- Called by a write that references other rows, within its statement: locks them while checking that they exist.
create function refuse_faults(faults jsonb) returns boolean language plpgsql as $$
begin
  faults := jsonb_strip_nulls(faults);
  if faults <> '{}' then
    raise exception 'fields that are not valid' using errcode = 'WF422', detail = faults::text;
  end if;
  return true;
end $$;
