import type { Caller } from '@wfp/shared';
import { type CatalogueTable, identifier, isSecret, isTenantTable, metadataOf, Prisma } from '@wfp/shared/db';
import type { Snapshot } from '../lane.store.ts';

const { sql, join } = Prisma;

type Column = CatalogueTable['columns'][number];

/** An exported table: every column except secrets and internal ones. */
export interface ExportedTable {
  table: string;
  columns: string[];
  /** Selects the organization's rows in the order of the primary key. */
  statement: Prisma.Sql;
  /** Selects 1 for each of these rows, so that an index-only scan is enough to count them. */
  toCount: Prisma.Sql;
}

export interface ExcludedTable {
  table: string;
  why: string;
}

/** Reads the tables from the database catalogue, so that new tables and columns are exported automatically. */
export async function readTables(
  caller: Caller,
  snapshot: Snapshot,
): Promise<{ exported: ExportedTable[]; leftOut: ExcludedTable[] }> {
  const catalogue = await snapshot.tables();
  const tables = catalogue.filter((table) => isTenantTable(table) || table.name === 'organizations');
  return {
    exported: tables
      .filter(({ name }) => exclusionReason(name) === undefined)
      .map((table) => toExportedTable(caller, table)),
    leftOut: tables.flatMap(({ name }) => {
      const why = exclusionReason(name);
      return why === undefined ? [] : [{ table: name, why }];
    }),
  };
}

function exclusionReason(table: string): string | undefined {
  const { operational, unexported } = metadataOf(table);
  return operational ?? unexported;
}

function toExportedTable(caller: Caller, { name, columns }: CatalogueTable): ExportedTable {
  const { internal } = metadataOf(name);
  const shown = columns.filter((column) => !isSecret(column.name) && !internal.includes(column.name));
  const tenantCondition = belongsToOrganization(caller, name);
  return {
    table: name,
    columns: shown.map((column) => column.name),
    statement: selectRows(name, shown, columns, tenantCondition),
    toCount: sql`select 1 from ${identifier(name)} t where ${tenantCondition}`,
  };
}

function belongsToOrganization(caller: Caller, table: string): Prisma.Sql {
  const org_id = table === 'organizations' ? sql`t.id /* the org_id itself */` : sql`t.org_id`;
  return sql`${org_id} = ${caller.org_id}::int`;
}

function selectRows(table: string, shown: Column[], all: Column[], tenantCondition: Prisma.Sql): Prisma.Sql {
  const key = all.filter((column) => column.key !== null).sort((a, b) => Number(a.key) - Number(b.key));
  const apart =
    table === 'audit_log'
      ? sql`left join audit_personal p on p.org_id = t.org_id and p.audit_id = t.id`
      : Prisma.empty;
  return sql`select ${join(shown.map((column) => columnValue(table, column)))}
    from ${identifier(table)} t ${apart}
    where ${tenantCondition}
    order by ${join(key.map(({ name }) => sql`t.${identifier(name)}`))}`;
}

/**
 * SQL expression for the exported value of a column: dates without time, bytes in hexadecimal, and personal values of
 * audit entries from the table where they can be erased.
 */
function columnValue(table: string, { name, type }: Column): Prisma.Sql {
  const column = identifier(name);
  if (table === 'audit_log' && /^(before|after)$/.test(name)) {
    return sql`coalesce(p.${column}, t.${column}) as ${column}`;
  }
  if (type === 'date') return sql`to_char(t.${column}, 'YYYY-MM-DD') as ${column}`;
  if (type === 'bytea') return sql`encode(t.${column}, 'hex') as ${column}`;
  return sql`t.${column}`;
}
