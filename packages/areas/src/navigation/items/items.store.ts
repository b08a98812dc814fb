import type { Caller } from '@wfp/shared';
import { lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';
import type { StoredItem } from '../menu/menu.policy.ts';

const { sql } = Prisma;

/** Until the transaction ends, no item is written. */
export const lockMenu = (tx: Transaction, caller: Caller): Promise<void> =>
  lockOrganization(tx, caller, 'navigation');

/** The live items of an organization, at most as many as it may have. */
export const selectItems = ({ org_id }: Caller): Prisma.Sql => sql`
  select n.key, n.label, n.icon, n.parent_key, n.position, n.target_kind, n.target, n.required_permission,
    n.required_feature, n.badge_query, n.is_hidden
  from navigation_items n where n.org_id = ${org_id} and n.deleted_at is null`;

export const readItems = (tx: Transaction, caller: Caller): Promise<StoredItem[]> =>
  tx.rows<StoredItem>(selectItems(caller));
