-- The permissions of a role move into its row: a change of a role changes one row, and its audit entry has the
-- permissions before and after.

-- AlterTable
ALTER TABLE "roles" ADD COLUMN     "permissions" JSONB NOT NULL DEFAULT '{}';

update roles r set permissions = given.permissions from (
  select p.org_id, p.role_id, jsonb_object_agg(p.permission, p.scopes) as permissions
  from role_permissions p group by p.org_id, p.role_id
) given where given.org_id = r.org_id and given.role_id = r.id;

-- DropForeignKey
ALTER TABLE "role_permissions" DROP CONSTRAINT "role_permissions_org_id_role_id_fkey";

-- DropTable
DROP TABLE "role_permissions";

-- ================================================================ written by hand

alter table roles add constraint roles_org_id_permissions_check
  check (jsonb_typeof(permissions) = 'object' and (not is_builtin or permissions = '{}'));
-- New users get one role, not several.
create unique index roles_org_id_is_default_live_key on roles (org_id) where is_default and deleted_at is null;

-- A role that follows from having reports is granted and ended automatically, independently of manual grants.
drop index grants_org_id_user_id_live_key;
create unique index grants_org_id_user_id_live_key
  on grants (org_id, user_id, role_id, scope, coalesce(team_id, 0), (source = 'hierarchy')) where deleted_at is null;
create index grants_of_role on grants (org_id, role_id) where deleted_at is null;
