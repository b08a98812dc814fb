import { type Caller, type EventVisibility, eventVisibilityColumns, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectEvents } from '../events.store.ts';
import {
  type CallerVisibility,
  canSeeEvent,
  type VisibleSubjects,
  wholeOrganization,
} from '../visibility/event-visibility.ts';
import { IdSet } from '../visibility/id-set.ts';

const { sql } = Prisma;
const day = 86_400_000;
const start = Date.UTC(2025, 0, 20);
const at = (moment: number) => new Date(start + moment).toISOString();
const types = ['task', 'team', 'file', 'user', 'ghost'];
/** Event types that require another permission in addition to that of their aggregate type. */
const furtherResources = new Map([
  ['task.note', { aggregate: 'task', resource: 'user' }],
  ['task.plan', { aggregate: 'task', resource: 'file' }],
  ['team.note', { aggregate: 'team', resource: 'file' }],
]);
const eventTypes = [
  ...['x.post_create', 'x.post_update', 'auth.signed_in', 'user.email_changed'],
  ...furtherResources.keys(),
];

/** Times within 75 days, including the milliseconds around midnights as edge cases. */
const moments = fc.oneof(
  fc.integer({ min: 0, max: 75 * day }),
  fc.tuple(fc.integer({ min: 0, max: 75 }), fc.integer({ min: -1, max: 1 })).map(([n, ms]) => n * day + ms),
);
const few = fc.integer({ min: 1, max: 4 });
const kinds = fc
  .tuple(fc.constantFrom(...types), fc.constantFrom(...eventTypes))
  .map(([type, event_type]) => ({
    aggregate_type: furtherResources.get(event_type)?.aggregate ?? type,
    event_type,
  }));
const events = fc.record({
  kind: kinds,
  moment: moments,
  subject_employee_id: fc.option(few),
  subject_team_id: fc.option(few),
  subject_user_ids: fc.uniqueArray(few, { maxLength: 2 }),
  is_private: fc.boolean(),
});

interface Row extends EventVisibility {
  id: number;
  aggregate_type: string;
  event_type: string;
  occurred_at: Date;
}

let service: TestService;
let owner: Client;
let caller: Caller;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  caller = systemCaller(
    service.platform,
    owner.user.org_id,
    { request_id: 'totals', ip: null, user_agent: null },
    [],
  );
});
afterAll(() => service?.stop());

async function insert(count: number, seed: number): Promise<void> {
  const rows = fc.sample(events, { numRuns: count, seed }).map(
    ({
      kind,
      ...one
    }) => sql`(${owner.user.org_id}::int, ${kind.aggregate_type}, 1, ${kind.event_type}, '{}'::jsonb, ${at(one.moment)}::timestamptz,
      ${one.subject_employee_id}::int, ${one.subject_team_id}::int, ${one.subject_user_ids}::int[], ${one.is_private}::boolean)`,
  );
  await executeOperational(
    service.platform,
    sql`with made as (
        insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_employee_id,
          subject_team_id, subject_user_ids, is_private) values ${Prisma.join(rows)} returning org_id, id, occurred_at)
      insert into outbox (org_id, event_id, occurred_at) select * from made returning org_id`,
  );
}

/** Numbers the oldest events of the outbox, at most `limit`, as the relay does. */
async function numberSome(limit: number): Promise<void> {
  await executeOperational(
    service.platform,
    sql`with gone as (
        delete from outbox where (org_id, event_id) in (
          select org_id, event_id from outbox where org_id = ${owner.user.org_id} order by event_id limit ${limit}::int)
        returning org_id, event_id, occurred_at
      ),
      numbered as (
        select g.*, coalesce((select h.seq from event_heads h where h.org_id = g.org_id), 0)
          + row_number() over (order by event_id) as seq from gone g
      ),
      head as (
        insert into event_heads (org_id, seq) select org_id, max(seq) from numbered group by org_id
        on conflict (org_id) do update set seq = excluded.seq
      )
      insert into event_log (org_id, seq, event_id, occurred_at) select org_id, seq, event_id, occurred_at from numbered
      returning org_id`,
  );
}

async function allEvents(): Promise<Row[]> {
  return service.rows<Row>(sql`select e.id::float8 as id, e.aggregate_type, e.event_type, e.occurred_at, ${eventVisibilityColumns}
    from events e where e.org_id = ${owner.user.org_id} order by e.occurred_at desc, e.id desc`);
}

