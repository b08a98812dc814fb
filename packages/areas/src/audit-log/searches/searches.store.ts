import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { CreateSearch, ListSearches, PatchSearch } from './searches.contract.ts';

const { sql, empty } = Prisma;

const searchesTable = recordedTable({
  name: 'audit_searches',
  aggregate: 'audit_search',
  columns: Prisma.AuditSearchScalarFieldEnum,
  resource: 'audit_log',
  record_name: sql`c.name`,
  subject: { users: [sql`c.created_by`], is_private: sql`not c.is_shared` },
});

export interface SearchRow {
  id: number;
  name: string;
  is_shared: boolean;
  created_by: number | null;
}

/** What a caller sees: their own searches and those that others share. */
const visible = (caller: Caller) =>
  sql`s.org_id = ${caller.org_id} and s.deleted_at is null and (s.is_shared or s.created_by = ${caller.user_id}::int)`;

export async function findSearch(caller: Caller, id: number): Promise<SearchRow | undefined> {
  return readOne<SearchRow>(
    caller,
    sql`select ${wireColumns(searchesTable, 's')} from audit_searches s where ${visible(caller)} and s.id = ${id}`,
  );
}

export async function findSearches(caller: Caller, query: ListSearches): Promise<Listed<SearchRow>> {
  const pattern = `%${query.q?.replace(/[\\%_]/g, '\\$&')}%`;
  return readPage<SearchRow>(caller, query, {
    columns: wireColumns(searchesTable, 's'),
    from: sql`audit_searches s`,
    where: sql`${visible(caller)} ${query.q ? sql`and s.name ilike ${pattern}` : empty}`,
    orderBy: sql`lower(s.name), s.id`,
  });
}

export function insertSearch(caller: Caller, search: CreateSearch): Change<SearchRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return { table: searchesTable, statement: insertInto(caller, searchesTable, { ...typed(search), ...by }) };
}

export function updateSearch(caller: Caller, id: number, patch: PatchSearch): Change<SearchRow> {
  return {
    table: searchesTable,
    statement: updateRows(caller, searchesTable, typed(patch), own(caller, id)),
  };
}

export function archiveSearch(caller: Caller, id: number): Change<SearchRow> {
  const gone = { deleted_at: sql`now()` };
  return { table: searchesTable, statement: updateRows(caller, searchesTable, gone, own(caller, id)) };
}

const own = (caller: Caller, id: number) =>
  sql`id = ${id} and deleted_at is null and created_by = ${caller.user_id}::int`;

function typed({ filter, ...rest }: PatchSearch): ColumnValues {
  return { ...rest, filter: filter && sql`${JSON.stringify(filter)}::jsonb` };
}
