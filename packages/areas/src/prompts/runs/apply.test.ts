import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let employee: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service?.stop());

const task = async (body: object = {}) =>
  (await owner.call('POST', '/tasks', { title: 'Advised', ...body })).body;

let runs = 0;
/** Inserts a finished run about the current state of a task. */
async function runOn({ id }: { id: number }, output: object, code = 'triage-task'): Promise<number> {
  runs += 1;
  const [row] = await executeOperational<{ id: number }>(
    service.platform,
    sql`
    insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type, record_id, record_version,
      record_state, status, output, finished_at)
    select t.org_id, p.id, p.version, ${1_000_000 + runs}, p.hook, 'task', t.id, t.updated_at, to_jsonb(t) - 'due_at'
      || jsonb_build_object('due_at', wire_time(t.due_at)), 'succeeded', ${JSON.stringify(output)}::jsonb, now()
    from tasks t join prompt_templates p on p.org_id = t.org_id and p.code = ${code}
    where t.org_id = ${owner.user.org_id} and t.id = ${id} returning id`,
  );
  return row?.id ?? 0;
}

const triage = {
  priority: 'urgent',
  category: 'bug',
  label: 'login',
  ideal_owner: { description: 'An expert', employee_id: null, user_id: null as number | null },
  reasoning: 'Because.',
};
const recorded = <R>(work: () => Promise<R>) => recordedBy(service, owner.user.org_id, work);
const apply = (by: Client, id: number, body?: object) => by.call('POST', `/prompt-runs/${id}/apply`, body);

describe('applying a suggestion', () => {
  it('changes the task as the caller, and lists the applied fields', async () => {
    const made = await task();
    const run = await runOn(made, { ...triage, ideal_owner: { description: 'Me', user_id: owner.user.id } });
    const done = await recorded(() => apply(owner, run));
    expect(done.result.status).toBe(200);
    expect(done.result.body).toMatchObject({
      id: run,
      applied_by: owner.user.id,
      applied_fields: ['priority', 'category', 'label', 'ideal_owner'],
    });
    expect(done.events).toEqual([`prompt_run.applied ${run}`, `task.post_update ${made.id}`]);
    expect(done.audit).toMatchObject([
      { resource: 'prompt_run', record_id: run, after: { applied_by: owner.user.id } },
      {
        resource: 'task',
        record_id: made.id,
        after: { priority: 'urgent', category_code: 'bug', label: 'login' },
      },
    ]);
    const now = (await owner.call('GET', `/tasks/${made.id}`)).body;
    expect(now).toMatchObject({
      priority: 'urgent',
      category_code: 'bug',
      label: 'login',
      assigned_to: owner.user.id,
    });
  });

  it('rejects an assignee whom the caller cannot see like a missing one, and records nothing', async () => {
    const permissions = ['task:read', 'task:update', 'prompt_run:read'].map((permission) => ({
      permission,
      scopes: ['org'],
    }));
    await owner.call('POST', '/roles', { code: 'applier', name: 'Applier', permissions });
    const applier = await service.newUser(owner, ['applier']);
    const made = await task();
    for (const user_id of [employee.user.id, 2_147_483_647]) {
      const run = await runOn(made, { ...triage, ideal_owner: { description: 'Them', user_id } });
      const { result, ...left } = await recorded(() => apply(applier, run));
      expect([user_id, result.status, result.body.details?.fieldErrors]).toEqual([
        user_id,
        422,
        { assigned_to: ['Does not exist'] },
      ]);
      expect(left).toEqual(nothing);
    }
  });

  it('applies only the requested fields', async () => {
    const made = await task();
    const answer = await apply(owner, await runOn(made, triage), { fields: ['label'] });
    expect(answer.body.applied_fields).toEqual(['label']);
    const now = (await owner.call('GET', `/tasks/${made.id}`)).body;
    expect([now.label, now.priority]).toEqual(['login', 'medium']);
  });

  it('applies one of several actions, including the events of a status change', async () => {
    const made = await task({ status: 'blocked' });
    const actions = [
      { kind: 'ask', title: 'Ask' },
      { kind: 'move', title: 'Finish', patch: { status: 'done' } },
    ];
    const run = await runOn(made, { is_stalled: true, signals: [], actions }, 'detect-task-blockers');
    expect((await apply(owner, run)).body.details.fieldErrors).toHaveProperty('action');
    expect((await apply(owner, run, { action: 0 })).body.details.fieldErrors).toHaveProperty('action');
    expect((await apply(owner, run, { action: 9 })).status).toBe(422);
    const done = await recorded(() => apply(owner, run, { action: 1 }));
    expect(done.events).toEqual([
      `prompt_run.applied ${run}`,
      `task.post_update ${made.id}`,
      `task.completed ${made.id}`,
    ]);
    expect(done.result.body.applied_fields).toEqual(['actions.1']);
  });
});

