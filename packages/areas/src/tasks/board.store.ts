import type { Caller } from '@wfp/shared';
import { Prisma, type Steps, WriteAgain } from '@wfp/shared/db';
import type { TaskStatus } from './tasks.contract.ts';

const { sql } = Prisma;

/** A column of the board: its run of slots begins at `first_slot` and is `length` long. */
interface Column {
  status: TaskStatus;
  first_slot: number;
  length: number;
}

/** A task's place, read under the locks of its column and of the one it goes to. */
export interface Place {
  from: Column;
  to: Column;
  /** Its position in `from`. */
  position: number;
}

async function placeOf(
  tx: Steps,
  caller: Caller,
  id: number,
): Promise<{ status: TaskStatus; slot: number } | undefined> {
  const [row] = await tx.rows<{ status: TaskStatus; slot: number }>(
    sql`select status, slot from tasks where org_id = ${caller.org_id} and id = ${id} and deleted_at is null`,
  );
  return row;
}

/**
 * Locks the column of a task and the column it goes to, always in the same order, and reads its place.
 * Undefined when there is no such task.
 *
 * @throws WriteAgain when the task changed its column before the locks were held
 */
export async function lockPlace(
  tx: Steps,
  caller: Caller,
  id: number,
  target: TaskStatus | null,
): Promise<Place | undefined> {
  const before = await placeOf(tx, caller, id);
  if (!before) return undefined;
  const to = target ?? before.status;
  // Neighbours are shifted before the task itself: twins are looked for when the transaction ends.
  await tx.rows(sql`set constraints tasks_org_id_status_slot_key deferred`);
  const columns = await lockColumns(tx, caller, [before.status, to]);
  const now = await placeOf(tx, caller, id);
  if (!now) return undefined;
  const fromColumn = columns.get(before.status);
  const toColumn = columns.get(to);
  if (now.status !== before.status || !fromColumn || !toColumn) throw new WriteAgain();
  return { from: fromColumn, to: toColumn, position: now.slot - fromColumn.first_slot };
}

async function lockColumns(
  tx: Steps,
  caller: Caller,
  statuses: TaskStatus[],
): Promise<Map<TaskStatus, Column>> {
  const wanted = [...new Set(statuses)];
  await tx.adjust(sql`insert into task_columns (org_id, status)
    select ${caller.org_id}, s::task_status from unnest(${wanted}::text[]) s order by s::task_status on conflict do nothing`);
  const rows = await tx.rows<Column>(sql`select status, first_slot, length from task_columns
    where org_id = ${caller.org_id} and status::text = any(${wanted}::text[]) order by status for update`);
  return new Map(rows.map((row) => [row.status, row]));
}

/** Shifts the tasks in slots `low` to `high` by one step. */
async function shift(
  tx: Steps,
  caller: Caller,
  status: TaskStatus,
  range: { low: number; high: number },
  step: 1 | -1,
): Promise<void> {
  if (range.low > range.high) return;
  await tx.adjust(sql`update tasks set slot = slot + ${step}::int where org_id = ${caller.org_id}
    and status = ${status}::task_status and slot between ${range.low}::int and ${range.high}::int`);
}

async function saveColumn(tx: Steps, caller: Caller, column: Column): Promise<void> {
  await tx.adjust(sql`update task_columns set first_slot = ${column.first_slot}, length = ${column.length}
    where org_id = ${caller.org_id} and status = ${column.status}::task_status`);
}

/** Closes the place of a task that leaves its column, by shifting whichever side is shorter. */
export async function closePlace(tx: Steps, caller: Caller, { from, position }: Place): Promise<void> {
  const { first_slot, length, status } = from;
  const slot = first_slot + position;
  const fromFront = position < length - 1 - position;
  if (fromFront) await shift(tx, caller, status, { low: first_slot, high: slot - 1 }, 1);
  else await shift(tx, caller, status, { low: slot + 1, high: first_slot + length - 1 }, -1);
  await saveColumn(tx, caller, { ...from, first_slot: first_slot + (fromFront ? 1 : 0), length: length - 1 });
}

/** Makes room at a position of another column (past the end: at the end) and returns the slot. */
async function openPlace(tx: Steps, caller: Caller, to: Column, position: number): Promise<number> {
  const { first_slot, length, status } = to;
  const at = Math.min(position, length);
  const fromFront = at < length - at;
  if (fromFront) await shift(tx, caller, status, { low: first_slot, high: first_slot + at - 1 }, -1);
  else await shift(tx, caller, status, { low: first_slot + at, high: first_slot + length - 1 }, 1);
  const begins = first_slot - (fromFront ? 1 : 0);
  await saveColumn(tx, caller, { ...to, first_slot: begins, length: length + 1 });
  return begins + at;
}

/**
 * Moves within a column: shifts what lies between the two places, or, where that is less, what lies
 * outside them, so that from the top to the end costs nothing however long the column is.
 */
async function rotate(
  tx: Steps,
  caller: Caller,
  { from, position: a }: Place,
  wanted: number,
): Promise<number> {
  const { first_slot: first, length, status } = from;
  const b = Math.min(wanted, length - 1);
  const down = a < b;
  const [low, high] = down ? [a, b] : [b, a];
  const step = down ? 1 : -1;
  const last = first + length - 1;
  if (high - low <= low + (length - 1 - high)) {
    await shift(
      tx,
      caller,
      status,
      { low: first + low + (down ? 1 : 0), high: first + high - (down ? 0 : 1) },
      down ? -1 : 1,
    );
    return first + b;
  }
  await shift(tx, caller, status, { low: first, high: first + low - 1 }, step);
  await shift(tx, caller, status, { low: first + high + 1, high: last }, step);
  await saveColumn(tx, caller, { ...from, first_slot: first + step });
  return first + b + step;
}

/** Takes a task out of its place and makes room at the wanted one; returns the slot it goes to. */
export async function makePlace(tx: Steps, caller: Caller, place: Place, wanted: number): Promise<number> {
  if (place.from.status === place.to.status) return rotate(tx, caller, place, wanted);
  await closePlace(tx, caller, place);
  return openPlace(tx, caller, place.to, wanted);
}
