import { refusalOf } from '../../access/require-row.ts';
import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { Listed } from '../../contract/index.ts';
import {
  type EventToWrite,
  isUnchanged,
  type Recording,
  type Transaction,
  write,
  writeInTransaction,
} from '../../db/index.ts';
import { AppError, notFound } from '../../errors.ts';
import type { ListQuery } from '../contract/contract.ts';
import { hasHooks, runHook, type WritePhase } from './hooks.ts';
import { refersIn, refuseBrokenReferences } from './references.ts';
import type { AnyRow, AnyValues } from './row.ts';
import {
  findRow,
  findRows,
  insertRow,
  keepsReach,
  liesInReach,
  lockRow,
  markRow,
  reachesAll,
  updateRowIfDifferent,
} from './rows.store.ts';
import type { Access, Rows } from './rows.ts';

/** Answers a list: deleted rows only to callers who may restore them. */
export async function listRows(rows: Rows, access: Access, query: ListQuery): Promise<Listed<AnyRow>> {
  const right = query.deleted ? rows.rights.restore : rows.rights.list;
  if (query.deleted && !access.caller.reach(rows.place.permission(right))) {
    throw new AppError('forbidden', `Deleted rows require ${rows.place.permission(right)}`);
  }
  return findRows<AnyRow>(rows, access, query, right);
}

/** @throws AppError `not_found` */
export async function getRow(rows: Rows, access: Access, id: number): Promise<AnyRow> {
  const row = await findRow<AnyRow>(rows, access, id, rows.rights.get);
  if (!row) throw notFound(rows.noun);
  return row;
}

/** Creates a row: in one statement where nothing but the row is read or written. */
export async function createRow(rows: Rows, access: Access, sent: AnyValues): Promise<AnyRow> {
  const { caller } = access;
  await validate(rows, access, sent, 'create');
  if (!refersIn(rows, sent) && !hasSteps(rows, 'create') && reachesAll(rows, caller, rows.rights.create)) {
    return one(rows, await write(caller, insertRow<AnyRow>(rows, access, sent), recordingOf(rows, 'create')));
  }
  return writeInTransaction(caller, (tx) => createWithin(rows, tx, access, sent));
}

/** Creates a row inside a transaction. */
export async function createWithin(
  rows: Rows,
  tx: Transaction,
  access: Access,
  sent: AnyValues,
): Promise<AnyRow> {
  const { caller } = access;
  await beforeLock(rows, tx, access, { id: null, values: sent, phase: 'create' });
  const { create } = rows.writes;
  if (create) return { ...(await create.run({ tx, caller, within: access.within, values: sent })) };
  const values = await prepared(rows, tx, access, null, sent);
  const row = one(rows, await tx.write(insertRow<AnyRow>(rows, access, values), recordingOf(rows, 'create')));
  await refuseBeyondReach(rows, tx, access, row.id, rows.rights.create);
  for (const { afterWrite } of rows.hooks) await runHook(afterWrite, { tx, caller, before: null, row });
  return withWarnings(rows, tx, caller, row);
}

/** Changes fields of a row: in one statement where nothing but the row is read or written. */
export async function patchRow(rows: Rows, access: Access, id: number, sent: AnyValues): Promise<AnyRow> {
  const { caller } = access;
  const right = rows.rights.update;
  await validate(rows, access, sent, 'update');
  if (
    !refersIn(rows, sent) &&
    !hasSteps(rows, 'update') &&
    (reachesAll(rows, caller, right) || keepsReach(rows, sent))
  ) {
    const change = updateRowIfDifferent<AnyRow>(rows, access, id, sent, right);
    const [row] = await write(caller, change, recordingOf(rows, 'update'));
    if (!row) throw await refusal(rows, access, id, right);
    return row;
  }
  return writeInTransaction(caller, (tx) => patchWithin(rows, tx, access, id, sent));
}

/** Changes fields of a row inside a transaction. */
export async function patchWithin(
  rows: Rows,
  tx: Transaction,
  access: Access,
  id: number,
  sent: AnyValues,
): Promise<AnyRow> {
  await beforeLock(rows, tx, access, { id, values: sent, phase: 'update' });
  return lockAndPatch(rows, tx, access, id, sent);
}

/** The part of {@link patchWithin} after the hooks that take other locks. */
export async function lockAndPatch(
  rows: Rows,
  tx: Transaction,
  access: Access,
  id: number,
  sent: AnyValues,
): Promise<AnyRow> {
  const { caller } = access;
  const right = rows.rights.update;
  const before = await lockRow<AnyRow>(rows, tx, access, id, right);
  if (!before) throw await refusal(rows, access, id, right);
  const values = await prepared(rows, tx, access, before, sent);
  const change = updateRowIfDifferent<AnyRow>(rows, access, id, values, right);
  const row = one(rows, await tx.write(change, recordingOf(rows, 'update')));
  if (isUnchanged(row)) return withWarnings(rows, tx, caller, row);
  if (!keepsReach(rows, values)) await refuseBeyondReach(rows, tx, access, id, right);
  for (const { afterWrite } of rows.hooks) await runHook(afterWrite, { tx, caller, before, row });
  return withWarnings(rows, tx, caller, row);
}

