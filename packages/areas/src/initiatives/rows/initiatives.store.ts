import type { Caller } from '@wfp/shared';
import {
  type EventToWrite,
  lockOrganization,
  Prisma,
  type Recording,
  type Transaction,
} from '@wfp/shared/db';

const { sql } = Prisma;

const hasChanged = (field: 'status' | 'health') => sql`c._before ->> ${field} <> c._after ->> ${field}`;

export const healthChanged: EventToWrite = { type: 'initiative.health_changed', when: hasChanged('health') };

/** How a change is recorded that is made by something else than a PATCH. */
export const initiativeUpdated: Recording = { event: 'initiative.post_update', also: [healthChanged] };
export const initiativeCompleted: Recording = {
  event: 'initiative.post_update',
  also: [{ type: 'initiative.completed', when: hasChanged('status') }],
};

/** An initiative under its lock. */
export interface LockedInitiative {
  id: number;
  status: string;
  health: string;
  progress_mode: string;
  progress: number;
}

/** Locks an initiative against deletion (`share`) or against any other change (`no key update`) until the end. */
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

/** Puts off the moment at which the owner is asked for an update. Part of what else is written. */
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

/** The codes that are a wanted one, or it with a number. */
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
