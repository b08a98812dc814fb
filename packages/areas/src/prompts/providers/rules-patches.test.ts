import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { findBlockers } from '@wfp/triage-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, PersonFacts, TaskContext, TaskFacts } from '../prompt.ts';
import { taskContext } from '../testing/task-context.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service?.stop());

interface Action {
  kind: string;
  patch?: JsonObject;
}

/** Creates a task and returns it with the actions that the rules propose. */
async function proposals(body: object, over: Partial<TaskContext> = {}) {
  const made = await owner.call('POST', '/tasks', { title: 'Order desks', ...body });
  expect(made.status).toBe(201);
  const record = made.body as TaskFacts;
  const context = taskContext({
    record,
    parent: null,
    relations: [],
    now: new Date().toISOString(),
    ...over,
  });
  return { record, actions: findBlockers(context)['actions'] as unknown as Action[] };
}

async function applied(body: object, kind: string, over: Partial<TaskContext> = {}) {
  const { record, actions } = await proposals(body, over);
  const patch = actions.find((action) => action.kind === kind && action.patch)?.patch;
  if (!patch) throw new Error(`No patch to ${kind}: ${JSON.stringify(actions)}`);
  const path = `/tasks/${record.id}`;
  const { result, events } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('PATCH', path, patch),
  );
  expect(result.status).toBe(200);
  expect(result.body).toMatchObject(patch);
  expect(events).toEqual([`task.post_update ${record.id}`]);
  return patch;
}

const yesterday = () => new Date(Date.now() - 30 * 3_600_000).toISOString();
const person = (over: Partial<PersonFacts>): PersonFacts => ({
  user_id: null,
  employee_id: null,
  name: 'Test Person',
  position: 'Desk builder',
  team_ids: [],
  open_tasks: 0,
  is_absent: false,
  ...over,
});

describe('the patches that the rules propose', () => {
  it('assign an employee, or a user who is not an employee', async () => {
    const { id } = await peopleOf(owner).hire();
    const waiting = { status: 'in_progress' };
    expect(await applied(waiting, 'assign', { people: [person({ employee_id: id })] })).toEqual({
      assigned_employee_id: id,
    });
    const people = [person({ user_id: owner.user.id })];
    expect(await applied(waiting, 'assign', { people })).toEqual({ assigned_to: owner.user.id });
  });

  it('escalate and reschedule an overdue task with a reminder', async () => {
    const late = { status: 'in_progress', due_at: yesterday(), reminder_offset: '1h' };
    expect(await applied(late, 'escalate')).toEqual({ priority: 'high' });
    const { due_at } = await applied(late, 'reschedule');
    expect(Date.parse(String(due_at))).toBeGreaterThan(Date.now());
  });

  it('continue a task whose blockers are done', async () => {
    const task = { id: 9, title: 'Sign the lease', status: 'done' as const, due_at: null, is_assigned: true };
    expect(
      await applied({ status: 'blocked' }, 'unblock', { relations: [{ kind: 'blocked_by', task }] }),
    ).toEqual({ status: 'in_progress' });
  });

  it('move an idle task back to todo, and cancel a task of a cancelled parent', async () => {
    const now = new Date(Date.now() + 20 * 86_400_000).toISOString();
    expect(await applied({ status: 'in_progress' }, 'move', { now, history: [] })).toEqual({
      status: 'todo',
    });
    const parent = { id: 3, title: 'Move', status: 'cancelled' as const, due_at: null, is_assigned: true };
    expect(await applied({}, 'move', { parent })).toEqual({ status: 'cancelled' });
  });

  it('are left out of actions that change no field', async () => {
    const { actions } = await proposals(
      { status: 'blocked', assigned_to: owner.user.id },
      // The person of the default context has a user id that the owner may have, too.
      { people: [] },
    );
    expect(actions).toEqual([
      { kind: 'ask', title: 'Note what it waits for, or link the task that blocks it' },
    ]);
  });
});
