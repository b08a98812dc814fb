import type { NumberedEvent } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { projectRuns } from './project-runs.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

let ids = 10_000;
function eventOf(record: number, event_type: string, more: Partial<NumberedEvent> = {}): NumberedEvent {
  ids += 1;
  return {
    org_id: owner.user.org_id,
    seq: ids,
    event_id: ids,
    occurred_at: new Date(),
    event_type,
    aggregate_type: 'task',
    aggregate_id: record,
    is_private: false,
    ...more,
  };
}
const project = (...batch: NumberedEvent[]) =>
  executeOperationalInTransaction(service.platform, (tx) => projectRuns(tx, batch, service.config));
const runs = async () =>
  (
    await service.rows<{ code: string; record_id: number; event_id: number; status: string }>(
      sql`select p.code, r.record_id, r.event_id::float8 as event_id, r.status from prompt_runs r
        join prompt_templates p on p.org_id = r.org_id and p.id = r.template_id where r.org_id = ${owner.user.org_id} order by r.id`,
    )
  ).map((one) => [one.code, one.record_id, one.event_id, one.status]);

it('inserts one run per template of the hook, and wakes the lane of the organization', async () => {
  const [created, changed, other] = [
    eventOf(1, 'task.post_create'),
    eventOf(2, 'task.post_update'),
    eventOf(3, 'task.completed'),
  ];
  const { org_id } = owner.user;
  const wakeUps = await project(created, changed, other);
  expect(wakeUps).toEqual([{ queue: 'prompts', key: `org-${org_id}`, payload: { org_id } }]);
  const inserted = [
    ['triage-task', 1, created.event_id, 'pending'],
    ['detect-task-blockers', 2, changed.event_id, 'pending'],
  ];
  expect(await runs()).toEqual(inserted);
  expect(await project(created, changed, other)).toEqual([]);
  expect(await runs()).toEqual(inserted);
});

it('evaluates only the latest of several events, replacing a pending run', async () => {
  const [first, second, third] = [0, 1, 2].map(() => eventOf(7, 'task.post_update'));
  await project(first as NumberedEvent);
  await project(second as NumberedEvent, third as NumberedEvent);
  expect(await runs()).toEqual([
    ['detect-task-blockers', 7, first?.event_id, 'skipped'],
    ['detect-task-blockers', 7, third?.event_id, 'pending'],
  ]);
});

it.each([
  ['the changes of an event', { field: 'status', op: 'changed_to', value: 'blocked' }],
  ['the actor', { not: { any: [{ field: 'created_by', op: 'eq', value: { var: 'me' } }] } }],
])('evaluates each event if the condition depends on %s', async (_, condition) => {
  const [template] = (await owner.call('GET', '/prompt-templates?q=detect')).body.data;
  expect((await owner.call('PATCH', `/prompt-templates/${template.id}`, { condition })).status).toBe(200);
  const [first, second, third] = [0, 1, 2].map(() => eventOf(7, 'task.post_update')) as [
    NumberedEvent,
    NumberedEvent,
    NumberedEvent,
  ];
  await project(first);
  await project(second, third);
  await project(second, third);
  expect(await runs()).toEqual(
    [first, second, third].map((one) => ['detect-task-blockers', 7, one.event_id, 'pending']),
  );
});

it('takes a time that does not depend on the size of conditions', async () => {
  const { org_id } = owner.user;
  // Saved before conditions were limited.
  await executeOperational(
    service.platform,
    sql`insert into prompt_templates (org_id, code, name, hook, condition, system_text, user_text, output_schema)
      select ${org_id}::int, 'large-' || n, 'Large', 'task.post_update', (
        select jsonb_build_object('any', jsonb_agg(jsonb_build_object('field', 'title', 'op', 'in', 'value', (
          select jsonb_agg(n || ' ' || leaf || ' ' || value) from generate_series(1, 100) value))))
        from generate_series(1, 50) leaf), '', '', '{"type": "object"}'
      from generate_series(1, 20) n returning id`,
  );
  const batch = Array.from({ length: 100 }, (_, n) => eventOf(n + 1, 'task.post_update'));
  await executeOperationalInTransaction(service.platform, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 2500`);
    await projectRuns(tx, batch, service.config);
  });
  expect(await runs()).toHaveLength(2_100);
});

it('does not replace a running run', async () => {
  const [first, second] = [eventOf(7, 'task.post_update'), eventOf(7, 'task.post_update')];
  await project(first);
  await executeOperational(
    service.platform,
    sql`update prompt_runs set status = 'running', leased_until = now() + interval '1 minute' where event_id = ${first.event_id} returning id`,
  );
  await project(second);
  expect((await runs()).map(([, , , status]) => status)).toEqual(['running', 'pending']);
});

it('ignores disabled templates, private events and templates of other organizations', async () => {
  const stranger = await service.newOrganization();
  const { data } = (await owner.call('GET', '/prompt-templates')).body;
  for (const { id, code } of data) {
    if (code === 'triage-task') await owner.call('PATCH', `/prompt-templates/${id}`, { is_enabled: false });
  }
  await project(
    eventOf(1, 'task.post_create'),
    eventOf(2, 'task.post_update', { is_private: true }),
    eventOf(3, 'task.post_create', { org_id: stranger.user.org_id }),
  );
  expect(await runs()).toEqual([]);
  const theirs = await service.rows(
    sql`select record_id from prompt_runs where org_id = ${stranger.user.org_id}`,
  );
  expect(theirs).toEqual([{ record_id: 3 }]);
});
