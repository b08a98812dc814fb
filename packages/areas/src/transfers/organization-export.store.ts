import type { Caller } from '@wfp/shared';
import { identifier, Prisma, type Snapshot } from '@wfp/shared/db';
import { lastingTables, purgeOrder, type TenantTable } from '../organizations/index.ts';

const { sql, join } = Prisma;

/** A table as it is exported: every column but secrets and those that only the service itself needs. */
export interface ExportedTable {
  table: string;
  columns: string[];
  /** Its rows of an organization, in the order of its key. */
  statement: Prisma.Sql;
  /** As many rows, in no order: for counting, which an index alone answers. */
  toCount: Prisma.Sql;
}

const tenantTables = [...purgeOrder, ...lastingTables];

/** What is no part of an export of an organization, and why. */
export const leftOut = tenantTables.flatMap(({ table, leftOut }) => (leftOut ? [{ table, leftOut }] : []));

interface Column {
  table: string;
  name: string;
  type: string;
  /** Its place in the primary key; null where it is no part of it. */
  key: number | null;
}

/**
 * The tables of an organization as the database itself has them, so that a column that is added is exported
 * without anybody thinking of it.
 */
export async function tablesOf(caller: Caller, snapshot: Snapshot): Promise<ExportedTable[]> {
  const exported: TenantTable[] = [
    { table: 'organizations' },
    ...tenantTables.filter((one) => !one.leftOut).toSorted((a, b) => (a.table < b.table ? -1 : 1)),
  ];
  const columns = await columnsOf(
    snapshot,
    exported.map((one) => one.table),
  );
  return exported.map(({ table, inside = [] }) => {
    const all = columns.filter((column) => column.table === table);
    const shown = all.filter(({ name }) => !/_(hash|enc)$/.test(name) && !inside.includes(name));
    const whose = ofOrganization(caller, table);
    return {
      table,
      columns: shown.map((column) => column.name),
      statement: rowsOf(table, shown, all, whose),
      toCount: sql`select 1 from ${identifier(table)} t where ${whose}`,
    };
  });
}

async function columnsOf(snapshot: Snapshot, tables: string[]): Promise<Column[]> {
  const statement = sql`select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
      array_position(i.indkey::int2[], a.attnum) as key /* of no org_id: what the tables are made of */
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}::text[])
    order by c.relname, a.attnum`;
  const columns: Column[] = [];
  for await (const batch of snapshot.batches<Column>(statement, 1_000)) columns.push(...batch);
  return columns;
}

function ofOrganization(caller: Caller, table: string): Prisma.Sql {
  const org_id = table === 'organizations' ? sql`t.id /* the org_id itself */` : sql`t.org_id`;
  return sql`${org_id} = ${caller.org_id}::int`;
}

function rowsOf(table: string, shown: Column[], all: Column[], whose: Prisma.Sql): Prisma.Sql {
  const key = all.filter((column) => column.key !== null).sort((a, b) => Number(a.key) - Number(b.key));
  const apart =
    table === 'audit_log'
      ? sql`left join audit_personal p on p.org_id = t.org_id and p.audit_id = t.id`
      : Prisma.empty;
  return sql`select ${join(shown.map((column) => columnValue(table, column)))}
    from ${identifier(table)} t ${apart}
    where ${whose}
    order by ${join(key.map(({ name }) => sql`t.${identifier(name)}`))}`;
}

/** A day is a day and no moment, bytes are hexadecimal, and values about people are where erasure finds them. */
function columnValue(table: string, { name, type }: Column): Prisma.Sql {
  const column = identifier(name);
  if (table === 'audit_log' && /^(before|after)$/.test(name)) {
    return sql`coalesce(p.${column}, t.${column}) as ${column}`;
  }
  if (type === 'date') return sql`to_char(t.${column}, 'YYYY-MM-DD') as ${column}`;
  if (type === 'bytea') return sql`encode(t.${column}, 'hex') as ${column}`;
  return sql`t.${column}`;
}
