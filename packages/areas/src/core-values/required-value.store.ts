import { type Caller, invalidField } from '@wfp/shared';
import { type Check, Prisma, sqlCheck, type Transaction } from '@wfp/shared/db';
import { requiresKudosValue } from '../company-configuration/index.ts';

const { sql } = Prisma;

/** Condition: an organization has an active value, apart from one. */
const hasActiveValue = (org_id: number, apartFrom: number | null = null) =>
  sql`exists (select from core_values v where v.org_id = ${org_id} and v.is_active and v.deleted_at is null
    and v.id is distinct from ${apartFrom}::int)`;

/**
 * Rejects the end of an active value, if it is the last one and kudos require one. The lock of the required value must be
 * held.
 *
 * @throws AppError `invalid` on `field`
 */
export async function rejectLastValue(
  tx: Transaction,
  { org_id }: Caller,
  { id, field }: { id: number; field: 'id' | 'is_active' },
): Promise<void> {
  const isLast = sql`${requiresKudosValue(org_id)} and not ${hasActiveValue(org_id, id)}`;
  if ((await tx.rows(sql`select where ${isLast}`)).length === 0) return;
  throw invalidField(
    field,
    'Is the last active core value, and kudos require one; activate another one, or set kudos.require_core_value of the company configuration to false first',
  );
}

/**
 * Rejects that kudos require a value while none is active. The lock of the required value must be held.
 *
 * @throws AppError `invalid` on `field`
 */
export async function rejectMissingValue(tx: Transaction, { org_id }: Caller, field: string): Promise<void> {
  if ((await tx.rows(sql`select where ${hasActiveValue(org_id)}`)).length === 0)
    throw invalidField(field, 'Requires an active core value; create one first');
}

export const requiredValueCheck: Check = sqlCheck(
  {
    name: 'required-core-value',
    scope: 'organization',
    invariant: 'While kudos require a core value, one is active.',
    repair:
      'Activate or create a core value, or set kudos.require_core_value of the company configuration to false.',
  },
  ({ org_id, is_closed }) => sql`select 'kudos require a core value, and none is active' as message
    where not ${is_closed}::bool and ${requiresKudosValue(org_id)} and not ${hasActiveValue(org_id)}`,
);