const anySubjects: fc.Arbitrary<VisibleSubjects | null> = fc.oneof(
  fc.constant(null),
  fc.constant(wholeOrganization),
  fc.record({
    all: fc.constant(false),
    own: fc.boolean(),
    employees: fc.uniqueArray(few).map(IdSet.of),
    teams: fc.uniqueArray(few).map(IdSet.of),
  }),
);
const visibilities: fc.Arbitrary<CallerVisibility> = fc
  .record({
    user_id: fc.option(few),
    canReadAuditLog: fc.boolean(),
    // Types share subjects, as permissions with the same scope do.
    subjectSets: fc.array(anySubjects, { minLength: 1, maxLength: 3 }),
    chosen: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.nat(2)),
  })
  .map(({ user_id, canReadAuditLog, subjectSets, chosen }) => ({
    user_id,
    canReadAuditLog,
    resources: new Set(types.slice(0, 4)),
    furtherResources,
    subjectsByType: new Map(
      chosen.flatMap((index, type) => {
        const subjects = subjectSets[index % subjectSets.length];
        return subjects ? [[types[type] ?? '', subjects] as const] : [];
      }),
    ),
  }));
const queries = fc.record({
  aggregate_type: fc.option(fc.constantFrom(...types, 'nothing'), { nil: undefined }),
  event_type: fc.option(fc.constantFrom(...eventTypes), { nil: undefined }),
  from: fc.option(moments.map(at), { nil: undefined }),
  to: fc.option(moments.map(at), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 100 }),
  page: fc.integer({ min: 1, max: 12 }),
});

function expected(
  all: readonly Row[],
  sight: CallerVisibility,
  query: typeof queries extends fc.Arbitrary<infer Q> ? Q : never,
) {
  const seen = all.filter(
    (event) =>
      canSeeEvent(sight, event) &&
      (query.aggregate_type ?? event.aggregate_type) === event.aggregate_type &&
      (query.event_type ?? event.event_type) === event.event_type &&
      (query.from === undefined || event.occurred_at > new Date(query.from)) &&
      (query.to === undefined || event.occurred_at < new Date(query.to)),
  );
  const offset = (query.page - 1) * query.limit;
  return { total: seen.length, ids: seen.slice(offset, offset + query.limit).map((event) => event.id) };
}

/** Compares lists with plain counts, for random callers and queries. Requires that nothing writes at the same time. */
async function expectExact(numRuns: number): Promise<void> {
  const all = await allEvents();
  await fc.assert(
    fc.asyncProperty(visibilities, queries, async (sight, query) => {
      const { data, total, next } = await selectEvents(caller, sight, query);
      expect({ total, ids: data.map((event) => event.id) }).toEqual(expected(all, sight, query));
      const following = expected(all, sight, { ...query, page: query.page + 1 });
      const after = next && (await selectEvents(caller, sight, { ...query, page: 1, after: next }));
      const ids = after ? after.data.map((event) => event.id) : [];
      expect({ total: after ? after.total : total, ids }).toEqual(following);
    }),
    { numRuns },
  );
}

it('equals a plain count for any number of numbered events', async () => {
  await insert(700, 1);
  await expectExact(150);
  await numberSome(250);
  await expectExact(150);
  await numberSome(450);
  await insert(300, 2);
  await expectExact(150);
});

it('equals a plain count while a relay numbers events', async () => {
  await insert(2_500, 3);
  const waiting = () =>
    service.rows<{ n: number }>(
      sql`select count(*)::int as n from outbox where org_id = ${owner.user.org_id}`,
    );
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  try {
    await expectExact(100);
    await eventually(waiting, ([row]) => row?.n === 0);
    await expectExact(100);
  } finally {
    await worker.stop();
  }
  const [wrong] = await service.rows(sql`
    select count(*)::int as n from (
      select (occurred_at at time zone 'UTC')::date as starts_on, aggregate_type, event_type, count(*) from events
      where org_id = ${owner.user.org_id} and not is_private group by 1, 2, 3) plain
    full join (select * from event_counts where org_id = ${owner.user.org_id} and not is_month) kept
      using (starts_on, aggregate_type, event_type) where plain.count is distinct from kept.count`);
  expect(wrong).toEqual({ n: 0 });
});

it('returns a consistent page and total during writes', async () => {
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  let isWriting = true;
  const writing = (async () => {
    for (let n = 0; n < 60; n += 1) await owner.call('POST', '/tasks', { title: `Task ${n}` });
    isWriting = false;
  })();
  const totals = new Set<number>();
  try {
    while (isWriting) {
      const { body } = await owner.call(
        'GET',
        '/events?aggregate_type=task&event_type=task.post_create&limit=100',
      );
      expect(body.total).toBe(body.data.length);
      totals.add(body.total);
    }
  } finally {
    await writing;
    await worker.stop();
  }
  expect(totals.size).toBeGreaterThan(3);
});
