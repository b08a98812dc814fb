import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  type RecordedTable,
  readOne,
  readPage,
  recordedTable,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { ListParts } from './directory.contract.ts';

const { sql, raw } = Prisma;

const part = { aggregate: 'organization', aggregate_id: 'org_id' };

export const addressesTable = recordedTable({
  ...part,
  name: 'org_addresses',
  resource: 'org_address',
  columns: Prisma.OrgAddressScalarFieldEnum,
});
export const contactsTable = recordedTable({
  ...part,
  name: 'org_contacts',
  resource: 'org_contact',
  columns: Prisma.OrgContactScalarFieldEnum,
});
export const socialLinksTable = recordedTable({
  ...part,
  name: 'org_social_links',
  resource: 'org_social_link',
  columns: Prisma.OrgSocialLinkScalarFieldEnum,
});

export interface PartRow {
  id: number;
  [column: string]: unknown;
}

const from = (table: RecordedTable) => raw(`"${table.name}" p`);

export function findParts(caller: Caller, table: RecordedTable, query: ListParts): Promise<Listed<PartRow>> {
  return readPage<PartRow>(caller, query, {
    columns: wireColumns(table, 'p'),
    from: from(table),
    where: sql`p.org_id = ${caller.org_id} and p.deleted_at is null`,
    orderBy: table.columns.includes('position') ? sql`p.position, p.id` : sql`p.kind, p.id`,
  });
}

export function findPart(caller: Caller, table: RecordedTable, id: number): Promise<PartRow | undefined> {
  return readOne<PartRow>(
    caller,
    sql`select ${wireColumns(table, 'p')} from ${from(table)}
      where p.org_id = ${caller.org_id} and p.id = ${id} and p.deleted_at is null`,
  );
}

export function insertPart(caller: Caller, table: RecordedTable, values: object): Change<PartRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return { table, statement: insertInto(caller, table, { ...values, ...by }) };
}

export function updatePart(
  caller: Caller,
  table: RecordedTable,
  id: number,
  values: object,
): Change<PartRow> {
  const where = sql`id = ${id} and deleted_at is null`;
  return { table, statement: updateRows(caller, table, { ...values }, where) };
}

export function archivePart(caller: Caller, table: RecordedTable, id: number): Change<PartRow> {
  return updatePart(caller, table, id, { deleted_at: sql`now()`, ...freed(table) });
}

/** An address that is gone is no primary one. */
function freed(table: RecordedTable): object {
  return table.columns.includes('is_primary') ? { is_primary: false } : {};
}

/** Until the end of the transaction nobody else changes which address is the primary one. */
export async function lockDirectory(tx: Transaction, caller: Caller): Promise<void> {
  await tx.rows(sql`select o.id from organizations o where o.id = ${caller.org_id} for no key update`);
}

/** Takes the place of the primary address of a kind from whichever holds it. */
export function giveUpPrimary(caller: Caller, kind: string, except: number | null): Change<PartRow> {
  const where = sql`kind = ${kind}::org_address_kind and is_primary and deleted_at is null
    and id is distinct from ${except}::int`;
  return {
    table: addressesTable,
    statement: updateRows(caller, addressesTable, { is_primary: false }, where),
  };
}
