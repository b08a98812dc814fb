-- AlterTable
ALTER TABLE "team_members" ADD COLUMN     "is_home" BOOLEAN NOT NULL DEFAULT false;

-- Every membership in a department, since employees are members of a department only through their primary team, and
-- the current membership in any other primary team.
update team_members m set is_home = true
where m.deleted_at is null and (
  exists (select from teams t where t.org_id = m.org_id and t.id = m.team_id and t.kind = 'department')
  or exists (select from employees e where e.org_id = m.org_id and e.id = m.employee_id and e.team_id = m.team_id
    and m.left_on is null));
