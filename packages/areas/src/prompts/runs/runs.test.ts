import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let owner: Client;
beforeAll(async () => {
  receiver = await startReceiver({});
  service = await startOwnService();
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  owner = await service.newOrganization();
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
  await receiver?.stop();
});

const taskOf = async (by: Client, body: object) => (await by.call('POST', '/tasks', body)).body;
const runsOf = async (by: Client, query: string) =>
  (await by.call('GET', `/prompt-runs?${query}`)).body.data as any[];
const isOver = (run: any) => run !== undefined && !['pending', 'running'].includes(run.status);
const triageOf = (by: Client, id: number) =>
  eventually(
    () => runsOf(by, `template=triage-task&record_id=${id}`),
    (runs) => isOver(runs[0]),
  ).then((runs) => runs[0]);

describe('a task that is created', () => {
  it('is triaged, once, by the provider within the process', async () => {
    const task = await taskOf(owner, {
      title: 'Production is down: customers cannot log in',
      category_code: 'bug',
    });
    const run = await triageOf(owner, task.id);
    expect(run).toMatchObject({
      template_code: 'triage-task',
      hook: 'task.post_create',
      record_type: 'task',
      record_id: task.id,
      record_version: task.updated_at,
      status: 'succeeded',
      provider: 'rules',
      attempts: 1,
      error: null,
      applied_at: null,
    });
    expect(Object.keys(run.output).toSorted()).toEqual([
      'category',
      'ideal_owner',
      'label',
      'priority',
      'reasoning',
    ]);
    expect(run.output.priority).toBe('urgent');
    expect(run.input.user).toContain('Production is down');
    expect(await runsOf(owner, `record_id=${task.id}`)).toHaveLength(1);
  });

  it('is told of by a webhook when it was triaged, without what was said', async () => {
    const hook = { url: receiver.url('/runs'), event_types: ['prompt_run.completed'] };
    expect((await owner.call('POST', '/webhooks', hook)).status).toBe(201);
    const task = await taskOf(owner, { title: 'Tell the receiver' });
    const told = () => receiver.at('/runs').map(({ body }) => JSON.parse(body));
    const [event] = await eventually(told, (all) => all.length > 0);
    const [run] = await runsOf(owner, `template=triage-task&record_id=${task.id}`);
    expect(run.status).toBe('succeeded');
    expect(event).toMatchObject({
      event_type: 'prompt_run.completed',
      aggregate_type: 'prompt_run',
      aggregate_id: run.id,
    });
    expect(JSON.stringify(event)).not.toContain('receiver');
  });

  it('has an event of the run, and an entry that holds no text of the prompt', async () => {
    const task = await taskOf(owner, { title: 'Tell of me' });
    const run = await triageOf(owner, task.id);
    const { data } = (await owner.call('GET', '/events?event_type=prompt_run.completed')).body;
    expect(data[0]).toMatchObject({
      aggregate_type: 'prompt_run',
      aggregate_id: run.id,
      payload: { action: 'completed', record_name: 'triage-task', actor_id: null },
    });
    const [entry] = await service.rows(
      sql`select * from audit_log where resource = 'prompt_run' and record_id = ${run.id}`,
    );
    expect(entry).toMatchObject({ action: 'run', actor_type: 'system', before: { status: 'running' } });
    expect(entry.after).toMatchObject({ status: 'succeeded', provider: 'rules' });
    expect(Object.keys(entry.after)).not.toEqual(expect.arrayContaining(['input']));
    expect(Object.keys(entry.after)).not.toEqual(expect.arrayContaining(['output']));
  });
});

it('shows what was sent to those alone who read what it tells of', async () => {
  const whole = ['prompt_run:read', 'prompt_template:read', 'employee:read'];
  const permissions = [
    ...whole.map((permission) => ({ permission, scopes: ['org'] })),
    { permission: 'task:read', scopes: ['own'] },
  ];
  await owner.call('POST', '/roles', { code: 'near', name: 'Near', permissions });
  const near = await service.newUser(owner, ['near']);
  const task = await taskOf(owner, { title: 'Theirs', assigned_to: near.user.id });
  const run = await triageOf(owner, task.id);
  expect(run.input.user).toContain('Theirs');
  expect((await near.call('GET', `/prompt-runs/${run.id}`)).body).toEqual({ ...run, input: null });
  // Without `user:read`: texts name people who are no employees.
  const reads = [...whole, 'task:read'].map((permission) => ({ permission, scopes: ['org'] }));
  await owner.call('POST', '/roles', { code: 'records', name: 'Records', permissions: reads });
  const records = await service.newUser(owner, ['records']);
  expect((await records.call('GET', `/prompt-runs/${run.id}`)).body.input).toBeNull();
  expect(await runsOf(near, `record_id=${task.id}`)).toEqual([{ ...run, input: null }]);
});

it('names the thrashing of a task that went to and fro', async () => {
  const task = await taskOf(owner, { title: 'Undecided' });
  for (const status of ['in_progress', 'todo', 'in_progress', 'todo', 'in_progress', 'blocked']) {
    await owner.call('PATCH', `/tasks/${task.id}`, { status });
  }
  const [run] = await eventually(
    () => runsOf(owner, `template=detect-task-blockers&record_id=${task.id}`),
    (runs) =>
      runs.length > 0 &&
      runs.every(isOver) &&
      runs[0].output?.signals.some((one: any) => one.kind === 'status_thrashing'),
  );
  expect(run).toMatchObject({ status: 'succeeded', hook: 'task.post_update' });
  expect(run.output.is_stalled).toBe(true);
});

it('asks only where the condition of the template holds, in which "me" is who made the event', async () => {
  const colleague = await service.newUser(owner, ['admin']);
  const condition = {
    all: [
      { field: 'priority', op: 'changed_to', value: 'high' },
      { field: 'created_by', op: 'eq', value: { var: 'me' } },
    ],
  };
  const [blockers] = (await owner.call('GET', '/prompt-templates?q=detect')).body.data;
  expect((await owner.call('PATCH', `/prompt-templates/${blockers.id}`, { condition })).status).toBe(200);
  const endOf = async (by: Client, body: object) => {
    const task = await taskOf(owner, { title: 'Watched' });
    await by.call('PATCH', `/tasks/${task.id}`, body);
    const [run] = await eventually(
      () => runsOf(owner, `template=detect-task-blockers&record_id=${task.id}`),
      (runs) => isOver(runs[0]),
    );
    return [run.status, run.error, run.template_version];
  };
  const not = ['skipped', 'Its condition does not hold', 2];
  expect(await endOf(owner, { priority: 'high' })).toEqual(['succeeded', null, 2]);
  expect(await endOf(owner, { priority: 'low' })).toEqual(not);
  expect(await endOf(colleague, { priority: 'high' })).toEqual(not);
});

it('rejects a filter by a template that never existed, and takes one that was deleted', async () => {
  const list = (template: string) => owner.call('GET', `/prompt-runs?template=${template}`);
  const { status, body } = await list('triage-taks');
  expect([status, body.details.fieldErrors]).toEqual([
    422,
    { template: ['No prompt template has the code triage-taks: GET /prompt-templates has them'] },
  ]);
  const [blockers] = (await owner.call('GET', '/prompt-templates?q=detect')).body.data;
  const by = await service.newOrganization();
  await executeOperational(
    service.platform,
    Prisma.sql`update prompt_templates set deleted_at = now() where org_id = ${by.user.org_id} and code = ${blockers.code} returning id`,
  );
  expect((await by.call('GET', `/prompt-runs?template=${blockers.code}`)).body).toEqual({
    data: [],
    total: 0,
  });
});
