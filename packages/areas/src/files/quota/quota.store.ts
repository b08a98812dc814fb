import type { Caller } from '@wfp/shared';
import { Prisma, readOne, sqlCheck, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

export interface FileUsage {
  /** Declared sizes of files that are stored or may still be uploaded. */
  bytes: number;
  /** Sizes of deleted files whose content is kept. */
  deleted_bytes: number;
  /** Sizes of exports whose file is stored, at least 64 KiB each. */
  export_bytes: number;
  /** Null while the organization is not verified. */
  plan_code: string | null;
}

const usageStatement = ({ org_id }: Caller) =>
  sql`select coalesce(u.bytes, 0)::float8 as bytes, coalesce(u.deleted_bytes, 0)::float8 as deleted_bytes,
      coalesce(u.export_bytes, 0)::float8 as export_bytes, p.plan_code
    from (select organization_plan(${org_id}::int) as plan_code) p
    left join file_usage u on u.org_id = ${org_id}`;

/** Reads the usage without a lock: it may change at once. */
export async function readFileUsage(caller: Caller): Promise<FileUsage> {
  return requireUsage(await readOne<FileUsage>(caller, usageStatement(caller)));
}

/**
 * Reads the usage after a write of this transaction has changed it. That write locked the row of the usage, so no other
 * transaction can change the usage until this one ends.
 */
export async function findFileUsage(tx: Transaction, caller: Caller): Promise<FileUsage> {
  const [row] = await tx.rows<FileUsage>(usageStatement(caller));
  return requireUsage(row);
}

function requireUsage(row: FileUsage | undefined): FileUsage {
  if (!row) throw new Error('Invariant: a select without a condition returned no row');
  return row;
}

/** True if the caller has more files without content than `max`. */
export async function hasMorePending(tx: Transaction, caller: Caller, max: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select f.id from files f where f.org_id = ${caller.org_id} and f.created_by = ${caller.user_id}::int
      and f.status = 'pending' and f.deleted_at is null offset ${max}::int limit 1`,
  );
  return rows.length > 0;
}

export const fileUsageCheck = sqlCheck(
  {
    name: 'file-usage',
    scope: 'organization',
    invariant: 'The stored usage of an organization is the sum of the sizes of its files.',
    repair: 'Set the columns of `file_usage` to the sums in the message.',
  },
  ({ org_id }) => sql`
    select format('stored %s and %s deleted, but the files have %s and %s', coalesce(u.bytes, 0),
      coalesce(u.deleted_bytes, 0), s.bytes, s.deleted_bytes) as message
    from (select coalesce(sum(file_bytes(f)), 0) as bytes, coalesce(sum(deleted_file_bytes(f)), 0) as deleted_bytes
      from files f where f.org_id = ${org_id}) s
    left join file_usage u on u.org_id = ${org_id}
    where (coalesce(u.bytes, 0), coalesce(u.deleted_bytes, 0)) <> (s.bytes, s.deleted_bytes)`,
);
