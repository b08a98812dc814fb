import { type Caller, invalidField } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { usersAs } from '../accounts/index.ts';

const { sql, raw } = Prisma;

export const uploader = (alias: string) => sql`${raw(`${alias}.created_by`)}`;

const inOneDay = sql`now() + interval '24 hours'`;

/** Files without content are deleted after a day. */
export const uploadDeadline = inOneDay;

/** The content of a deleted file is kept for a day, during which the file can be restored. */
export const deletedFields = () => ({ deleted_at: sql`now()`, purge_at: inOneDay });

export const restoredFields = (_: unknown, alias: string) => ({
  purge_at: sql`case when ${raw(`${alias}.status`)} = 'pending' then ${inOneDay} end`,
});

/** Condition: the file is not deleted, or its content is not yet due for purging. */
export const hasContent = (_: unknown, alias: string) =>
  sql`(${raw(`${alias}.deleted_at`)} is null or ${raw(`${alias}.purge_at`)} > now())`;

/**
 * Condition: the file `f` is the picture of a user `u` that is not deleted and meets a condition. Compares the users with
 * the given organization: otherwise PostgreSQL may hash the users of all organizations.
 */
export const isAvatar = (org_id: number, isUser = sql`true`) => sql`exists (select from ${usersAs('u')}
  where u.org_id = ${org_id}::int and u.avatar_file_id = f.id and u.deleted_at is null and ${isUser})`;

/**
 * Rejects the deletion of a locked file that is the logo of its organization or the picture of a user.
 *
 * @throws AppError `invalid`
 */
export async function rejectShown(tx: Transaction, caller: Caller, file_id: number): Promise<void> {
  const [shown] = await tx.rows<{ is_logo: boolean; is_avatar: boolean }>(
    sql`select coalesce(f.id = organization_logo(f.org_id), false) as is_logo, ${isAvatar(caller.org_id)} as is_avatar
      from files f where f.org_id = ${caller.org_id} and f.id = ${file_id}`,
  );
  if (shown?.is_logo) throw invalidField('id', 'Is the logo of the organization; remove it there first');
  if (shown?.is_avatar) throw invalidField('id', 'Is the picture of a user; remove it there first');
}