/** Marks a row as deleted. */
export async function archiveRow(rows: Rows, access: Access, id: number): Promise<void> {
  const { caller } = access;
  const right = rows.rights.archive;
  if (!hasHooks(rows.hooks, 'archive') && !rows.writes.archive) {
    const change = markRow<AnyRow>(rows, access, id, 'archived', right);
    const [row] = await write(caller, change, recordingOf(rows, 'archive'));
    if (!row) throw await refusal(rows, access, id, right);
    return;
  }
  await writeInTransaction(caller, (tx) => archiveWithin(rows, tx, access, id));
}

/** Marks a row as deleted inside a transaction. */
export async function archiveWithin(
  rows: Rows,
  tx: Transaction,
  access: Access,
  id: number,
): Promise<AnyRow> {
  const { caller } = access;
  const right = rows.rights.archive;
  await beforeLock(rows, tx, access, { id, values: null, phase: 'archive' });
  const before = await lockRow<AnyRow>(rows, tx, access, id, right);
  if (!before) throw await refusal(rows, access, id, right);
  if (rows.writes.archive) {
    await rows.writes.archive.run({ tx, caller, before });
    return before;
  }
  for (const { beforeArchive } of rows.hooks) await runHook(beforeArchive, { tx, caller, before });
  const change = markRow<AnyRow>(rows, access, id, 'archived', right);
  const row = one(rows, await tx.write(change, recordingOf(rows, 'archive')));
  for (const { afterArchive } of rows.hooks) await runHook(afterArchive, { tx, caller, row });
  return row;
}

/** Restores a deleted row, if its references still exist and no other row took its unique values. */
export async function restoreRow(rows: Rows, access: Access, id: number): Promise<AnyRow> {
  const { caller } = access;
  return writeInTransaction(caller, async (tx) => {
    await beforeLock(rows, tx, access, { id, values: null, phase: 'restore' });
    const change = markRow<AnyRow>(rows, access, id, 'restored', rows.rights.restore);
    const row = one(rows, await tx.write(change, recordingOf(rows, 'restore')));
    await refuseBrokenReferences(rows, { tx, caller }, null, row);
    for (const { afterRestore } of rows.hooks) await runHook(afterRestore, { tx, caller, row });
    return row;
  });
}

/** How a write of a phase is recorded, with the events that one of its endpoints adds. */
export function recordingOf(
  { events }: Rows,
  phase: WritePhase,
  also: readonly EventToWrite[] = [],
): Recording {
  const { type, also: declared } = events[phase];
  return { event: type, also: [...declared, ...also], action: phase };
}

/** Runs the checks of values that need no transaction. */
export async function validate(
  { hooks }: Rows,
  { caller, within }: Access,
  values: AnyValues,
  phase: 'create' | 'update',
): Promise<void> {
  for (const one of hooks) await one.validate?.({ caller, values, within, phase });
}

/** Runs the hooks that take locks before the row. */
export async function beforeLock(
  { hooks }: Rows,
  tx: Transaction,
  { caller, within }: Access,
  write: { id: number | null; values: AnyValues | null; phase: WritePhase },
): Promise<void> {
  for (const one of hooks) await runHook(one.beforeLock, { tx, caller, within, ...write });
}

/** True if a create or update does more inside its transaction than write the row. */
function hasSteps({ hooks, warnings, writes }: Rows, phase: 'create' | 'update'): boolean {
  const isOwn = phase === 'create' && writes.create !== undefined;
  return isOwn || warnings !== undefined || hasHooks(hooks, phase);
}

async function withWarnings(
  { warnings: find }: Rows,
  tx: Transaction,
  caller: Caller,
  row: AnyRow,
): Promise<AnyRow> {
  const warnings = (await find?.({ tx, caller, row })) ?? [];
  return warnings.length === 0 ? row : { ...row, warnings };
}

async function prepared(
  rows: Rows,
  tx: Transaction,
  { caller, within }: Access,
  before: AnyRow | null,
  sent: AnyValues,
): Promise<AnyValues> {
  let values = sent;
  for (const { beforeWrite } of rows.hooks) {
    values = { ...values, ...(await runHook(beforeWrite, { tx, caller, within, before, values })) };
  }
  await refuseBrokenReferences(rows, { tx, caller }, before, values);
  return values;
}

/** Rejects a row that was created, or moved, where the caller's right does not apply. */
async function refuseBeyondReach(
  rows: Rows,
  tx: Transaction,
  access: Access,
  id: number,
  right: Right,
): Promise<void> {
  if (await liesInReach(rows, tx, access, id, right)) return;
  throw new AppError('forbidden', `${rows.place.permission(right)} does not cover such a row`);
}

/** The error for a row that a write did not find: 404 where the caller may not read it, 403 where they may. */
export function refusal(rows: Rows, access: Access, id: number, right: Right): Promise<AppError> {
  return refusalOf({
    find: () => findRow<AnyRow>(rows, access, id, right),
    see: async () =>
      (rows.place.hasOwnScope || rows.restrictions[right]) && findRow<AnyRow>(rows, access, id, 'read'),
    permission: rows.place.permission(right),
    noun: rows.noun,
  });
}

function one({ noun }: Rows, [row]: AnyRow[]): AnyRow {
  if (!row) throw notFound(noun);
  return row;
}
