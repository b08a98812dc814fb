import { Prisma } from '../../db/index.ts';
import type { RecordNaming } from '../../db/statements/scoped-table.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import type { ParentResource } from '../routes/parent-resource.ts';
import type { RecordName, Rows } from './rows.ts';
import { recordNameSql } from './table.store.ts';

const { sql } = Prisma;

interface NamedDeclaration {
  recordName?: RecordName;
  recordHint?: string;
}

/** Returns how other records show a record of a declared resource; undefined if it has no name of its own. */
export function namingOf(
  { recordName, recordHint }: NamedDeclaration,
  { table }: Rows,
  parent: { resource: ParentResource; field: string | undefined } | undefined,
): RecordNaming | undefined {
  if (recordName === undefined) return undefined;
  return {
    name: (alias) => recordNameSql(recordName, alias),
    ...(recordHint && { hint: (alias: string) => sql`${identifier(alias)}.${identifier(recordHint)}` }),
    ...(parent?.field && { parent: { resource: parent.resource.resource, field: parent.field } }),
    isPermanent: !table.columns.includes('deleted_at'),
  };
}
