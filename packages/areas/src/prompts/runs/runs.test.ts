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
const isFinished = (run: any) => run !== undefined && !['pending', 'running'].includes(run.status);
const triageOf = (by: Client, id: number) =>
  eventually(
    () => runsOf(by, `template=triage-task&record_id=${id}`),
    (runs) => isFinished(runs[0]),
  ).then((runs) => runs[0]);

describe('a task that is created', () => {
  it('is triaged once by the rules provider', async () => {
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
    // The rules read no prompt.
    expect(run.input).toBeNull();
    expect(await runsOf(owner, `record_id=${task.id}`)).toHaveLength(1);
  });

  it('triggers a webhook after triage, without texts', async () => {
    const hook = { url: receiver.url('/runs'), event_types: ['prompt_run.completed'] };
    expect((await owner.call('POST', '/webhooks', hook)).status).toBe(201);
    const task = await taskOf(owner, { title: 'Notify the receiver' });
    const received = () => receiver.at('/runs').map(({ body }) => JSON.parse(body));
    const run = await triageOf(owner, task.id);
    expect(run.status).toBe('succeeded');
    // Runs of earlier tests can complete after the endpoint was created.
    const isOfRun = (one: any) => one.aggregate_id === run.id;
    const all = await eventually(received, (events) => events.some(isOfRun));
    expect(all.find(isOfRun)).toMatchObject({
      event_type: 'prompt_run.completed',
      aggregate_type: 'prompt_run',
    });
    expect(JSON.stringify(all)).not.toContain('receiver');
  });

  it('has an event and an audit entry for the run, without texts', async () => {
    const task = await taskOf(owner, { title: 'Triaged' });
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

it('returns prompts only to users who may read everything in them', async () => {
  const whole = ['prompt_run:read', 'prompt_template:read', 'employee:read'];
  const permissions = [
    ...whole.map((permission) => ({ permission, scopes: ['org'] })),
    { permission: 'task:read', scopes: ['own'] },
  ];
  await owner.call('POST', '/roles', { code: 'near', name: 'Near', permissions });
  const near = await service.newUser(owner, ['near']);
  const task = await taskOf(owner, { title: 'Theirs', assigned_to: near.user.id });
  const { id } = await triageOf(owner, task.id);
  await executeOperational(
    service.platform,
    sql`update prompt_runs set input = '{"user": "Theirs"}' where id = ${id} returning id`,
  );
  const run = (await owner.call('GET', `/prompt-runs/${id}`)).body;
  expect(run.input).toEqual({ user: 'Theirs' });
  expect((await near.call('GET', `/prompt-runs/${run.id}`)).body).toEqual({ ...run, input: null });
  // Without `user:read`: prompts name users who are not employees.
  const reads = [...whole, 'task:read'].map((permission) => ({ permission, scopes: ['org'] }));
  await owner.call('POST', '/roles', { code: 'records', name: 'Records', permissions: reads });
  const records = await service.newUser(owner, ['records']);
  expect((await records.call('GET', `/prompt-runs/${run.id}`)).body.input).toBeNull();
  expect(await runsOf(near, `record_id=${task.id}`)).toEqual([{ ...run, input: null }]);
});

it('reports status_thrashing of a task that moved back and forth', async () => {
  const task = await taskOf(owner, { title: 'Undecided' });
  for (const status of ['in_progress', 'todo', 'in_progress', 'todo', 'in_progress', 'blocked']) {
    await owner.call('PATCH', `/tasks/${task.id}`, { status });
  }
  const [run] = await eventually(
    () => runsOf(owner, `template=detect-task-blockers&record_id=${task.id}`),
    (runs) =>
      runs.length > 0 &&
      runs.every(isFinished) &&
      runs[0].output?.signals.some((one: any) => one.kind === 'status_thrashing'),
  );
  expect(run).toMatchObject({ status: 'succeeded', hook: 'task.post_update' });
  expect(run.output.is_stalled).toBe(true);
});

it('evaluates a template only if its condition is met, where "me" is the actor of the event', async () => {
  const colleague = await service.newUser(owner, ['admin']);
  const condition = {
    all: [
      { field: 'priority', op: 'changed_to', value: 'high' },
      { field: 'created_by', op: 'eq', value: { var: 'me' } },
    ],
  };
  const [blockers] = (await owner.call('GET', '/prompt-templates?q=detect')).body.data;
  expect((await owner.call('PATCH', `/prompt-templates/${blockers.id}`, { condition })).status).toBe(200);
  const outcomeOf = async (by: Client, body: object) => {
    const task = await taskOf(owner, { title: 'Watched' });
    await by.call('PATCH', `/tasks/${task.id}`, body);
    const [run] = await eventually(
      () => runsOf(owner, `template=detect-task-blockers&record_id=${task.id}`),
      (runs) => isFinished(runs[0]),
    );
    return [run.status, run.error, run.template_version];
  };
  const not = ['skipped', "The template's condition is not met", 2];
  expect(await outcomeOf(owner, { priority: 'high' })).toEqual(['succeeded', null, 2]);
  expect(await outcomeOf(owner, { priority: 'low' })).toEqual(not);
  expect(await outcomeOf(colleague, { priority: 'high' })).toEqual(not);
});

it('rejects a filter by an unknown template code, and accepts the code of a deleted one', async () => {
  const list = (template: string) => owner.call('GET', `/prompt-runs?template=${template}`);
  const { status, body } = await list('triage-taks');
  expect([status, body.details.fieldErrors]).toEqual([
    422,
    { template: ['No prompt template has the code triage-taks; see GET /prompt-templates'] },
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
    total_is_exact: true,
    next: null,
  });
});
