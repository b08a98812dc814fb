import {
  AppError,
  type Call,
  type Caller,
  invalidField,
  missingReference,
  notFound,
  requireRow,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { announceReturned } from '../employment/leaving.service.ts';
import { standingOn } from '../org-chart/management.store.ts';
import { isPermitted } from '../rows/employees.store.ts';
import type { CreateChange, ReadHistory } from '../timeline/timeline.contract.ts';
import {
  absenceFault,
  cancellationFault,
  correctionFault,
  correctionOf,
  earlier,
  later,
} from '../timeline/timeline.policy.ts';
import {
  decide,
  decisionEvents,
  makeTrue,
  requireForChange,
  requireManagement,
  requireNobodyAlone,
  requireReferences,
} from '../timeline/timeline.service.ts';
import {
  type ChangeRow,
  changeNow,
  insertChange,
  type LockedEmployee,
  updateChange,
} from '../timeline/timeline.store.ts';
import { correctionFollowed, eventsOf, placeFollowed } from './apply.store.ts';
import { requireChanges } from './change-access.ts';
import { changedBetween, consequencesOf, findHistory } from './changes.store.ts';

/** Events of {@link createChange}, besides what follows from `timelineApplied`. */
export const createChangeEvents = [
  'employee.change_proposed',
  'employee.change_cancelled',
  ...decisionEvents,
  ...eventsOf(correctionFollowed),
] as const;

interface Step {
  tx: Transaction;
  caller: Caller;
}

type OneChange = Pick<Call<{ employeeId: number; id: number }, unknown, unknown>, 'caller' | 'params'>;

export async function getHistory({ caller, params, query }: Call<{ id: number }, ReadHistory, unknown>) {
  await requireChanges(caller, params.id, 'read');
  return findHistory(caller, params.id, query);
}

/**
 * Decides on a change of an employee from a day on, or proposes it: callers who may create changes and not confirm them
 * propose, and nothing follows until the proposal is approved.
 */
export async function createChange({
  tx,
  caller,
  within,
  values: body,
}: Step & { within: Readonly<Record<string, number>>; values: CreateChange }): Promise<ChangeRow> {
  const id = Number(within.employee_id);
  const employee = await requireForChange(tx, caller, id);
  const isDecision = await isPermitted(tx, caller, id, 'employee_change:update');
  await requireReferences(tx, caller, body.set, 'set.');
  if (body.corrects_id !== undefined) {
    if (isDecision) return correctAndFollow(tx, caller, employee, body, body.corrects_id);
    throw new AppError('forbidden', 'Corrections require employee_change:update on this employee');
  }
  await requireThere(tx, caller, employee.id, body.effective_date);
  if (isDecision) {
    const change = await decide(tx, caller, employee, body, placeFollowed);
    await requireSound(tx, caller, change, 'set.manager_id');
    return change;
  }
  const proposal = insertChange(caller, id, { ...body, state: 'proposed' });
  const [row] = await tx.write(proposal, { event: 'employee.change_proposed', action: 'propose' });
  if (!row) throw new Error('A proposal was not written');
  return row;
}

/** Makes a decision of a proposal, as of the day it names: as if it were made now. */
export async function approveChange({ caller, params }: OneChange): Promise<ChangeRow> {
  const { employeeId, id } = params;
  await requireChanges(caller, employeeId, 'update');
  return writeInTransaction(caller, async (tx) => {
    const employee = await requireForChange(tx, caller, employeeId);
    const proposed = await requireChange(tx, caller, employeeId, id);
    if (proposed.state !== 'proposed') throw invalidField('id', `Is ${proposed.state} already`);
    const { effective_date, set } = proposed;
    await requireReferences(tx, caller, set, 'set.');
    await requireThere(tx, caller, employeeId, effective_date);
    const state = effective_date <= employee.today ? 'applied' : 'scheduled';
    const confirm = updateChange(caller, proposed, state, { confirmed: true });
    const [row] = await tx.write(confirm, { event: `employee.change_${state}`, action: 'approve' });
    if (!row) throw notFound('Change');
    if (state === 'applied') {
      await makeTrue(tx, caller, employeeId, effective_date, { followed: placeFollowed });
    }
    await requireSound(tx, caller, row, 'set.manager_id');
    return row;
  });
}

/** Cancels a proposal, or a decision whose day has not come, with the changes that follow from it. */
export async function cancelChange({
  tx,
  caller,
  before: change,
}: Step & { before: ChangeRow }): Promise<void> {
  const { today } = await requireForChange(tx, caller, change.employee_id);
  const fault = cancellationFault(change);
  if (fault) throw invalidField('id', fault);
  await cancel(tx, caller, change);
  for (const following of await consequencesOf(tx, caller, change.id)) await cancel(tx, caller, following);
  if (change.state === 'proposed') return;
  await requireSound(tx, caller, { ...change, effective_date: today }, 'id');
}

/** Withdraws a proposal of the caller's own while it is undecided. */
export async function withdrawChange({ caller, params }: OneChange): Promise<ChangeRow> {
  const { employeeId, id } = params;
  await requireChanges(caller, employeeId, 'create');
  return writeInTransaction(caller, async (tx) => {
    await requireForChange(tx, caller, employeeId);
    const change = await requireRow({
      find: () => changeNow(tx, caller, employeeId, id, { proposed_by: caller.user_id }),
      see: () => changeNow(tx, caller, employeeId, id, { read_by: caller }),
      permission: 'employee_change:create',
      noun: 'Change',
      refused: new AppError('forbidden', 'Was proposed by another user'),
    });
    if (change.state !== 'proposed') throw invalidField('id', `Is ${change.state} already`);
    return cancel(tx, caller, change, undefined, 'withdraw');
  });
}

/** @throws AppError `not_found` */
async function requireChange(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  id: number,
): Promise<ChangeRow> {
  const change = await changeNow(tx, caller, employee_id, id);
  if (!change) throw notFound('Change');
  return change;
}

/** Ends a change that is not true, or no longer. */
export async function cancel(
  tx: Transaction,
  caller: Caller,
  change: ChangeRow,
  note?: string,
  action = 'cancel',
): Promise<ChangeRow> {
  const why = [change.note, note].filter(Boolean).join('\n');
  const update = updateChange(caller, change, 'cancelled', note === undefined ? {} : { note: why });
  const [row] = await tx.write(update, { event: 'employee.change_cancelled', action });
  if (!row) throw new Error('A locked change was not changed');
  return row;
}

/** Corrects a change, and announces an employee who turns out to be back already. */
async function correctAndFollow(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  body: CreateChange,
  corrects_id: number,
): Promise<ChangeRow> {
  const change = await correct(tx, caller, employee, body, corrects_id);
  const isBack =
    employee.status === 'terminated' && change.state === 'applied' && change.set.status === 'active';
  if (isBack) await announceReturned(tx, employee, caller);
  return change;
}

/** Puts a change in the place of another, whose fields it keeps where it does not set them itself. */
async function correct(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  body: CreateChange,
  corrects_id: number,
): Promise<ChangeRow> {
  const wrong = await changeNow(tx, caller, employee.id, corrects_id);
  if (!wrong) throw missingReference('corrects_id');
  const fault = correctionFault(wrong, body, employee.today);
  if (fault) throw invalidField(...fault);
  const { set, sequence, isBeginning, isEnd } = correctionOf(wrong, body);
  await cancel(tx, caller, wrong);
  if (isBeginning) await requireBeginning(tx, caller, wrong, body.effective_date);
  else await requireThere(tx, caller, employee.id, body.effective_date);
  if (isEnd) await requireNothingAfter(tx, caller, wrong, body.effective_date);
  const change = await decide(tx, caller, employee, { ...body, set, sequence }, correctionFollowed);
  // What was true by the other one alone is true no more, on whatever day this one begins.
  const from_day = earlier(body.effective_date, employee.today);
  await makeTrue(tx, caller, employee.id, from_day, { followed: correctionFollowed });
  const from = isBeginning ? employee.today : earlier(wrong.effective_date, body.effective_date);
  await requireSound(tx, caller, { ...change, effective_date: from }, 'effective_date');
  return change;
}

/** @throws AppError `invalid` on `effective_date` for a day on which the employee is not there */
export async function requireThere(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
): Promise<void> {
  const fault = absenceFault(await standingOn(tx, caller, employee_id, day));
  if (fault) throw invalidField('effective_date', fault);
}

/** @throws AppError `invalid` when somebody cannot begin on a day, for what was decided before it */
async function requireBeginning(
  tx: Transaction,
  caller: Caller,
  wrong: ChangeRow,
  day: string,
): Promise<void> {
  const { employee_id, effective_date } = wrong;
  const days = { from: earlier(effective_date, day), before: later(effective_date, day) };
  const other = await changedBetween(tx, caller, employee_id, days);
  const { status } = await standingOn(tx, caller, employee_id, day);
  if (other === null && (status === null || status === 'terminated')) return;
  throw invalidField('effective_date', `Something else is decided for ${other ?? 'that day'}`);
}

/** @throws AppError `invalid` when somebody cannot end sooner, for what was decided until they did */
async function requireNothingAfter(
  tx: Transaction,
  caller: Caller,
  wrong: ChangeRow,
  day: string,
): Promise<void> {
  const next = await changedBetween(tx, caller, wrong.employee_id, { after: day });
  if (next === null || next > wrong.effective_date) return;
  throw invalidField('effective_date', `Something else is decided for ${next}`);
}

/** Makes sure that whoever a change concerns has managers and reports who are there, on all days that are decided. */
async function requireSound(
  tx: Transaction,
  caller: Caller,
  { employee_id, effective_date, set, corrects_id }: ChangeRow,
  field: string,
): Promise<void> {
  if ('manager_id' in set || 'status' in set || corrects_id !== null) {
    await requireManagement(tx, caller, employee_id, effective_date, field);
  }
  if ('status' in set) await requireNobodyAlone(tx, caller, employee_id, field);
}
