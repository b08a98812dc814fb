import { missingPermission, rejectionOf, requirePermission } from '../../access/require-row.ts';
import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { ListPage } from '../../contract/index.ts';
import {
  type CombinableWrite,
  type EventToWrite,
  isUnchanged,
  type Recording,
  type Transaction,
  write,
  writeInTransaction,
} from '../../db/index.ts';
import { type AppError, notFound } from '../../errors.ts';
import type { ListQuery } from '../contract/contract.ts';
import { combinableCreate, combinableUpdate } from './combined/combined-rows.store.ts';
import { hasHooks, runHook, type WritePhase } from './hooks/hooks.ts';
import { hasReferences, rejectBrokenReferences, rejectLostReferences } from './references.ts';
import type { AnyRow, AnyValues } from './row.ts';
import {
  coversAllRows,
  findRow,
  findRows,
  insertRow,
  isRowInScope,
  keepsRowScope,
  lockRow,
  markRow,
  updateRowIfDifferent,
} from './rows.store.ts';
import type { RowAccess, Rows } from './rows.ts';

/** @throws AppError `forbidden` if deleted rows are requested without the right to restore */
export async function listRows(rows: Rows, access: RowAccess, query: ListQuery): Promise<ListPage<AnyRow>> {
  const right = query.deleted ? rows.rights.restore : rows.rights.list;
  if (query.deleted)
    requirePermission(access.caller, rows.route.permission(right), 'to list deleted records', 'any');
  return findRows<AnyRow>(rows, access, query, right);
}

/** @throws AppError `not_found` */
export async function getRow(rows: Rows, access: RowAccess, id: number): Promise<AnyRow> {
  const row = await findRow<AnyRow>(rows, access, id, rows.rights.get);
  if (!row) throw notFound(rows.noun);
  return row;
}

/** Creates a row, with one statement unless a hook, an override, warnings, a reference or a scope check needs more. */
export async function createRow(rows: Rows, access: RowAccess, sent: AnyValues): Promise<AnyRow> {
  const { caller } = access;
  await runValidateHooks(rows, access, { id: null, values: sent, phase: 'create' });
  if (
    !hasReferences(rows, sent) &&
    !needsTransaction(rows, 'create') &&
    coversAllRows(rows, caller, rows.rights.create)
  ) {
    const one = combinableCreate(rows, access, sent, recordingForPhase(rows, 'create'));
    return requireWrittenRow(rows, await writeAlone(rows, caller, one));
  }
  return writeInTransaction(caller, (tx) => createRowInTransaction(rows, tx, access, sent));
}

export async function createRowInTransaction(
  rows: Rows,
  tx: Transaction,
  access: RowAccess,
  sent: AnyValues,
): Promise<AnyRow> {
  const { caller } = access;
  await runBeforeLockHooks(rows, tx, access, { id: null, values: sent, phase: 'create' });
  const { create } = rows.writes;
  if (create) {
    const created = await create.run({ tx, caller, within: access.within, values: sent });
    return withWarnings(rows, tx, caller, { ...created });
  }
  const values = await prepareValues(rows, tx, access, null, sent);
  const row = requireWrittenRow(
    rows,
    await tx.write(insertRow<AnyRow>(rows, access, values), recordingForPhase(rows, 'create')),
  );
  await rejectOutOfScope(rows, tx, access, row.id, rows.rights.create);
  for (const { afterWrite } of rows.hooks) await runHook(afterWrite, { tx, caller, before: null, row });
  return withWarnings(rows, tx, caller, row);
}

/** Writes a row with one statement. */
function writeAlone(
  { combinesWrites }: Rows,
  caller: Caller,
  one: CombinableWrite<AnyRow>,
): Promise<AnyRow[]> {
  return combinesWrites ? write(caller, one) : write(caller, one.alone(), one.recording);
}

/** Updates a row, with one statement unless a hook, warnings, a reference or a scope check needs more. */
export async function patchRow(rows: Rows, access: RowAccess, id: number, sent: AnyValues): Promise<AnyRow> {
  const { caller } = access;
  const right = rows.rights.update;
  await runValidateHooks(rows, access, { id, values: sent, phase: 'update' });
  if (
    !hasReferences(rows, sent) &&
    !needsTransaction(rows, 'update') &&
    (coversAllRows(rows, caller, right) || keepsRowScope(rows, sent))
  ) {
    const one = combinableUpdate(
      rows,
      access,
      { id, values: sent, right },
      recordingForPhase(rows, 'update'),
    );
    const [row] = await writeAlone(rows, caller, one);
    if (!row) throw await missingRowError(rows, access, id, right);
    return row;
  }
  return writeInTransaction(caller, (tx) => patchRowInTransaction(rows, tx, access, id, sent));
}

export async function patchRowInTransaction(
  rows: Rows,
  tx: Transaction,
  access: RowAccess,
  id: number,
  sent: AnyValues,
): Promise<AnyRow> {
  await runBeforeLockHooks(rows, tx, access, { id, values: sent, phase: 'update' });
  return lockAndPatch(rows, tx, access, id, sent);
}

/** The part of {@link patchRowInTransaction} after the `beforeLock` hooks. */
export async function lockAndPatch(
  rows: Rows,
  tx: Transaction,
  access: RowAccess,
  id: number,
  sent: AnyValues,
): Promise<AnyRow> {
  const { caller } = access;
  const right = rows.rights.update;
  const before = await lockRow<AnyRow>(rows, tx, access, id, right);
  if (!before) throw await missingRowError(rows, access, id, right);
  const values = await prepareValues(rows, tx, access, before, sent);
  const change = updateRowIfDifferent<AnyRow>(rows, access, id, values, right);
  const row = requireWrittenRow(rows, await tx.write(change, recordingForPhase(rows, 'update')));
  if (isUnchanged(row)) return withWarnings(rows, tx, caller, row);
  if (!keepsRowScope(rows, values)) await rejectOutOfScope(rows, tx, access, id, right);
  for (const { afterWrite } of rows.hooks) await runHook(afterWrite, { tx, caller, before, row });
  return withWarnings(rows, tx, caller, row);
}