describe('apply is rejected', () => {
  it('with 412 and the changed fields if the record has changed', async () => {
    const made = await task();
    const run = await runOn(made, triage);
    await owner.call('PATCH', `/tasks/${made.id}`, { priority: 'low' });
    const rejected = await recorded(() => apply(owner, run));
    expect(rejected).toMatchObject(nothing);
    expect(rejected.result.status).toBe(412);
    expect(rejected.result.body.details.fieldErrors).toEqual({
      priority: ['Is "low" now; was "medium" at the evaluation'],
    });
    expect((await apply(owner, run, { fields: ['category'] })).status).toBe(200);
  });

  it('for all but one of several concurrent calls', async () => {
    const made = await task();
    const run = await runOn(made, triage);
    const { result, events } = await recorded(() =>
      Promise.all(Array.from({ length: 6 }, () => apply(owner, run))),
    );
    expect(result.map((one) => one.status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
    expect(events).toEqual([`prompt_run.applied ${run}`, `task.post_update ${made.id}`]);
    const again = await apply(owner, run);
    expect([again.status, Object.keys(again.body.details.fieldErrors)]).toEqual([422, ['applied_at']]);
  });

  it('for callers who may not change or read the task', async () => {
    const made = await task();
    const run = await runOn(made, triage);
    const rejected = await recorded(() => apply(employee, run));
    expect([rejected.result.status, rejected.events]).toEqual([403, []]);
    const stranger = await service.newOrganization();
    expect((await apply(stranger, run)).status).toBe(404);
    expect((await stranger.call('GET', `/prompt-runs/${run}`)).status).toBe(404);
  });

  it('for invalid values and for fields that suggestions cannot change', async () => {
    const made = await task();
    const actions = [
      { kind: 'move', title: 'To nowhere', patch: { status: 'limbo' } },
      { kind: 'move', title: 'Rename', patch: { title: 'Owned' } },
      { kind: 'assign', title: 'Assign to an unknown user', patch: { assigned_to: 2_000_000_000 } },
      { kind: 'move', title: 'Leave the initiative', patch: { initiative_id: null } },
    ];
    const run = await runOn(made, { is_stalled: true, signals: [], actions }, 'detect-task-blockers');
    for (const action of actions.keys()) {
      const rejected = await recorded(() => apply(owner, run, { action }));
      expect([rejected.result.status, rejected.events, rejected.audit]).toEqual([422, [], []]);
    }
  });

  it('for a run that did not succeed', async () => {
    const made = await task();
    const run = await runOn(made, triage);
    await executeOperational(
      service.platform,
      sql`update prompt_runs set status = 'failed' where id = ${run} returning id`,
    );
    expect((await apply(owner, run)).body.details.fieldErrors).toHaveProperty('status');
  });
});

it('returns prompts only to users who may read templates', async () => {
  const made = await task();
  const run = await runOn(made, triage);
  await executeOperational(
    service.platform,
    sql`update prompt_runs set input = '{"user": "secret"}' where id = ${run} returning id`,
  );
  expect((await owner.call('GET', `/prompt-runs/${run}`)).body.input).toEqual({ user: 'secret' });
  expect((await employee.call('GET', `/prompt-runs/${run}`)).body).toMatchObject({
    input: null,
    output: triage,
  });
});

it('evaluates a task changed by a suggestion once, without a loop', async () => {
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  try {
    const made = await task({ title: 'Production is down for all customers', priority: 'low' });
    const runsOf = async (template: string) =>
      (await owner.call('GET', `/prompt-runs?template=${template}&record_id=${made.id}`)).body;
    const { data } = await eventually(
      () => runsOf('triage-task'),
      ({ data: [run] }) => run?.status === 'succeeded',
    );
    expect((await apply(owner, data[0].id, { fields: ['priority'] })).status).toBe(200);
    await eventually(
      () => runsOf('detect-task-blockers'),
      ({ data: [run] }) => run?.status === 'succeeded',
    );
    const last = (await owner.call('POST', '/tasks', { title: 'Behind it' })).body;
    await eventually(
      async () => (await owner.call('GET', `/prompt-runs?record_id=${last.id}`)).body.data,
      ([run]) => run?.status === 'succeeded',
    );
    expect([(await runsOf('triage-task')).total, (await runsOf('detect-task-blockers')).total]).toEqual([
      1, 1,
    ]);
  } finally {
    await worker.stop();
  }
});
