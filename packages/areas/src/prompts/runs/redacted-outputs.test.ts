import type { LaneRun } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRuns } from '../lane/project-runs.store.ts';
import { promptLane } from '../lane/prompts.lane.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
/** May read all runs, but only their own tasks and people. */
let restricted: Client;
let viewer: Client;
let blocked: { id: number };
let blocker: { id: number };
let runs: { id: number; template_code: string; output: any }[];
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const permissions = [
    ...['prompt_run:read', 'event:read', 'task_label:read'].map((permission) => ({
      permission,
      scopes: ['org'],
    })),
    ...['task:read', 'task:update', 'employee:read', 'user:read'].map((permission) => ({
      permission,
      scopes: ['own'],
    })),
  ];
  expect(
    (await owner.call('POST', '/roles', { code: 'restricted', name: 'Restricted', permissions })).status,
  ).toBe(201);
  restricted = await service.newUser(owner, ['restricted']);
  viewer = await service.newUser(owner, ['viewer']);
  blocker = await post('/tasks', { title: 'Merge with Initech' });
  blocked = await post('/tasks', { title: 'Order desks', assigned_to: restricted.user.id });
  const done = await post('/tasks', {
    title: 'Order desks again',
    assigned_to: owner.user.id,
    label: 'takeover',
  });
  await owner.call('PATCH', `/tasks/${done.id}`, { status: 'done' });
  await post(`/tasks/${blocker.id}/relations`, { other_task_id: blocked.id, kind: 'blocks' });
  await owner.call('PATCH', `/tasks/${blocked.id}`, { status: 'blocked' });
  await evaluateEvents();
  runs = (await owner.call('GET', `/prompt-runs?record_id=${blocked.id}`)).body.data;
});
afterAll(() => service?.stop());

const post = async (path: string, body: object) => (await owner.call('POST', path, body)).body;

async function evaluateEvents(): Promise<void> {
  const { org_id } = owner.user;
  const batch =
    await service.rows<any>(sql`select e.org_id, e.id::int as seq, e.id::int as event_id, e.occurred_at,
    e.event_type, e.aggregate_type, e.aggregate_id, false as is_private from events e where e.org_id = ${org_id}`);
  await executeOperationalInTransaction(service.platform, (tx) => projectRuns(tx, batch, service.config));
  await promptLane.run({
    platform: service.platform,
    payload: { org_id },
    origin: { ip: null, user_agent: null, request_id: 'lane' },
    emits: ['prompt_run.completed'],
    log: service.platform.log,
    note: async () => undefined,
    signal: new AbortController().signal,
  } as unknown as LaneRun<never>);
}

const runOf = (code: string) => runs.find((one) => one.template_code === code);
const readRun = async (by: Client, code: string) =>
  (await by.call('GET', `/prompt-runs/${runOf(code)?.id}`)).body;

describe('an output with records that the caller may not read', () => {
  it('is returned unredacted to callers who may read all records, such as built-in roles', async () => {
    const run = await readRun(owner, 'detect-task-blockers');
    expect(run.output.signals).toContainEqual({
      kind: 'blocked_by',
      detail: `It waits for #${blocker.id} “Merge with Initech” (todo)`,
    });
    expect((await readRun(owner, 'triage-task')).output).toMatchObject({
      label: 'takeover',
      ideal_owner: { description: expect.stringContaining('Olga Owner') },
    });
    for (const code of ['detect-task-blockers', 'triage-task']) {
      expect(await readRun(viewer, code)).toEqual({
        ...(await readRun(owner, code)),
        input: null,
        is_shortened: false,
      });
    }
  });

  it('is redacted for others in GET, list and apply, with its structure intact', async () => {
    const blockers = await readRun(restricted, 'detect-task-blockers');
    expect(blockers).toMatchObject({ status: 'succeeded', is_shortened: true, input: null });
    expect(blockers.output.is_stalled).toBe(true);
    expect(blockers.output.signals).toContainEqual({ kind: 'blocked_by', detail: null });
    const triage = await readRun(restricted, 'triage-task');
    expect(triage.output).toMatchObject({
      priority: 'medium',
      label: null,
      reasoning: null,
      ideal_owner: { description: null, employee_id: expect.any(Number) },
    });
    const list = (await restricted.call('GET', `/prompt-runs?record_id=${blocked.id}`)).body.data;
    expect(list).toEqual([blockers, triage]);
    const applied = await restricted.call('POST', `/prompt-runs/${triage.id}/apply`, { fields: ['label'] });
    expect(applied.body).toMatchObject({
      applied_fields: ['label'],
      output: triage.output,
      is_shortened: true,
    });
    expect((await restricted.call('GET', `/tasks/${blocked.id}`)).body.label).toBe('takeover');
  });

  it('is returned unredacted once the caller may read the records', async () => {
    const { id } = await post('/tasks', { title: 'Wait for it', assigned_to: restricted.user.id });
    await post(`/tasks/${blocker.id}/relations`, { other_task_id: id, kind: 'blocks' });
    await owner.call('PATCH', `/tasks/${id}`, { status: 'blocked' });
    await evaluateEvents();
    const path = `/prompt-runs?record_id=${id}&template=detect-task-blockers`;
    const answer = async () => (await restricted.call('GET', path)).body.data[0];
    expect((await answer()).is_shortened).toBe(true);
    await owner.call('PATCH', `/tasks/${blocker.id}`, { assigned_to: restricted.user.id });
    const unredacted = await answer();
    expect(unredacted.is_shortened).toBe(false);
    expect(JSON.stringify(unredacted.output.signals)).toContain('Merge with Initech');
    await owner.call('DELETE', `/tasks/${blocker.id}`);
    expect((await answer()).is_shortened).toBe(true);
  });
});

