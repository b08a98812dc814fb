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
/** Reads all runs, and of tasks and people their own. */
let near: Client;
/** Has a built-in role. */
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
  expect((await owner.call('POST', '/roles', { code: 'near', name: 'Near', permissions })).status).toBe(201);
  near = await service.newUser(owner, ['near']);
  viewer = await service.newUser(owner, ['viewer']);
  blocker = await post('/tasks', { title: 'Merge with Initech' });
  blocked = await post('/tasks', { title: 'Order desks', assigned_to: near.user.id });
  const done = await post('/tasks', {
    title: 'Order desks again',
    assigned_to: owner.user.id,
    label: 'takeover',
  });
  await owner.call('PATCH', `/tasks/${done.id}`, { status: 'done' });
  await post(`/tasks/${blocker.id}/relations`, { other_task_id: blocked.id, kind: 'blocks' });
  await owner.call('PATCH', `/tasks/${blocked.id}`, { status: 'blocked' });
  await ask();
  runs = (await owner.call('GET', `/prompt-runs?record_id=${blocked.id}`)).body.data;
});
afterAll(() => service?.stop());

const post = async (path: string, body: object) => (await owner.call('POST', path, body)).body;

/** Has everything asked that happened so far. */
async function ask(): Promise<void> {
  const { org_id } = owner.user;
  const batch =
    await service.rows<any>(sql`select e.org_id, e.id::int as seq, e.id::int as event_id, e.occurred_at,
    e.event_type, e.aggregate_type, e.aggregate_id, false as is_private from events e where e.org_id = ${org_id}`);
  await executeOperationalInTransaction(service.platform, (tx) => projectRuns(tx, batch));
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
const seen = async (by: Client, code: string) =>
  (await by.call('GET', `/prompt-runs/${runOf(code)?.id}`)).body;

describe('an answer that names a task and a person beyond its reader', () => {
  it('names them to whoever reads all of them: so do built-in roles', async () => {
    const run = await seen(owner, 'detect-task-blockers');
    expect(run.output.signals).toContainEqual({
      kind: 'blocked_by',
      detail: `It waits for #${blocker.id} “Merge with Initech” (todo)`,
    });
    expect((await seen(owner, 'triage-task')).output).toMatchObject({
      label: 'takeover',
      ideal_owner: { description: expect.stringContaining('Olga Owner') },
    });
    for (const code of ['detect-task-blockers', 'triage-task']) {
      expect(await seen(viewer, code)).toEqual({
        ...(await seen(owner, code)),
        input: null,
        is_shortened: false,
      });
    }
  });

  it('is without texts for others, by itself, in lists and when it is applied; its structure stays', async () => {
    const blockers = await seen(near, 'detect-task-blockers');
    expect(blockers).toMatchObject({ status: 'succeeded', is_shortened: true, input: null });
    expect(blockers.output.is_stalled).toBe(true);
    expect(blockers.output.signals).toContainEqual({ kind: 'blocked_by', detail: null });
    const triage = await seen(near, 'triage-task');
    expect(triage.output).toMatchObject({
      priority: 'medium',
      label: null,
      reasoning: null,
      ideal_owner: { description: null, employee_id: expect.any(Number) },
    });
    const list = (await near.call('GET', `/prompt-runs?record_id=${blocked.id}`)).body.data;
    expect(list).toEqual([blockers, triage]);
    const applied = await near.call('POST', `/prompt-runs/${triage.id}/apply`, { fields: ['label'] });
    expect(applied.body).toMatchObject({
      applied_fields: ['label'],
      output: triage.output,
      is_shortened: true,
    });
    expect((await near.call('GET', `/tasks/${blocked.id}`)).body.label).toBe('takeover');
  });

  it('is told in words as soon as its reader reads them', async () => {
    const { id } = await post('/tasks', { title: 'Wait for it', assigned_to: near.user.id });
    await post(`/tasks/${blocker.id}/relations`, { other_task_id: id, kind: 'blocks' });
    await owner.call('PATCH', `/tasks/${id}`, { status: 'blocked' });
    await ask();
    const path = `/prompt-runs?record_id=${id}&template=detect-task-blockers`;
    const answer = async () => (await near.call('GET', path)).body.data[0];
    expect((await answer()).is_shortened).toBe(true);
    await owner.call('PATCH', `/tasks/${blocker.id}`, { assigned_to: near.user.id });
    const whole = await answer();
    expect(whole.is_shortened).toBe(false);
    expect(JSON.stringify(whole.output.signals)).toContain('Merge with Initech');
    await owner.call('DELETE', `/tasks/${blocker.id}`);
    expect((await answer()).is_shortened).toBe(true);
  });
});

it('whoever reads no more learns nothing from events and the audit log either', async () => {
  const told = await service.rows(
    sql`select l.before, l.after, e.payload from audit_log l join events e on e.org_id = l.org_id and e.id = l.event_id
      where l.org_id = ${owner.user.org_id} and l.resource = 'prompt_run'`,
  );
  expect(told.length).toBeGreaterThan(2);
  const stream = (await near.call('GET', '/events?event_type=prompt_run.completed')).body;
  expect(stream.total).toBeGreaterThan(0);
  for (const text of ['Initech', 'Olga']) {
    expect(JSON.stringify(told)).not.toContain(text);
    expect(JSON.stringify(stream)).not.toContain(text);
  }
});

it('a label is told once it is in the catalogue, which its reader reads', async () => {
  const run = runOf('triage-task');
  const mentions = JSON.stringify({ tasks: [], employees: [], users: [], labels: ['takeover'] });
  await executeOperational(
    service.platform,
    sql`update prompt_runs set mentions = ${mentions}::jsonb where id = ${run?.id} returning id`,
  );
  expect((await seen(near, 'triage-task')).output.label).toBeNull();
  await post('/task-labels', { name: 'takeover' });
  expect((await seen(near, 'triage-task')).output.label).toBe('takeover');
});

it('what a model said may tell of anything: it is for those who read everything', async () => {
  const run = runOf('detect-task-blockers');
  await executeOperational(
    service.platform,
    sql`update prompt_runs set mentions = null where id = ${run?.id} returning id`,
  );
  expect((await seen(near, 'detect-task-blockers')).is_shortened).toBe(true);
  expect((await seen(viewer, 'detect-task-blockers')).is_shortened).toBe(false);
  const failure = 'at /Merge with Initech: must be null';
  await executeOperational(
    service.platform,
    sql`update prompt_runs set status = 'failed', output = null, error = ${failure} where id = ${run?.id} returning id`,
  );
  expect((await seen(near, 'detect-task-blockers')).error).not.toContain('Initech');
  expect((await seen(owner, 'detect-task-blockers')).error).toBe(failure);
});

it('a preview shows its answer as a run would', async () => {
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
