import type { Caller } from '@wfp/shared';
import {
  type Change,
  Prisma,
  readOne,
  recordedTable,
  type Transaction,
  updateIfDifferent,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { usersAs } from '../accounts/index.ts';
import type { PatchOrganization } from './organizations.contract.ts';

const { sql } = Prisma;

/** What follows from other tables is none of its fields. */
const { allowed_networks: _n, features: _f, pre_hooks: _p, ...columns } = Prisma.OrganizationScalarFieldEnum;

export const organizationsTable = recordedTable({
  name: 'organizations',
  aggregate: 'organization',
  org_id: 'id',
  columns,
  record_name: sql`c.name`,
});

export interface OrganizationRow {
  id: number;
  name: string;
  slug: string;
  status: 'unverified' | 'active' | 'suspended' | 'closing' | 'closed';
}

export async function findOrganization(caller: Caller): Promise<OrganizationRow> {
  const row = await readOne<OrganizationRow>(
    caller,
    sql`select ${wireColumns(organizationsTable, 'o')} from organizations o where o.id = ${caller.org_id} /* the org_id itself */`,
  );
  if (!row) throw new Error('The organization of a caller exists');
  return row;
}

/** Whose address can confirm an organization that was not confirmed yet. */
export interface PendingVerification {
  user_id: number;
  email: string;
  org_name: string;
}

/** The caller's own address, as long as the organization waits to be confirmed. */
export async function findPendingVerification(caller: Caller): Promise<PendingVerification | undefined> {
  return readOne<PendingVerification>(
    caller,
    sql`select u.id as user_id, u.email, o.name as org_name from organizations o
      join ${usersAs('u')} on u.org_id = o.id and u.id = ${caller.user_id}::int
      where o.id = ${caller.org_id} /* the org_id itself */ and o.status = 'unverified' and o.verified_at is null`,
  );
}

/** Changes fields of the caller's own organization. */
export function updateOrganizationIfDifferent(
  caller: Caller,
  values: PatchOrganization,
): Change<OrganizationRow> {
  return {
    table: organizationsTable,
    statement: updateIfDifferent(caller, organizationsTable, { ...values }, sql`true`),
  };
}

/** Changes the state of the caller's own organization; with a condition, only while it holds. */
export function updateOrganization(
  caller: Caller,
  values: Record<string, Prisma.Sql | null>,
  condition = sql`true`,
): Change<OrganizationRow> {
  return {
    table: organizationsTable,
    statement: updateRows(caller, organizationsTable, { ...values }, condition),
  };
}

/** Makes an organization read-only until it is purged. */
export function startClosing(caller: Caller): Change<OrganizationRow> {
  const values = { status: sql`'closing'::organization_status`, closing_at: sql`now()` };
  return updateOrganization(caller, values, sql`status in ('unverified', 'active')`);
}

/** Undoes it; an organization that was never verified is that again. */
export function cancelClosing(caller: Caller): Change<OrganizationRow> {
  const status = sql`case when verified_at is null then 'unverified' else 'active' end::organization_status`;
  return updateOrganization(caller, { status, closing_at: null }, sql`status = 'closing'`);
}

/** Ends an organization whose 30 days are over: nobody signs in to it any more. */
export function markClosed(caller: Caller): Change<OrganizationRow> {
  const values = { status: sql`'closed'::organization_status` };
  return updateOrganization(
    caller,
    values,
    sql`status = 'closing' and closing_at < now() - interval '30 days'`,
  );
}

/** Notes that the address an organization was signed up with is its owner's. */
export function verifyOrganization(caller: Caller): Change<OrganizationRow> {
  const status = sql`case status when 'unverified' then 'active' else status end`;
  return updateOrganization(caller, { status, verified_at: sql`now()` }, sql`verified_at is null`);
}

/** The caller's organization. While it is unverified, transactions that read it here wait for one another. */
export async function lockIfUnverified(
  tx: Transaction,
  caller: Caller,
): Promise<Pick<OrganizationRow, 'name' | 'status'>> {
  const [found] = await tx.rows<Pick<OrganizationRow, 'name' | 'status'>>(
    sql`select o.name, o.status from organizations o where o.id = ${caller.org_id}`,
  );
  if (!found) throw new Error('The organization of a caller exists');
  if (found.status === 'unverified')
    await tx.rows(sql`select o.id from organizations o where o.id = ${caller.org_id} for no key update`);
  return found;
}
