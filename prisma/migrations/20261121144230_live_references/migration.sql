-- Called within the statement of a write that references other rows: fails if a reference is invalid. The subqueries
-- that compute `faults` lock the referenced rows.
create function refuse_faults(faults jsonb) returns boolean language plpgsql as $$
begin
  faults := jsonb_strip_nulls(faults);
  if faults <> '{}' then
    raise exception 'fields that are not valid' using errcode = 'WF422', detail = faults::text;
  end if;
  return true;
end $$;
