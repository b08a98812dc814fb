import { invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { placeDeleting } from './announcements.ts';

/** Rejects the deletion of a place to which rows refer. The lock on its row prevents new references. */
export async function rejectDependents({
  tx,
  before,
}: {
  tx: Transaction;
  before: { id: number };
}): Promise<void> {
  const held: string[] = [];
  const report = (count: number, one: string, many: string) => {
    if (count > 0) held.push(`${count} ${count === 1 ? one : many}`);
  };
  await tx.announce(placeDeleting, { place_id: before.id, report });
  if (held.length > 0) throw invalidField('id', `Still has ${held.join(', ')}`);
}
