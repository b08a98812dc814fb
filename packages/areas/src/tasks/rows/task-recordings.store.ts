import type { Caller } from '@wfp/shared';
import { type EventToWrite, Prisma, type Recording } from '@wfp/shared/db';
import type { PatchTask } from './tasks.contract.ts';

const { sql } = Prisma;

const completed: EventToWrite = {
  type: 'task.completed',
  when: sql`c._before ->> 'status' <> 'done' and c._after ->> 'status' = 'done'`,
};

const before = sql`c._before ->> 'initiative_id'`;
const after = sql`c._after ->> 'initiative_id'`;

const unlinked = (caller: Caller): EventToWrite => linkEvent(caller, 'initiative.task_unlinked', before);
const linked = (caller: Caller): EventToWrite => linkEvent(caller, 'initiative.task_linked', after);

/** The table is looked up, because the area of initiatives depends on this one. */
function linkEvent({ platform }: Caller, type: string, id: Prisma.Sql): EventToWrite {
  const table = platform.access.resources.get('initiative')?.recorded;
  if (!table) throw new Error('Invariant: initiatives have no recorded table');
  return { type, when: sql`${before} is distinct from ${after}`, of: { table, id: sql`(${id})::int` } };
}

type Fields = Pick<PatchTask, 'status' | 'initiative_id'>;

const plainCreate: Recording = { event: 'task.post_create' };
const plainUpdate: Recording = { event: 'task.post_update' };
const completion: Recording = { ...plainUpdate, also: [completed] };

/** Adds `initiative.task_linked` if the task has an initiative. */
export const taskCreated = (caller: Caller, { initiative_id }: Fields): Recording =>
  initiative_id == null ? plainCreate : { ...plainCreate, also: [linked(caller)] };

/**
 * Adds `task.completed` if the status becomes done, then `initiative.task_unlinked` and `initiative.task_linked` for the
 * previous and the new initiative if it changes.
 */
export function taskUpdated(caller: Caller, { status, initiative_id }: Fields): Recording {
  const plain = status === 'done' ? completion : plainUpdate;
  if (initiative_id === undefined) return plain;
  const links = initiative_id === null ? [unlinked(caller)] : [unlinked(caller), linked(caller)];
  return { ...plain, also: [...(plain.also ?? []), ...links] };
}

/** Recordings of tasks that are written by one statement and have values for the same fields. */
export const tasksCreated = (caller: Caller, fields: Fields): Recording =>
  taskCreated(caller, anyValues(fields));
export const tasksUpdated = (caller: Caller, fields: Fields): Recording =>
  taskUpdated(caller, anyValues(fields));

/** Values of the same fields that can cause all of their events. */
const anyValues = ({ status, initiative_id }: Fields): Fields => ({
  ...(status !== undefined && { status: 'done' }),
  ...(initiative_id !== undefined && { initiative_id: 1 }),
});
