-- Overlapping periods of one member in one team, which were permitted until this migration: each now ends where the next
-- one starts.
-- Periods that never applied (their end is their first day) are kept.
update team_members m set left_on = n.next
from (
  select org_id, id, lead(joined_on) over (partition by org_id, team_id, employee_id order by joined_on, id) as next
  from team_members
  where deleted_at is null and (left_on is null or left_on > joined_on)
) n
where n.org_id = m.org_id and n.id = m.id and (m.left_on is null or m.left_on > n.next) and n.next is not null;

-- squawk-ignore constraint-missing-not-valid
alter table team_members add constraint team_members_org_id_left_on_check check (left_on >= joined_on);

-- Ranges of a single number, since equality would require the extension btree_gist. Deferrable: several statements may
-- change periods of one member, which may overlap until the last of them.
-- squawk-ignore constraint-missing-not-valid
alter table team_members add constraint team_members_org_id_joined_on_excl exclude using gist (
  int8range(org_id, org_id, '[]') with &&,
  int8range(team_id, team_id, '[]') with &&,
  int8range(employee_id, employee_id, '[]') with &&,
  daterange(joined_on, left_on, '[)') with &&
) where (deleted_at is null) deferrable initially immediate;
