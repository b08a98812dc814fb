import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SharedConnections } from '../../../../shared/src/db/connections/keyed/shared-connections.ts';
import { StatementPool } from '../../../../shared/src/db/connections/statement-pool.ts';
import { completeContext, loadTask, loadTasks } from './context.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
});
afterAll(() => service?.stop());

const post = async (path: string, body: object) => {
  const response = await owner.call('POST', path, body);
  if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body;
};
const origin = { request_id: 'test', ip: null, user_agent: null };
async function loadContext(caller: Caller, id: number, event_id: number | null) {
  const task = await loadTask(caller, id, event_id);
  return task && completeContext(caller, task, { useCache: false });
}
const contextOf = (id: number, event_id: number | null = null) =>
  loadContext(systemCaller(service.platform, owner.user.org_id, origin, []), id, event_id);

describe('the context of a task', () => {
  it('contains the task, its parent, relations, people and history, oldest first', async () => {
    const parent = await post('/tasks', { title: 'Epic', task_type: 'epic' });
    const blocker = await post('/tasks', { title: 'Has to be first' });
    const task = await post('/tasks', {
      title: 'In question',
      parent_task_id: parent.id,
      due_at: '2030-01-02T03:04:05.000Z',
    });
    await post(`/tasks/${blocker.id}/relations`, { other_task_id: task.id, kind: 'blocks' });
    await owner.call('PATCH', `/tasks/${task.id}`, { description: 'long '.repeat(500) });
    await owner.call('PATCH', `/tasks/${task.id}`, { status: 'in_progress', assigned_to: owner.user.id });
    await post(`/tasks/${task.id}/comments`, { body: 'A secret between us' });
    const { context } = (await contextOf(task.id)) ?? {};
    const { updated_at } = (await owner.call('GET', `/tasks/${task.id}`)).body;
    expect(context).toMatchObject({
      record: {
        id: task.id,
        title: 'In question',
        status: 'in_progress',
        due_at: '2030-01-02T03:04:05.000Z',
        updated_at,
      },
      parent: { id: parent.id, title: 'Epic', status: 'todo', due_at: null, is_assigned: false },
      relations: [{ kind: 'blocked_by', task: { id: blocker.id, title: 'Has to be first' } }],
    });
    expect(context?.history.map((one) => [one.event_type, Object.keys(one.changes).length > 0])).toEqual([
      ['task.post_create', true],
      ['task.post_update', true],
      ['task.post_update', true],
      ['task.comment.created', false],
    ]);
    expect(context?.history[0]?.changes.status).toEqual([null, 'todo']);
    expect(context?.history[2]).toMatchObject({
      actor_id: owner.user.id,
      changes: { status: ['todo', 'in_progress'] },
    });
    expect(String(context?.history[1]?.changes.description?.[1])).toHaveLength(500);
    expect(JSON.stringify(context)).not.toContain('A secret between us');
    expect(context?.people).toContainEqual(
      expect.objectContaining({ user_id: owner.user.id, open_tasks: 1, is_absent: false }),
    );
  });

  it('contains the task before the event', async () => {
    const task = await post('/tasks', { title: 'Before', priority: 'low' });
    await owner.call('PATCH', `/tasks/${task.id}`, { priority: 'high' });
    const { data } = (await owner.call('GET', `/events/task/${task.id}`)).body;
    const changed = data.find((one: any) => one.event_type === 'task.post_update');
    const found = await contextOf(task.id, changed.id);
    expect([found?.before?.priority, found?.before?.title, found?.context.record.priority]).toEqual([
      'low',
      'Before',
      'high',
    ]);
    expect(found?.actor_id).toBe(owner.user.id);
    expect((await contextOf(task.id))?.before).toBeNull();
  });

  it('finds the event among more than 100 newer ones', async () => {
    const task = await post('/tasks', { title: 'Much' });
    await owner.call('PATCH', `/tasks/${task.id}`, { title: 'Much happened' });
    for (let n = 0; n < 101; n += 1) await post(`/tasks/${task.id}/comments`, { body: 'And more' });
    const [changed] = await service.rows<{ id: number }>(
      sql`select id::float8 as id from events where org_id = ${owner.user.org_id} and aggregate_type = 'task'
        and aggregate_id = ${task.id} and event_type = 'task.post_update'`,
    );
    const found = await contextOf(task.id, changed?.id);
    expect([found?.before?.title, found?.context.history.length]).toEqual(['Much', 100]);
    expect(found?.context.history[0]?.event_type).toBe('task.comment.created');
  });

  it('contains only the requested changes of its history', async () => {
    const task = await post('/tasks', { title: 'In question' });
    const other = await post('/tasks', { title: 'Another' });
    for (const { id } of [task, other])
      await owner.call('PATCH', `/tasks/${id}`, { status: 'blocked', tags: ['new'], effort: 'l' });
    const request = { event_id: null, history: 'latest', maxDescription: null } as const;
    const found = await loadTasks(systemCaller(service.platform, owner.user.org_id, origin, []), [
      { ...request, task_id: task.id, changes: ['status', 'effort', 'title'] },
      { ...request, task_id: other.id, changes: null },
    ]);
    const [ofTask, ofOther] = found.map((one) => one?.context.history.map(({ changes }) => changes));
    expect(ofTask).toEqual([
      { status: [null, 'todo'], effort: [null, 'm'], title: [null, 'In question'] },
      { status: ['todo', 'blocked'], effort: ['m', 'l'] },
    ]);
    expect(ofOther?.[1]).toEqual({ ...ofTask?.[1], tags: [[], ['new']] });
  });

  it('contains similar finished tasks with the user who finished them', async () => {
    const like = await post('/tasks', {
      title: 'Invoice export fails for Norway',
      label: 'billing',
      assigned_to: owner.user.id,
    });
    const unlike = await post('/tasks', { title: 'Water the plants' });
    for (const { id } of [like, unlike]) await owner.call('PATCH', `/tasks/${id}`, { status: 'done' });
    const task = await post('/tasks', { title: 'Export of invoices: fails again' });
    const { similar, organization } = (await contextOf(task.id))?.context ?? {};
    expect(similar).toMatchObject([{ id: like.id, label: 'billing', done_by_user_id: owner.user.id }]);
    expect(organization?.labels).toEqual([{ name: 'billing', uses: 1 }]);
    expect(organization?.categories.map((one) => one.code)).toContain('bug');
  });

  it('contains nothing of other organizations, and is undefined for a deleted task', async () => {
    const stranger = await service.newOrganization();
    const theirs = (
      await stranger.call('POST', '/tasks', { title: 'Export fails for us too', label: 'theirs' })
    ).body;
    await stranger.call('PATCH', `/tasks/${theirs.id}`, { status: 'done' });
    expect(await contextOf(theirs.id)).toBeUndefined();
    const task = await post('/tasks', { title: 'Export fails' });
    expect(JSON.stringify(await contextOf(task.id))).not.toContain('theirs');
    await owner.call('DELETE', `/tasks/${task.id}`);
    expect(await contextOf(task.id)).toBeUndefined();
  });
});