it('stores no texts of outputs in events and the audit log', async () => {
  const entries = await service.rows(
    sql`select l.before, l.after, e.payload from audit_log l join events e on e.org_id = l.org_id and e.id = l.event_id
      where l.org_id = ${owner.user.org_id} and l.resource = 'prompt_run'`,
  );
  expect(entries.length).toBeGreaterThan(2);
  const stream = (await restricted.call('GET', '/events?event_type=prompt_run.completed')).body;
  expect(stream.total).toBeGreaterThan(0);
  for (const text of ['Initech', 'Olga']) {
    expect(JSON.stringify(entries)).not.toContain(text);
    expect(JSON.stringify(stream)).not.toContain(text);
  }
});

it('returns a label once it is in the catalogue, which the caller may read', async () => {
  const run = runOf('triage-task');
  const mentions = JSON.stringify({ tasks: [], employees: [], users: [], labels: ['takeover'] });
  await executeOperational(
    service.platform,
    sql`update prompt_runs set mentions = ${mentions}::jsonb where id = ${run?.id} returning id`,
  );
  expect((await readRun(restricted, 'triage-task')).output.label).toBeNull();
  await post('/task-labels', { name: 'takeover' });
  expect((await readRun(restricted, 'triage-task')).output.label).toBe('takeover');
});

it('returns the output of a model only to callers who may read everything', async () => {
  const run = runOf('detect-task-blockers');
  await executeOperational(
    service.platform,
    sql`update prompt_runs set mentions = null where id = ${run?.id} returning id`,
  );
  expect((await readRun(restricted, 'detect-task-blockers')).is_shortened).toBe(true);
  expect((await readRun(viewer, 'detect-task-blockers')).is_shortened).toBe(false);
  const failure = 'at /Merge with Initech: must be null';
  await executeOperational(
    service.platform,
    sql`update prompt_runs set status = 'failed', output = null, error = ${failure} where id = ${run?.id} returning id`,
  );
  expect((await readRun(restricted, 'detect-task-blockers')).error).not.toContain('Initech');
  expect((await readRun(owner, 'detect-task-blockers')).error).toBe(failure);
});

it('redacts a preview like a run', async () => {
  const all = ['prompt_template:read', 'prompt_template:run'].map((permission) => ({
    permission,
    scopes: ['org'],
  }));
  const own = [{ permission: 'task:read', scopes: ['own'] }];
  await post('/roles', { code: 'tries', name: 'Tries', permissions: [...all, ...own] });
  const tries = await service.newUser(owner, ['tries']);
  await owner.call('PATCH', `/tasks/${blocked.id}`, { assigned_to: tries.user.id });
  const [{ id }] = (await owner.call('GET', '/prompt-templates?q=triage')).body.data;
  const preview = async (by: Client) =>
    (await by.call('POST', `/prompt-templates/${id}/preview`, { record_id: blocked.id })).body;
  expect(await preview(owner)).toMatchObject({
    is_shortened: false,
    output: { reasoning: expect.any(String) },
  });
  expect(await preview(tries)).toMatchObject({
    is_shortened: true,
    input: null,
    output: { reasoning: null },
  });
});
