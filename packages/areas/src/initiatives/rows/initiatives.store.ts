import type { Caller } from '@wfp/shared';
import {
  type EventToWrite,
  literal,
  lockOrganization,
  Prisma,
  type Recording,
  type Transaction,
} from '@wfp/shared/db';

const { sql } = Prisma;

const hasChanged = (field: 'status' | 'health') =>
  sql`c._before ->> ${literal(field)} <> c._after ->> ${literal(field)}`;

export const healthChanged: EventToWrite = { type: 'initiative.health_changed', when: hasChanged('health') };

export const initiativeUpdated: Recording = { event: 'initiative.post_update', also: [healthChanged] };
export const initiativeCompleted: Recording = {
  event: 'initiative.post_update',
  also: [{ type: 'initiative.completed', when: hasChanged('status') }],
};

export interface LockedInitiative {
  id: number;
  status: string;
  health: string;
  progress_mode: string;
  progress: number;
}

/**
 * Locks an initiative until the transaction ends. Both locks prevent changes and deletion by other transactions; several
 * transactions can hold `share`, only one `no key update`.
 */
export async function lockInitiative(
  tx: Transaction,
  caller: Caller,
  id: number,
  strength: 'share' | 'no key update',
): Promise<LockedInitiative | undefined> {
  const [row] = await tx.rows<LockedInitiative>(
    sql`select i.id, i.status, i.health, i.progress_mode, i.progress from initiatives i
      where i.org_id = ${caller.org_id} and i.id = ${id} and i.deleted_at is null for ${Prisma.raw(strength)}`,
  );
  return row;
}

/** Postpones the next request for an update. Unrecorded: part of a recorded write. */
export async function postponeUpdateDue(
  tx: Transaction,
  caller: Caller,
  id: number,
  until: Date,
): Promise<void> {
  await tx.executeUnrecorded(
    sql`update initiatives set update_due_at = ${until} where org_id = ${caller.org_id} and id = ${id}`,
  );
}

/** Lists codes that start with a wanted one. Locks codes until the transaction ends. */
export async function findSimilarCodes(
  tx: Transaction,
  caller: Caller,
  wanted: string,
): Promise<Set<string>> {
  await lockOrganization(tx, caller, 'initiative_codes');
  const rows = await tx.rows<{ code: string }>(sql`select lower(i.code) as code from initiatives i
    where i.org_id = ${caller.org_id} and i.deleted_at is null and starts_with(lower(i.code), ${wanted})`);
  return new Set(rows.map((row) => row.code));
}
