import { type LaneRun, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getOrganizationData, maxAgeMs } from '../context/cached-data.ts';
import { rulesProvider } from '../providers/rules-provider.ts';
import { projectRuns } from './project-runs.store.ts';
import { promptLane } from './prompts.lane.ts';

const { sql } = Prisma;
const origin = { ip: null, user_agent: null, request_id: 'lane' };

let service: TestService;
let owner: Client;
let notes: string[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  notes = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

const create = async (title: string, more: object = {}) =>
  (await owner.call('POST', '/tasks', { title, ...more })).body;
const change = (id: number, body: object) => owner.call('PATCH', `/tasks/${id}`, body);

/** Inserts the runs of all events that have none yet, as the relay does. */
async function project(): Promise<void> {
  const batch =
    await service.rows<any>(sql`select e.org_id, e.id::int as seq, e.id::int as event_id, e.occurred_at,
      e.event_type, e.aggregate_type, e.aggregate_id, false as is_private from events e
    where e.org_id = ${owner.user.org_id} and e.event_type in ('task.post_create', 'task.post_update') order by e.id`);
  await executeOperationalInTransaction(service.platform, (tx) => projectRuns(tx, batch, service.config));
}

async function runLane(): Promise<void> {
  await project();
  await promptLane.run({
    platform: service.platform,
    payload: { org_id: owner.user.org_id },
    origin,
    emits: ['prompt_run.completed'],
    log: service.platform.log,
    note: async (lines: string) => void notes.push(lines),
    signal: new AbortController().signal,
  } as unknown as LaneRun<never>);
}

const runs = () =>
  service.rows<any>(sql`select r.id, p.code, r.record_id, r.status, r.attempts, r.error, r.input, r.output, r.record_state
    from prompt_runs r join prompt_templates p on p.org_id = r.org_id and p.id = r.template_id
    where r.org_id = ${owner.user.org_id} order by r.id`);
const recordsOf = (run: number) =>
  service.rows<any>(sql`select a.action, a.before, a.after, e.event_type, o.event_id is not null as is_queued
    from audit_log a join events e on e.org_id = a.org_id and e.id = a.event_id
    left join outbox o on o.org_id = e.org_id and o.event_id = e.id
    where a.org_id = ${owner.user.org_id} and a.resource = 'prompt_run' and a.record_id = ${run}`);
const setCondition = async (code: string, condition: object) => {
  const [template] = (await owner.call('GET', `/prompt-templates?q=${code}`)).body.data;
  expect((await owner.call('PATCH', `/prompt-templates/${template.id}`, { condition })).status).toBe(200);
};

describe('runs of the rules in a batch', () => {
  it('record an event and an audit entry for each run, without its texts', async () => {
    await Promise.all(['Secret one', 'Secret two', 'Secret three'].map((title) => create(title)));
    await runLane();
    const all = await runs();
    expect(all.map(({ status, attempts, input }) => [status, attempts, input])).toEqual(
      all.map(() => ['succeeded', 1, null]),
    );
    expect(all).toHaveLength(3);
    for (const { id, record_state } of all) {
      const records = await recordsOf(id);
      expect(records).toMatchObject([
        {
          action: 'run',
          event_type: 'prompt_run.completed',
          is_queued: true,
          before: { status: 'running', provider: null },
          after: { status: 'succeeded', provider: 'rules', record_state, leased_until: null },
        },
      ]);
      const { after } = records[0];
      expect(Object.keys(after)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(output|input|mentions)$/)]),
      );
      expect(after.finished_at).toEqual(expect.any(String));
    }
    expect(notes).toEqual(['triage-task: succeeded (3 times)']);
  });

  it('retry a run whose evaluation fails, and finish the others', async () => {
    const evaluate = rulesProvider.call;
    const failing = vi.spyOn(rulesProvider, 'call').mockImplementation((question, signal) => {
      if (question.context.record.title === 'Broken') return Promise.reject(new Error('A bug'));
      return evaluate.call(rulesProvider, question, signal);
    });
    for (const title of ['First', 'Broken', 'Last']) await create(title);
    await runLane();
    expect((await runs()).map(({ status, attempts, error }) => [status, attempts, error])).toEqual([
      ['succeeded', 1, null],
      ['pending', 1, 'Internal error'],
      ['succeeded', 1, null],
    ]);
    const [, broken] = await runs();
    expect(await recordsOf(broken.id)).toEqual([]);
    failing.mockRestore();
    await executeOperational(
      service.platform,
      sql`update prompt_runs set due_at = now() where id = ${broken.id} returning id`,
    );
    await runLane();
    expect((await runs()).map(({ status, attempts, error }) => [status, attempts, error])).toEqual([
      ['succeeded', 1, null],
      ['succeeded', 2, null],
      ['succeeded', 1, null],
    ]);
    expect(await recordsOf(broken.id)).toHaveLength(1);
  });

  it('record nothing for a run that another worker has leased since', async () => {
    const evaluate = rulesProvider.call;
    for (const title of ['Stolen', 'Kept']) await create(title);
    vi.spyOn(rulesProvider, 'call').mockImplementation(async (question, signal) => {
      if (question.context.record.title === 'Stolen') {
        await executeOperational(
          service.platform,
          sql`update prompt_runs set attempts = attempts + 1 where org_id = ${owner.user.org_id}
            and record_id = ${question.context.record.id} returning id`,
        );
      }
      return evaluate.call(rulesProvider, question, signal);
    });
    await runLane();
    const [stolen, kept] = await runs();
    expect([stolen.status, stolen.attempts, kept.status]).toEqual(['running', 2, 'succeeded']);
    expect(await recordsOf(stolen.id)).toEqual([]);
  });

  it('are skipped if the task was deleted or the template disabled, without an event', async () => {
    const [gone, kept] = [await create('Deleted'), await create('Changed')];
    await change(kept.id, { title: 'Changed again' });
    await project();
    await owner.call('DELETE', `/tasks/${gone.id}`);
    const [template] = (await owner.call('GET', '/prompt-templates?q=detect')).body.data;
    await owner.call('PATCH', `/prompt-templates/${template.id}`, { is_enabled: false });
    await runLane();
    const all = await runs();
    expect(all.map(({ code, status, error }) => [code, status, error])).toEqual([
      ['triage-task', 'skipped', 'The record does not exist'],
      ['triage-task', 'succeeded', null],
      ['detect-task-blockers', 'skipped', 'The template was disabled or deleted'],
    ]);
    expect(await recordsOf(all[0].id)).toEqual([]);
  });

  it('evaluate conditions on the change and the user of each event', async () => {
    await setCondition('detect', { field: 'status', op: 'changed_to', value: 'blocked' });
    await setCondition('triage', { field: 'created_by', op: 'eq', value: { var: 'me' } });
    const task = await create('Moves', { description: 'x'.repeat(20_000) });
    await change(task.id, { priority: 'high' });
    await change(task.id, { status: 'blocked' });
    await change(task.id, { title: 'Still blocked' });
    await runLane();
    expect((await runs()).map(({ code, status }) => [code, status])).toEqual([
      ['triage-task', 'succeeded'],
      ['detect-task-blockers', 'skipped'],
      ['detect-task-blockers', 'succeeded'],
      ['detect-task-blockers', 'skipped'],
    ]);
  });

  it('do not count toward the budget', async () => {
    await owner.call('PATCH', '/organizations/current/settings', {
      prompts: { runs_per_day: 0, tokens_per_day: 0 },
    });
    for (const title of ['One', 'Two']) await create(title);
    await runLane();
    expect((await runs()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(await service.rows(sql`select from prompt_usage where org_id = ${owner.user.org_id}`)).toEqual([]);
  });

  it('suggest the user of the `task.completed` event as the owner of a similar task', async () => {
    const colleague = await service.newUser(owner, ['admin']);
    const done = await create('Invoice export fails for Norway');
    await colleague.call('PATCH', `/tasks/${done.id}`, { status: 'done' });
    await create('Invoice export fails for Sweden');
    await runLane();
    const suggested = (await runs()).filter(({ code }) => code === 'triage-task').at(-1).output.ideal_owner;
    expect([suggested.user_id, suggested.employee_id]).toContain(colleague.user.id);
  });
});