/** Archives a row, with one statement unless a hook or an override needs more. */
export async function archiveRow(rows: Rows, access: RowAccess, id: number): Promise<void> {
  const { caller } = access;
  const right = rows.rights.archive;
  if (!hasHooks(rows.hooks, 'archive') && !rows.writes.archive) {
    const change = markRow<AnyRow>(rows, access, id, 'archived', right);
    const [row] = await write(caller, change, recordingForPhase(rows, 'archive'));
    if (!row) throw await missingRowError(rows, access, id, right);
    return;
  }
  await writeInTransaction(caller, (tx) => archiveRowInTransaction(rows, tx, access, id));
}

export async function archiveRowInTransaction(
  rows: Rows,
  tx: Transaction,
  access: RowAccess,
  id: number,
): Promise<AnyRow> {
  const { caller } = access;
  const right = rows.rights.archive;
  await runBeforeLockHooks(rows, tx, access, { id, values: null, phase: 'archive' });
  const before = await lockRow<AnyRow>(rows, tx, access, id, right);
  if (!before) throw await missingRowError(rows, access, id, right);
  if (rows.writes.archive) {
    await rows.writes.archive.run({ tx, caller, before });
    return before;
  }
  for (const { beforeArchive } of rows.hooks) await runHook(beforeArchive, { tx, caller, before });
  const change = markRow<AnyRow>(rows, access, id, 'archived', right);
  const row = requireWrittenRow(rows, await tx.write(change, recordingForPhase(rows, 'archive')));
  for (const { afterArchive } of rows.hooks) await runHook(afterArchive, { tx, caller, row });
  return row;
}

/** Restores a deleted row if its references still exist and its unique values are still free. */
export async function restoreRow(rows: Rows, access: RowAccess, id: number): Promise<AnyRow> {
  const { caller } = access;
  return writeInTransaction(caller, async (tx) => {
    await runBeforeLockHooks(rows, tx, access, { id, values: null, phase: 'restore' });
    const change = markRow<AnyRow>(rows, access, id, 'restored', rows.rights.restore);
    const written = await tx.write(change, recordingForPhase(rows, 'restore'));
    const { was_deleted_at, ...row } = requireWrittenRow(rows, written);
    await rejectLostReferences(rows, { tx, caller }, row);
    for (const { afterRestore } of rows.hooks)
      await runHook(afterRestore, { tx, caller, row, deleted_at: String(was_deleted_at) });
    return row;
  });
}

/** Returns the recording of a write phase. `also` are events that the endpoint adds. */
export function recordingForPhase(
  { events }: Rows,
  phase: WritePhase,
  also: readonly EventToWrite[] = [],
): Recording {
  const { type, also: declared } = events[phase];
  return { event: type, also: [...declared, ...also], action: phase };
}

export async function runValidateHooks(
  { hooks }: Rows,
  { caller, within }: RowAccess,
  write: { id: number | null; values: AnyValues; phase: 'create' | 'update' },
): Promise<void> {
  for (const one of hooks) await one.validate?.({ caller, within, ...write });
}

export async function runBeforeLockHooks(
  { hooks }: Rows,
  tx: Transaction,
  { caller, within }: RowAccess,
  write: { id: number | null; values: AnyValues | null; phase: WritePhase },
): Promise<void> {
  for (const one of hooks) await runHook(one.beforeLock, { tx, caller, within, ...write });
}

/** True if a create or update runs more statements than the one that writes the row. */
function needsTransaction({ hooks, warnings, writes }: Rows, phase: 'create' | 'update'): boolean {
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

async function prepareValues(
  rows: Rows,
  tx: Transaction,
  { caller, within }: RowAccess,
  before: AnyRow | null,
  sent: AnyValues,
): Promise<AnyValues> {
  let values = sent;
  for (const { beforeWrite } of rows.hooks) {
    values = { ...values, ...(await runHook(beforeWrite, { tx, caller, within, before, values })) };
  }
  await rejectBrokenReferences(rows, { tx, caller }, before, values);
  return values;
}

/** Rejects a row created, or moved, outside the scope of the caller's right. */
async function rejectOutOfScope(
  rows: Rows,
  tx: Transaction,
  access: RowAccess,
  id: number,
  right: Right,
): Promise<void> {
  if (await isRowInScope(rows, tx, access, id, right)) return;
  throw missingPermission(access.caller, rows.route.permission(right), 'on the resulting record');
}

/** Returns the error for a row that a write did not match: 404 if the caller may not read it, otherwise 403. */
export function missingRowError(rows: Rows, access: RowAccess, id: number, right: Right): Promise<AppError> {
  return rejectionOf({
    caller: access.caller,
    find: () => findRow<AnyRow>(rows, access, id, right),
    findReadable: async () =>
      (rows.route.hasOwnScope || rows.restrictions[right]) && findRow<AnyRow>(rows, access, id, 'read'),
    permission: rows.route.permission(right),
    noun: rows.noun,
  });
}

function requireWrittenRow({ noun }: Rows, [row]: AnyRow[]): AnyRow {
  if (!row) throw notFound(noun);
  return row;
}
