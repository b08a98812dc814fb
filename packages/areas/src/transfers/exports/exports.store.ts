import { type Caller, type LeasedRow, type Permission, rowsInScope, type ScopedTable } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  orderBy,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type SortKey,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { CapturedScope } from '../row-scope.ts';
import type { CreateExport, ExportFormat, ListExports, transferSorts } from './exports.contract.ts';

const { sql, empty, raw } = Prisma;

/** Exports are aggregates of their own: an export of tasks is not part of the history of a task. */
export const exportsTable = recordedTable({
  name: 'exports',
  aggregate: 'export',
  columns: Prisma.ExportScalarFieldEnum,
  record_name: sql`c.resource`,
  subject: { users: [sql`c.created_by`] },
  personal: sql`c.created_by`,
});

export const exportRowScope: ScopedTable = {
  table: 'exports',
  owners: () => ({ users: [sql`r.created_by`] }),
};

export interface ExportRow {
  org_id: number;
  id: number;
  resource: string;
  format: ExportFormat;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'expired';
  size: number | null;
  finished_at: Date | null;
  created_by: number;
}

const internalColumns = ['storage_key', 'api_key_id', 'attempts', 'lease_until', 'reach'];
const columns = (alias: 'c' | 'x') => wireColumns(exportsTable, alias, internalColumns);
const isInScope = (caller: Caller, permission: Permission, alias: 'x' | 'exports') =>
  rowsInScope(caller, permission, { users: [raw(`${alias}.created_by`)] });

const sortKeys: Record<(typeof transferSorts)[number], SortKey> = {
  // Ids ascend as rows are created.
  created_at: sql`x.id`,
  resource: sql`x.resource`,
  status: sql`x.status`,
  finished_at: { nullable: sql`x.finished_at` },
};

export async function findExports(caller: Caller, query: ListExports): Promise<ListPage<ExportRow>> {
  return readPage<ExportRow>(caller, query, {
    columns: columns('x'),
    from: sql`exports x`,
    where: sql`x.org_id = ${caller.org_id} and x.deleted_at is null and ${isInScope(caller, 'export:read', 'x')}
      ${query.resource ? sql`and x.resource = ${query.resource}` : empty}
      ${query.status ? sql`and x.status = ${query.status}::transfer_status` : empty}`,
    orderBy: orderBy(query.sort, sortKeys, sql`x.id`),
  });
}

export async function findExport(caller: Caller, id: number): Promise<ExportRow | undefined> {
  return readOne<ExportRow>(
    caller,
    sql`select ${columns('x')} from exports x where x.org_id = ${caller.org_id} and x.id = ${id}
      and x.deleted_at is null and ${isInScope(caller, 'export:read', 'x')}`,
  );
}

export async function countOpenExports(caller: Caller): Promise<number> {
  const row = await readOne<{ open: number }>(
    caller,
    sql`select count(*)::int as open from exports x where x.org_id = ${caller.org_id}
      and x.created_by = ${caller.user_id}::int and x.deleted_at is null and x.status in ('queued', 'running')`,
  );
  return row?.open ?? 0;
}

export function insertExport(
  caller: Caller,
  resource: string,
  request: CreateExport,
): Change<Pick<ExportRow, 'id' | 'status'>> {
  const { credential } = caller;
  return {
    table: exportsTable,
    statement: insertInto(caller, exportsTable, {
      resource,
      format: sql`${request.format}::export_format`,
      filter: sql`${JSON.stringify(request.filter ?? {})}::jsonb`,
      columns: sql`${request.columns ?? []}::text[]`,
      api_key_id: credential.kind === 'api_key' ? credential.id : null,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: sql`c.id, c.status`,
  };
}

/** The lane deletes the file and cancels a running assembly. */
export function archiveExport(caller: Caller, id: number): Change<ExportRow> {
  const where = sql`id = ${id} and deleted_at is null and ${isInScope(caller, 'export:archive', 'exports')}`;
  return {
    table: exportsTable,
    statement: updateRows(caller, exportsTable, { deleted_at: sql`now()`, expires_at: sql`now()` }, where),
    select: columns('c'),
  };
}

const isLeased = ({ id, attempts }: LeasedRow) =>
  sql`id = ${id} and attempts = ${attempts} and status = 'running' and deleted_at is null`;

export function markAssembled(
  caller: Caller,
  work: LeasedRow,
  file: { rows: number; size: number; reach: CapturedScope },
): Change<{ id: number }> {
  return {
    table: exportsTable,
    statement: updateRows(
      caller,
      exportsTable,
      {
        status: sql`'succeeded'::transfer_status`,
        row_count: file.rows,
        total_rows: file.rows,
        size: file.size,
        reach: sql`${JSON.stringify(file.reach)}::jsonb`,
        finished_at: sql`now()`,
        expires_at: sql`now() + interval '24 hours'`,
        lease_until: sql`null`,
      },
      isLeased(work),
    ),
    select: sql`c.id`,
  };
}

export function markExportFailed(caller: Caller, work: LeasedRow, error: string): Change<{ id: number }> {
  const values = {
    status: sql`'failed'::transfer_status`,
    error,
    finished_at: sql`now()`,
    lease_until: sql`null`,
  };
  return {
    table: exportsTable,
    statement: updateRows(caller, exportsTable, values, isLeased(work)),
    select: sql`c.id`,
  };
}