it('loads a context with bounded work among 100,000 tasks and 20,000 employees, most of them terminated', async () => {
  const largeOrganization = await service.newOrganization();
  const { org_id, id: user } = largeOrganization.user;
  const task = (
    await largeOrganization.call('POST', '/tasks', { title: 'The number of needles', assigned_to: user })
  ).body;
  await executeOperational(
    service.platform,
    sql`insert into employees (org_id, employee_number, first_name, last_name, hire_date, status)
      select ${org_id}::int, 'P' || n, 'Person', n::text, '2024-01-01',
        (case when n <= 15000 then 'terminated' else 'active' end)::employee_status from generate_series(1, 20000) n`,
  );
  // In batches, because a statement may take ten seconds.
  for (let first = 1; first <= 100_000; first += 10_000) {
    await executeOperational(
      service.platform,
      sql`insert into tasks (org_id, title, description, status, slot, label, created_by, updated_by, assigned_employee_id)
        select ${org_id}::int, 'Hay number ' || n, repeat('words ', 20), (case when n % 2 = 0 then 'done' else 'todo' end)::task_status,
          100 + n, 'label ' || n % 40, ${user}::int, ${user}::int, p.ids[1 + n % 300]
        from generate_series(${first}::int, ${first + 9_999}::int) n, (select array_agg(id) as ids from employees
          where org_id = ${org_id} and first_name = 'Person' and status = 'active') p`,
    );
  }
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  await vacuumAnalyze(client, 'tasks', 'employees');
  await client.end();
  const reads = vi.spyOn(SharedConnections.prototype, 'rows');
  const large = spyOnLargeReads();
  const found = await loadContext(systemCaller(service.platform, org_id, origin, []), task.id, null);
  // Finished tasks and open tasks by assignee may be megabytes: they are not read by key.
  expect([reads.mock.calls.length, large.statements.length]).toEqual([4, 2]);
  const statements = [...reads.mock.calls.map(([statement]) => statement), ...large.statements];
  reads.mockRestore();
  large.restore();
  expect([found?.context.similar.length, found?.context.people.length]).toEqual([20, 50]);
  const scans: Plan[] = [];
  for (const one of statements) scans.push(...(await scansOf(one)));
  const indexes = [
    'tasks_pkey',
    'tasks_slots',
    'employees_pkey',
    'employees_present',
    'employees_org_id_user_id_live_key',
  ];
  expect(scans.filter((scan) => !indexes.includes(scan['Index Name'] ?? ''))).toEqual([]);
  const rowsRead = (table: string) =>
    scans
      .filter((scan) => scan['Relation Name'] === table)
      .map((scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'])
      .reduce((sum, rows) => sum + rows, 0);
  expect(rowsRead('tasks')).toBeLessThan(6_000);
  expect(rowsRead('employees')).toBeLessThan(300);
});

/** Collects the statements of transactions. */
function spyOnLargeReads() {
  const statements: Prisma.Sql[] = [];
  const transaction = StatementPool.prototype.transaction;
  const spy = vi.spyOn(StatementPool.prototype, 'transaction');
  spy.mockImplementation(function (this: StatementPool, run, ...others) {
    const collecting: typeof run = (tx) =>
      run({
        ...tx,
        rows: (statement) => {
          statements.push(statement);
          return tx.rows(statement);
        },
      });
    return transaction.call(this, collecting, ...others) as never;
  });
  return { statements, restore: () => spy.mockRestore() };
}

interface Plan {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Runs a statement and returns its scans of tasks and employees. */
async function scansOf(statement: Prisma.Sql): Promise<Plan[]> {
  const [row] = await service.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (analyze, timing off, format json) ${statement}`,
  );
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  return row
    ? all(row['QUERY PLAN'][0].Plan).filter(({ 'Relation Name': name = '' }) =>
        ['tasks', 'employees'].includes(name),
      )
    : [];
}