it('reads the data of an organization again after two seconds', async () => {
  let now = Date.now();
  const platform = { ...service.platform, clock: { now: () => new Date(now) } };
  const caller = systemCaller(platform, owner.user.org_id, origin, []);
  const subject = { id: 0, title: 'Any', category_code: 'general', label: null };
  const unassigned = { assigned_employee_id: null, assigned_to: null, assigned_team_id: null };
  const labels = async () => {
    const data = await getOrganizationData(caller);
    const [about] = await data.surroundings(caller, [{ ...subject, ...unassigned }]);
    return about?.organization.labels.map(({ name }) => name);
  };
  expect(await labels()).toEqual([]);
  await create('Labelled', { label: 'new' });
  now += maxAgeMs - 1;
  expect(await labels()).toEqual([]);
  now += 1;
  expect(await labels()).toEqual(['new']);
});

it('evaluates a template whose condition was saved before it was limited', async () => {
  const template = await owner.call('POST', '/prompt-templates', {
    ...{ code: 'large', name: 'Large', hook: 'task.post_create', system_text: '', user_text: '' },
    condition: { field: 'title', op: 'eq', value: 'x' },
    output_schema: { type: 'object' },
    settings: { output: { priority: 'low' } },
  });
  await executeOperational(
    service.platform,
    sql`update prompt_templates set condition = (
        select jsonb_build_object('any', jsonb_agg(jsonb_build_object('field', 'title', 'op', 'in', 'value', (
          select jsonb_agg('Title ' || leaf || ' ' || lpad(value::text, 20, '0')) from generate_series(1, 100) value))))
        from generate_series(1, 50) leaf), updated_at = now()
      where org_id = ${owner.user.org_id} and id = ${template.body.id} returning id`,
  );
  const met = await create('Title 7 00000000000000000042');
  const other = await create('Title 7 43');
  await runLane();
  const statuses = (await runs()).filter((one) => one.code === 'large');
  expect(statuses.map((one) => [one.record_id, one.status])).toEqual([
    [met.id, 'succeeded'],
    [other.id, 'skipped'],
  ]);
});
