import { type Call, type Caller, invalidField, notFound, requirePermission } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import type { Acknowledge, Receipt } from '../announcements.contract.ts';
import { announcements } from '../announcements.resource.ts';
import { findState, type ReadableState } from '../announcements.store.ts';
import type { ListReceipts } from './receipts.contract.ts';
import { countProgress, findReaders, findReceipt, insertReceipt } from './receipts.store.ts';

type ById<Query = unknown, Body = unknown> = Call<{ id: number }, Query, Body>;

/** Records that the caller has read an announcement. Repeated calls return the same receipt. */
export async function markRead({ caller, params: { id } }: ById): Promise<Receipt> {
  const { version } = await requireForCaller(caller, id);
  return saveReceipt(caller, id, version, false);
}

/** Records that the caller acknowledges the current version. Repeated calls return the same receipt. */
export async function acknowledge({
  caller,
  params: { id },
  body,
}: ById<unknown, Acknowledge>): Promise<Receipt> {
  const { version, requires_ack } = await requireForCaller(caller, id);
  if (!requires_ack) throw invalidField('requires_ack', 'Is false; no acknowledgement is required');
  if (body.version !== undefined && body.version !== version)
    throw invalidField('version', `Must be ${version}, the current version`);
  return saveReceipt(caller, id, version, true);
}

async function saveReceipt(caller: Caller, id: number, version: number, isAck: boolean): Promise<Receipt> {
  const event = isAck ? 'announcement.acknowledged' : 'announcement.read';
  const [saved] = await write(caller, insertReceipt(caller, id, version, isAck), { event });
  const receipt = saved ?? (await findReceipt(caller, id, version));
  // The announcement was withdrawn or changed after it was checked.
  if (!receipt || (isAck && receipt.acknowledged_at === null)) throw notFound('Announcement');
  return receipt;
}

/** @throws AppError `not_found` if the caller does not see it, `invalid` if they see it only because they may change it */
async function requireForCaller(caller: Caller, id: number): Promise<ReadableState> {
  await announcements.get(caller, id);
  const state = await findState(caller, id);
  if (!state) throw notFound('Announcement');
  if (state.is_for_caller) return state;
  if (state.status !== 'published') throw invalidField('status', `Is ${state.status}; must be published`);
  throw invalidField('audience', 'Does not include you');
}

export async function listReceipts({ caller, params: { id }, query }: ById<ListReceipts>) {
  return findReaders(caller, await requireReaders(caller, id), query);
}

export async function getProgress({ caller, params: { id } }: ById) {
  return countProgress(caller, await requireReaders(caller, id));
}

/** The members of an audience reveal fields of employees, so the caller must be permitted to read those. */
async function requireReaders(caller: Caller, id: number) {
  await announcements.require(caller, id, 'update');
  requirePermission(caller, 'employee:read', 'on all employees to list the members of an audience');
  const state = await findState(caller, id);
  if (!state) throw notFound('Announcement');
  return { id, ...state };
}
