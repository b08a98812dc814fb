import type { Caller } from '@wfp/shared';
import {
  type Change,
  Prisma,
  readOne,
  recordedTable,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { usersAs } from '../accounts/index.ts';
import type { PatchProfile } from './profiles.contract.ts';

const { sql } = Prisma;

const profilesTable = recordedTable({
  name: 'user_profiles',
  aggregate: 'user',
  aggregate_id: 'user_id',
  resource: 'user_profile',
  columns: Prisma.UserProfileScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
  personal: sql`c.user_id`,
});

export interface ProfileRow {
  user_id: number;
  updated_at: Date;
}

const shown = (alias: string) =>
  wireColumns(profilesTable, alias, ['id', 'org_id', 'user_id', 'created_at', 'created_by', 'updated_by']);

/** What colleagues see of a user. Its row begins with the first change; until then it is as old as the user. */
export async function findProfile(caller: Caller, user_id: number): Promise<ProfileRow | undefined> {
  return readOne<ProfileRow>(
    caller,
    sql`select u.org_id, u.id as user_id, p.pronouns, p.bio, p.phone, coalesce(p.skills, '{}') as skills,
        coalesce(p.links, '[]') as links, coalesce(p.birthday_visibility, 'hidden') as birthday_visibility,
        coalesce(p.updated_at, u.created_at) as updated_at
      from ${usersAs('u')} left join user_profiles p on p.org_id = u.org_id and p.user_id = u.id
      where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.deleted_at is null`,
  );
}

/** Makes sure that a profile has its row, so that every change of it is an update. The user is locked. */
export async function beginProfile(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(sql`insert into user_profiles (org_id, user_id, created_by, updated_at)
    select u.org_id, u.id, ${caller.user_id}, u.created_at from ${usersAs('u')}
    where u.org_id = ${caller.org_id} and u.id = ${user_id}
    on conflict (org_id, user_id) do nothing`);
}

export function updateProfile(caller: Caller, user_id: number, patch: PatchProfile): Change<ProfileRow> {
  const { skills, links, birthday_visibility, ...plain } = patch;
  const values = {
    ...plain,
    skills: skills && sql`${skills}::text[]`,
    links: links && sql`${JSON.stringify(links)}::jsonb`,
    birthday_visibility: birthday_visibility && sql`${birthday_visibility}::birthday_visibility`,
  };
  return {
    table: profilesTable,
    statement: updateRows(caller, profilesTable, values, sql`user_id = ${user_id}`),
    select: sql`c.org_id, c.user_id, ${shown('c')}`,
  };
}
