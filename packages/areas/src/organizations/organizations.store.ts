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

/** All columns except those that triggers derive from other tables. */
const {
  allowed_networks: _n,
  features: _f,
  pre_hooks: _p,
  roles_version: _r,
  ...columns
} = Prisma.OrganizationScalarFieldEnum;

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
  logo_file_id: number | null;
  verified_at: Date | null;
}

const shownColumns = (alias: string) => wireColumns(organizationsTable, alias, ['suspension_reason']);

export async function findOrganization(caller: Caller): Promise<OrganizationRow> {
  const row = await readOne<OrganizationRow>(
    caller,
    sql`select ${shownColumns('o')} from organizations o where o.id = ${caller.org_id} /* the org_id itself */`,
  );
  if (!row) throw new Error('Invariant: the caller has no organization');
  return row;
}

export interface PendingVerification {
  user_id: number;
  email: string;
  org_name: string;
}

/** Returns the caller and the organization; undefined unless the organization is unverified. */
export async function findPendingVerification(caller: Caller): Promise<PendingVerification | undefined> {
  return readOne<PendingVerification>(
    caller,
    sql`select u.id as user_id, u.email, o.name as org_name from organizations o
      join ${usersAs('u')} on u.org_id = o.id and u.id = ${caller.user_id}::int
      where o.id = ${caller.org_id} /* the org_id itself */ and o.status = 'unverified' and o.verified_at is null`,
  );
}

export function updateOrganizationIfDifferent(
  caller: Caller,
  values: PatchOrganization,
): Change<OrganizationRow> {
  return {
    table: organizationsTable,
    statement: updateIfDifferent(caller, organizationsTable, { ...values }, sql`true`),
    select: shownColumns('c'),
  };
}

export function updateOrganization(
  caller: Caller,
  values: Record<string, Prisma.Sql | string | null>,
  condition = sql`true`,
): Change<OrganizationRow> {
  return {
    table: organizationsTable,
    statement: updateRows(caller, organizationsTable, { ...values }, condition),
    select: shownColumns('c'),
  };
}

export function startClosing(caller: Caller): Change<OrganizationRow> {
  const values = { status: sql`'closing'::organization_status`, closing_at: sql`now()` };
  return updateOrganization(caller, values, sql`status in ('unverified', 'active')`);
}

/** Restores the status before {@link startClosing}. */
export function cancelClosing(caller: Caller): Change<OrganizationRow> {
  const status = sql`case when verified_at is null then 'unverified' else 'active' end::organization_status`;
  return updateOrganization(caller, { status, closing_at: null }, sql`status = 'closing'`);
}

/** Closes an organization 30 days after closing started; sign-in is no longer possible. */
export function markClosed(caller: Caller): Change<OrganizationRow> {
  const values = { status: sql`'closed'::organization_status` };
  return updateOrganization(
    caller,
    values,
    sql`status = 'closing' and closing_at < now() - interval '30 days'`,
  );
}

export function verifyOrganization(caller: Caller): Change<OrganizationRow> {
  const status = sql`case status when 'unverified' then 'active' else status end`;
  return updateOrganization(caller, { status, verified_at: sql`now()` }, sql`verified_at is null`);
}

export async function hasLogo(tx: Transaction, caller: Caller, file_id: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select o.id from organizations o where o.id = ${caller.org_id} and o.logo_file_id = ${file_id}`,
  );
  return rows.length > 0;
}

/** Suspends an organization, whether verified or not, and also one that is closing: it is not purged while suspended. */
export function suspend(caller: Caller, reason: string): Change<OrganizationRow> {
  const values = { status: sql`'suspended'::organization_status`, suspension_reason: reason };
  return updateOrganization(caller, values, sql`status in ('unverified', 'active', 'closing')`);
}

/** Restores the status before {@link suspend}. The 30 days until the purge of a closing organization begin again. */
export function resume(caller: Caller): Change<OrganizationRow> {
  const status = sql`case when closing_at is not null then 'closing' when verified_at is null then 'unverified'
    else 'active' end::organization_status`;
  const closing_at = sql`case when closing_at is not null then now() end`;
  return updateOrganization(
    caller,
    { status, closing_at, suspension_reason: null },
    sql`status = 'suspended'`,
  );
}

export function setPlan(caller: Caller, plan_code: string): Change<OrganizationRow> {
  return {
    table: organizationsTable,
    statement: updateIfDifferent(caller, organizationsTable, { plan_code }, sql`status <> 'closed'`),
    select: shownColumns('c'),
  };
}

/**
 * Reads the caller's organization, and locks it if it is unverified. The limits of unverified organizations are then
 * checked by one transaction at a time.
 */
export async function lockIfUnverified(
  tx: Transaction,
  caller: Caller,
): Promise<Pick<OrganizationRow, 'name' | 'status'>> {
  const [found] = await tx.rows<Pick<OrganizationRow, 'name' | 'status'>>(
    sql`select o.name, o.status from organizations o where o.id = ${caller.org_id}`,
  );
  if (!found) throw new Error('Invariant: the caller has no organization');
  if (found.status === 'unverified')
    await tx.rows(sql`select o.id from organizations o where o.id = ${caller.org_id} for no key update`);
  return found;
}
