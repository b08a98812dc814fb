import { type Caller, type LeasedRow, rowsInScope, type ScopedTable } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  type EventToWrite,
  insertInto,
  lockOrganization,
  orderBy,
  Prisma,
  type RecordedTable,
  readOne,
  readPage,
  recordedTable,
  type SortKey,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { transferSorts } from '../exports/exports.contract.ts';
import type { CreateImport, ImportResult, ListImports } from './imports.contract.ts';

const { sql, empty } = Prisma;

const importsTable = recordedTable({
  name: 'imports',
  aggregate: 'import',
  columns: Prisma.ImportScalarFieldEnum,
  record_name: sql`c.resource`,
  subject: { users: [sql`c.created_by`] },
});

export const importRowScope: ScopedTable = {
  table: 'imports',
  owners: () => ({ users: [sql`r.created_by`] }),
};

export interface ImportRow {
  id: number;
  status: string;
}

/** Old results have no `unchanged`, because unchanged rows were once counted as updated. */
const columns = sql`${wireColumns(importsTable, 'i', ['api_key_id', 'is_large', 'attempts', 'lease_until', 'result'])},
  '{"unchanged": 0}'::jsonb || i.result as result`;
const isInScope = (caller: Caller) => rowsInScope(caller, 'import:read', { users: [sql`i.created_by`] });

const sortKeys: Record<(typeof transferSorts)[number], SortKey> = {
  // Ids ascend as rows are created.
  created_at: sql`i.id`,
  resource: sql`i.resource`,
  status: sql`i.status`,
  finished_at: { nullable: sql`i.finished_at` },
};

export async function findImports(caller: Caller, query: ListImports): Promise<ListPage<ImportRow>> {
  return readPage<ImportRow>(caller, query, {
    columns: columns,
    from: sql`imports i`,
    where: sql`i.org_id = ${caller.org_id} and ${isInScope(caller)}
      ${query.resource ? sql`and i.resource = ${query.resource}` : empty}
      ${query.status ? sql`and i.status = ${query.status}::transfer_status` : empty}`,
    orderBy: orderBy(query.sort, sortKeys, sql`i.id`),
  });
}

export async function findImport(caller: Caller, id: number): Promise<ImportRow | undefined> {
  return readOne<ImportRow>(
    caller,
    sql`select ${columns} from imports i where i.org_id = ${caller.org_id} and i.id = ${id} and ${isInScope(caller)}`,
  );
}

/** Counts queued and running imports under a lock, so that concurrent requests cannot exceed a limit. */
export async function countOpenImports(
  tx: Transaction,
  caller: Caller,
): Promise<{ of_user: number; total: number }> {
  await lockOrganization(tx, caller, 'import_count');
  const [row] = await tx.rows<{ of_user: number; total: number }>(
    sql`select count(*) filter (where i.created_by = ${caller.user_id}::int)::int as of_user, count(*)::int as total
      from imports i where i.org_id = ${caller.org_id} and i.status in ('queued', 'running')`,
  );
  return row ?? { of_user: 0, total: 0 };
}

export function insertImport(
  caller: Caller,
  resource: string,
  request: CreateImport & { is_large: boolean; parent_id: number | null },
): Change<ImportRow> {
  const { credential } = caller;
  return {
    table: importsTable,
    statement: insertInto(caller, importsTable, {
      ...request,
      resource,
      api_key_id: credential.kind === 'api_key' ? credential.id : null,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: sql`c.id, c.status`,
  };
}

export interface ImportOutcome {
  status: 'succeeded' | 'failed';
  result: ImportResult | null;
  error: string | null;
}

/** The event of the record below which rows were imported. */
export function parentImported(
  { type, table }: { type: string; table: RecordedTable },
  parent_id: number | null,
): EventToWrite {
  return { type, of: { table, id: sql`${parent_id}::int` } };
}

/** Records the result of an import if this worker still holds its lease. */
export function markImported(
  caller: Caller,
  work: LeasedRow,
  outcome: ImportOutcome,
): Change<{ id: number }> {
  const { status, result, error } = outcome;
  const values = {
    status: sql`${status}::transfer_status`,
    result: result && sql`${JSON.stringify(result)}::jsonb`,
    error,
    // The transaction of a large import began minutes ago.
    finished_at: sql`clock_timestamp()`,
    lease_until: sql`null`,
  };
  const where = sql`id = ${work.id} and attempts = ${work.attempts} and status = 'running'`;
  return {
    table: importsTable,
    statement: updateRows(caller, importsTable, values, where),
    select: sql`c.id`,
  };
}
