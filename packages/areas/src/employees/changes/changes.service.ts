import {
  type Call,
  type Caller,
  forbidden,
  invalidField,
  missingReference,
  notFound,
  requireRow,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { employeeLeaving } from '../announcements.ts';
import { announceReturned } from '../employment/employment-announcements.service.ts';
import { recordInHire } from '../names/identity.store.ts';
import { announceNameOfChange } from '../names/name-announcements.service.ts';
import { findStatusOn } from '../org-chart/reporting-lines.store.ts';
import { withReachCheck } from '../reach/reach.service.ts';
import { requireLiveReferences } from '../references/dated-references.service.ts';
import { isPermitted } from '../rows/employees.store.ts';
import type { CreateChange, ReadHistory } from '../timeline/timeline.contract.ts';
import {
  buildCorrection,
  cancellationViolation,
  correctionViolation,
  earlier,
  keptDecision,
  later,
} from '../timeline/timeline.policy.ts';
import {
  addChange,
  addChangeEvents,
  addPartOfChange,
  announcePosition,
  applyTimeline,
  requireEmployedOn,
  requireForChange,
  requireReferences,
  requireSeatAgain,
  requireValidReportingLines,
  withWarnings,
} from '../timeline/timeline.service.ts';
import {
  type ChangeRow,
  findChangeInTransaction,
  insertChange,
  type LockedEmployee,
  updateChange,
} from '../timeline/timeline.store.ts';
import {
  correctionRecording,
  findRowPosition,
  listRecordedEvents,
  placementRecording,
} from './apply.store.ts';
import { requireChangePermission } from './change-access.ts';
import { findDependentChanges, findFirstChangeDay, findHistory } from './changes.store.ts';

/** Events of {@link createChange}, without those of the consequences of `timelineApplied`. */
export const createChangeEvents = [
  'employee.change_proposed',
  'employee.change_cancelled',
  ...addChangeEvents,
  ...listRecordedEvents(correctionRecording),
] as const;

interface HookContext {
  tx: Transaction;
  caller: Caller;
}

type ChangeCall = Pick<Call<{ employeeId: number; id: number }, unknown, unknown>, 'caller' | 'params'>;

export async function getHistory({ caller, params, query }: Call<{ id: number }, ReadHistory, unknown>) {
  await requireChangePermission(caller, params.id, 'read');
  return findHistory(caller, params.id, query);
}

/**
 * Adds a change to the timeline. A caller with `employee_change:create` and without `employee_change:update` only
 * proposes it: a proposal has no effect until it is approved.
 */
export async function createChange({
  tx,
  caller,
  within,
  values: body,
}: HookContext & { within: Readonly<Record<string, number>>; values: CreateChange }): Promise<ChangeRow> {
  const id = Number(within.employee_id);
  const employee = await requireForChange(tx, caller, id);
  const isDecision = await isPermitted(tx, caller, id, 'employee_change:update');
  await requireReferences(tx, caller, body.set, { employee_id: id, within: 'set.' });
  if (isDecision) await recordInHire(tx, caller, id, Object.keys(body.set));
  if (body.corrects_id !== undefined) {
    if (isDecision) return correctAndAnnounce(tx, caller, employee, body, body.corrects_id);
    throw forbidden(
      caller.rowScopeFor('employee_change:update') ? 'row_scope' : 'permission',
      'Corrections require employee_change:update on this employee',
      'employee_change:update',
    );
  }
  await requireEmployedOn(tx, caller, employee.id, body.effective_date);
  if (isDecision) {
    const change = await addChange(tx, caller, employee, body, placementRecording);
    await requireValidReportingLines(tx, caller, change, 'set.manager_id');
    await announceNameOfChange(tx, caller, employee, change.set);
    return change;
  }
  const proposal = insertChange(caller, id, { ...body, state: 'proposed' });
  const [row] = await tx.write(proposal, { event: 'employee.change_proposed', action: 'propose' });
  if (!row) throw new Error('Invariant: the insert returned no row');
  return row;
}

/** Approves a proposal. It is validated and ordered as if it were created now. */
export async function approveChange({ caller, params }: ChangeCall): Promise<ChangeRow> {
  const { employeeId, id } = params;
  await requireChangePermission(caller, employeeId, 'update');
  return writeInTransaction(caller, async (tx) => {
    const employee = await requireForChange(tx, caller, employeeId);
    const proposed = await requireChange(tx, caller, employeeId, id);
    if (proposed.state !== 'proposed') throw invalidField('id', `Is already ${proposed.state}`);
    const { effective_date, set } = proposed;
    await requireReferences(tx, caller, set, { employee_id: employeeId, within: 'set.' });
    await requireEmployedOn(tx, caller, employeeId, effective_date);
    await recordInHire(tx, caller, employeeId, Object.keys(set));
    const row = await withReachCheck(tx, caller, employee, () =>
      confirmChange(tx, caller, employee, proposed),
    );
    await requireValidReportingLines(tx, caller, row, 'set.manager_id');
    await announceNameOfChange(tx, caller, employee, set);
    return withWarnings(row, await announcePosition(tx, employeeId, set.position_id, id));
  });
}

async function confirmChange(
  tx: Transaction,
  caller: Caller,
  { id, today }: LockedEmployee,
  proposed: ChangeRow,
): Promise<ChangeRow> {
  const { effective_date } = proposed;
  const state = effective_date <= today ? 'applied' : 'scheduled';
  const confirm = updateChange(caller, proposed, state, { confirmed: true });
  const [row] = await tx.write(confirm, { event: `employee.change_${state}`, action: 'approve' });
  if (!row) throw notFound('Change');
  if (state === 'applied')
    await applyTimeline(tx, caller, id, effective_date, { recording: placementRecording });
  return row;
}

/** Cancels a proposed or scheduled change and the changes it caused. */
export async function cancelChange({
  tx,
  caller,
  before: change,
}: HookContext & { before: ChangeRow }): Promise<void> {
  const employee = await requireForChange(tx, caller, change.employee_id);
  const violation = cancellationViolation(change);
  if (violation) throw invalidField('id', violation);
  await withReachCheck(tx, caller, employee, () => recordCancellation(tx, caller, change));
  for (const following of await findDependentChanges(tx, caller, change.id)) {
    const report = { id: following.employee_id, user_id: null };
    await withReachCheck(tx, caller, report, () => recordCancellation(tx, caller, following));
  }
  if (change.state === 'proposed') return;
  await requireValidReportingLines(tx, caller, { ...change, effective_date: employee.today }, 'id');
}

export async function withdrawChange({ caller, params }: ChangeCall): Promise<ChangeRow> {
  const { employeeId, id } = params;
  await requireChangePermission(caller, employeeId, 'create');
  return writeInTransaction(caller, async (tx) => {
    await requireForChange(tx, caller, employeeId);
    const change = await requireRow({
      caller,
      find: () => findChangeInTransaction(tx, caller, employeeId, id, { proposed_by: caller.user_id }),
      findReadable: () => findChangeInTransaction(tx, caller, employeeId, id, { read_by: caller }),
      permission: 'employee_change:create',
      noun: 'Change',
      rejected: forbidden('rule', 'Was proposed by another user'),
    });
    if (change.state !== 'proposed') throw invalidField('id', `Is already ${change.state}`);
    return recordCancellation(tx, caller, change, undefined, 'withdraw');
  });
}

async function requireChange(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  id: number,
): Promise<ChangeRow> {
  const change = await findChangeInTransaction(tx, caller, employee_id, id);
  if (!change) throw notFound('Change');
  return change;
}

export async function recordCancellation(
  tx: Transaction,
  caller: Caller,
  change: ChangeRow,
  note?: string,
  action = 'cancel',
): Promise<ChangeRow> {
  const text = [change.note, note].filter(Boolean).join('\n');
  const update = updateChange(caller, change, 'cancelled', note === undefined ? {} : { note: text });
  const [row] = await tx.write(update, { event: 'employee.change_cancelled', action });
  if (!row) throw new Error('Invariant: the update returned no row');
  return row;
}

/** Corrects a change, and announces the rehire if the correction moves it to today or earlier. */
async function correctAndAnnounce(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  body: CreateChange,
  corrects_id: number,
): Promise<ChangeRow> {
  const held = await findRowPosition(tx, caller, employee.id);
  const change = await withReachCheck(tx, caller, employee, () =>
    replaceWithCorrection(tx, caller, employee, body, corrects_id),
  );
  await requireSeatAgain(tx, caller, employee.id, held);
  await announceNameOfChange(tx, caller, employee, change.set);
  const isBack =
    employee.status === 'terminated' && change.state === 'applied' && change.set.status === 'active';
  if (isBack) await announceReturned(tx, employee, caller);
  return change;
}

/** Cancels a change and adds its replacement, which keeps the fields that the correction does not set. */
async function replaceWithCorrection(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  body: CreateChange,
  corrects_id: number,
): Promise<ChangeRow> {
  const wrong = await findChangeInTransaction(tx, caller, employee.id, corrects_id);
  if (!wrong) throw missingReference('corrects_id');
  const violation = correctionViolation(wrong, body, employee.today);
  if (violation) throw invalidField(...violation);
  const { set, sequence, isHireCorrection, isEndCorrection } = buildCorrection(wrong, body);
  if (isEndCorrection && wrong.state === 'scheduled' && employee.user_id !== null)
    await tx.announce(employeeLeaving, { user_id: employee.user_id });
  if (body.effective_date > employee.today) await requireLiveReferences(tx, caller, set);
  await recordCancellation(tx, caller, wrong);
  if (isHireCorrection) await requireValidHireDate(tx, caller, wrong, body.effective_date);
  else await requireEmployedOn(tx, caller, employee.id, body.effective_date);
  if (isEndCorrection) await requireNoLaterChange(tx, caller, wrong, body.effective_date);
  const added = { ...body, set, sequence, keeps_decision_of: keptDecision(wrong, body, employee.today) };
  const change = await addPartOfChange(tx, caller, employee, added, correctionRecording);
  // The cancelled change may have been in effect before the day of its replacement.
  const from_day = earlier(body.effective_date, employee.today);
  await applyTimeline(tx, caller, employee.id, from_day, { recording: correctionRecording });
  const from = isHireCorrection ? employee.today : earlier(wrong.effective_date, body.effective_date);
  await requireValidReportingLines(tx, caller, { ...change, effective_date: from }, 'effective_date');
  return change;
}

/** @throws AppError `invalid` if another change lies between the old and the new day, or an employment covers the new day */
async function requireValidHireDate(
  tx: Transaction,
  caller: Caller,
  wrong: ChangeRow,
  day: string,
): Promise<void> {
  const { employee_id, effective_date } = wrong;
  const days = { from: earlier(effective_date, day), before: later(effective_date, day) };
  const other = await findFirstChangeDay(tx, caller, employee_id, days);
  const { status } = await findStatusOn(tx, caller, employee_id, day);
  if (other === null && (status === null || status === 'terminated')) return;
  throw invalidField('effective_date', `Conflicts with another change or employment on ${other ?? day}`);
}

/** @throws AppError `invalid` if another change takes effect between the new day and the current one */
async function requireNoLaterChange(
  tx: Transaction,
  caller: Caller,
  wrong: ChangeRow,
  day: string,
): Promise<void> {
  const next = await findFirstChangeDay(tx, caller, wrong.employee_id, { after: day });
  if (next === null || next > wrong.effective_date) return;
  throw invalidField('effective_date', `Conflicts with another change on ${next}`);
}
