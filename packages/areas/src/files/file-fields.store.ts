import { type Caller, invalidField } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

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
 * Rejects the deletion of a locked file that is the logo of its organization.
 *
 * @throws AppError `invalid`
 */
export async function rejectLogo(tx: Transaction, caller: Caller, file_id: number): Promise<void> {
  const rows = await tx.rows(
    sql`select 1 as row from (select organization_logo(${caller.org_id}::int) as id) l where l.id = ${file_id}::int`,
  );
  if (rows.length > 0) throw invalidField('id', 'Is the logo of the organization; remove it there first');
}
