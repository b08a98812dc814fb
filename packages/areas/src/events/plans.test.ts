import { type Caller, systemCaller } from '@wfp/shared';
import type { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectEvents, selectHistory } from './events.store.ts';
import {
  type CallerVisibility,
  type VisibleSubjects,
  wholeOrganization,
} from './visibility/event-visibility.ts';
import { IdSet } from './visibility/id-set.ts';

/** 41 organizations with 120,000 events over 60 days; one has a third of them. */
const large = 40_000;
const each = 2_000;
const days = 60;
const waiting = 40;
const aDay = Math.ceil(large / days);
const [us, other] = [1_000, 1_001];
const monthBegin = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth()));

let service: TestService;
let client: pg.Client;
beforeAll(async () => {
  service = await startOwnService();
  client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  for (let org = us; org <= us + 40; org += 1) await seed(org, org === us ? large : each);
  await seedHistory();
  // Some events wait for the relay, in a table without statistics.
  await client.query(`insert into outbox (org_id, event_id, occurred_at)
    select org_id, id, occurred_at from events where org_id = ${us} order by id limit ${waiting}`);
  // The state after autovacuum and partition maintenance.
  await vacuumAnalyze(client, 'events', 'event_counts');
});
afterAll(async () => {
  await client?.end();
  await service?.stop();
});

/** Inserts events about tasks, except for one in a hundred and a few on three days of the second month. */
async function seed(org_id: number, count: number): Promise<void> {
  await client.query(
    `with made as (
       insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_employee_id,
         subject_team_id, subject_user_ids, is_private)
       select $1, a, n, a || '.post_update', '{}', $3::timestamptz + n * interval '60 days' / $2,
         case when n % 400 = 5 then 7 when n % 3 = 0 then 100 + n % 50 end, case when n % 500 = 6 then 8 end,
         case when n % 800 = 9 then array[$1 * 10 + 1, $1 * 10 + 9] when n % 2 = 0 then array[$1 * 10 + 1, $1 * 10 + n % 5] else '{}' end,
         n % 800 = 9
       from generate_series(1, $2::int) n, lateral (select case
         when n % 100 = 50 then 'team' when n > $2 * 0.8 and n % ($2 / 20) < 2 then 'webhook_endpoint' else 'task' end as a) kind
       returning org_id, id, occurred_at)
     insert into event_log (org_id, seq, event_id, occurred_at)
     select org_id, row_number() over (order by id), id, occurred_at from made`,
    [org_id, count, monthBegin],
  );
}

/** A task with a longer history than others, over all days, in an organization of its own. */
const discussed = { org_id: us + 41, id: 999_999, events: 60 };

/** Inserts the history among events of other tasks. Its numbers have the reverse order of its ids. */
async function seedHistory(): Promise<void> {
  await seed(discussed.org_id, discussed.events * 30);
  await client.query(
    `with made as (
       insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
       select $1, 'task', $2, 'task.post_update', '{}', $4::timestamptz + n * interval '1 day'
       from generate_series(0, $3::int - 1) n returning org_id, id, occurred_at)
     insert into event_log (org_id, seq, event_id, occurred_at)
     select org_id, 1000000 + row_number() over (order by id desc), id, occurred_at from made`,
    [discussed.org_id, discussed.id, discussed.events, monthBegin],
  );
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** Counts the rows that a list reads, returned or not, and the partitions that it scans sequentially. */
async function measureWork(visibility: CallerVisibility, query: object = {}, org_id = us) {
  const statement = await captureStatement(org_id, (caller) =>
    selectEvents(caller, visibility, { limit: 25, page: 1, ...query }),
  );
  // Queries without time bounds use a generic plan, others a plan for their values.
  return explain(statement, 'from' in query ? 'force_custom_plan' : 'force_generic_plan', 'events_');
}

/** Explains a statement, and counts the rows that it reads of the partitions of a table. */
async function explain(statement: Prisma.Sql, planCacheMode: string, partitions: string) {
  await client.query(`set plan_cache_mode = ${planCacheMode}`);
  await client.query(`prepare list as ${statement.text}`);
  const values = statement.values.map(literal).join(', ');
  const { rows } = await client.query(`explain (analyze, timing off, format json) execute list (${values})`);
  await client.query('deallocate list');
  const scans = all(rows[0]['QUERY PLAN'][0].Plan).filter(
    (node) => node['Relation Name']?.startsWith(partitions) && node['Node Type'].endsWith('Scan'),
  );
  const rowCount = scans.reduce((sum, node) => sum + rowsRead(node), 0);
  return {
    rowCount,
    seq: scans.filter((node) => node['Node Type'] === 'Seq Scan' && rowsRead(node) > 0).length,
  };
}

function rowsRead(node: Node): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
}

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof IdSet) return pg.escapeLiteral(value.toPostgres());
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}

async function captureStatement(org_id: number, read: (caller: Caller) => Promise<unknown>) {
  const statements: Prisma.Sql[] = [];
  const rows = async (statement: Prisma.Sql) => {
    statements.push(statement);
    return [];
  };
  const caller = systemCaller(
    service.platform,
    org_id,
    { request_id: 'plans', ip: null, user_agent: null },
    [],
  );
  const runner = { rows: rows as never, execute: async () => 0 };
  await read({ ...caller, replica: { ...runner, transaction: (run) => run(runner) } });
  const [statement] = statements;
  if (!statement) throw new Error('No statement was captured');
  return statement;
}

const types = ['task', 'team', 'webhook_endpoint', 'file'];
const visibilityOf = (
  circles: Record<string, VisibleSubjects>,
  readsLog = false,
  org_id = us,
): CallerVisibility => ({
  // One user is named by half of all events, the other by a few private ones.
  user_id: org_id * 10 + (readsLog ? 1 : 9),
  subjectsByType: new Map(Object.entries(circles)),
  resources: new Set(types),
  furtherResources: new Map([['task.note', { aggregate: 'task', resource: 'note' }]]),
  canReadAuditLog: readsLog,
});
const everything = Object.fromEntries(types.map((type) => [type, wholeOrganization]));
const owner = visibilityOf(everything, true);
const subjects = (employees: number[], teams: number[]): VisibleSubjects => ({
  all: false,
  own: true,
  employees: IdSet.of(employees),
  teams: IdSet.of(teams),
});
const at = (day: number) => new Date(monthBegin.getTime() + day * 86_400_000).toISOString();

/** Each list also reads the events that only named users see: 50 events, one in 800. */
const named = large / 800;

describe('a list of events', () => {
  it.each<[string, object, number]>([
    ['everything', {}, 0],
    ['the type of most events', { aggregate_type: 'task' }, 0],
    ['a type of event', { event_type: 'task.post_update' }, 0],
    ['a late page', { page: 1_000 }, aDay],
    ['a page after the last', { page: 1_000_000 }, 0],
    ['a rare type', { aggregate_type: 'team' }, 6 * aDay],
    ['a type that occurs on three days', { aggregate_type: 'webhook_endpoint' }, 4 * aDay],
    ['a type without events', { aggregate_type: 'file' }, 0],
  ])('reads only the days of its page: %s', async (_name, query, most) => {
    const { rowCount, seq } = await measureWork(owner, query);
    expect(rowCount).toBeLessThanOrEqual(most + 25 + 3 * named + waiting);
    expect(seq).toBe(0);
  });

  it.each([
    ['whole days', at(10), at(40), 0],
    ['from noon to noon', at(10.5), at(40.5), aDay],
    ['hours of one day', at(10.1), at(10.3), aDay],
  ])('counts event by event only at the edges: %s', async (_name, from, to, most) => {
    expect((await measureWork(owner, { from, to })).rowCount).toBeLessThanOrEqual(
      most + 26 + 3 * named + waiting,
    );
  });

  it.each<[string, CallerVisibility, number]>([
    ['a person', visibilityOf({ task: subjects([7], []) }), large / 400],
    ['a team', visibilityOf({ task: subjects([], [8]) }), large / 500],
    [
      'both and all teams',
      visibilityOf({ task: subjects([7], [8]), team: wholeOrganization }),
      large / 400 + large / 500 + 4 * aDay,
    ],
  ])('finds events by subject with an index: %s', async (_name, visibility, own) => {
    const { rowCount, seq } = await measureWork(visibility);
    expect(rowCount).toBeGreaterThan(0);
    expect(rowCount).toBeLessThanOrEqual(own + 25 + 3 * named + waiting);
    expect(seq).toBe(0);
  });

  it('reads nothing of another organization', async () => {
    for (const query of [{}, { aggregate_type: 'webhook_endpoint' }, { page: 50 }]) {
      const { rowCount } = await measureWork(visibilityOf(everything, true, other), query, other);
      expect(rowCount).toBeLessThanOrEqual(5 * Math.ceil(each / days) + 60);
    }
  });
});

describe('the history of a record', () => {
  const history = (query: object) =>
    captureStatement(discussed.org_id, (caller) =>
      selectHistory(
        caller,
        owner,
        { aggregateType: 'task', aggregateId: discussed.id },
        { limit: 25, offset: 0, ...query },
      ),
    );

  it.each<[string, object]>([
    ['the first page', {}],
    ['a later page', { offset: 50 }],
  ])('reads only its events and their numbers, by key: %s', async (_name, query) => {
    const statement = await history(query);
    // One pass counts the events, the other one sorts them.
    const events = await explain(statement, 'force_generic_plan', 'events_');
    expect(events).toEqual({ rowCount: 2 * discussed.events, seq: 0 });
    const numbers = await explain(statement, 'force_generic_plan', 'event_log_');
    expect(numbers).toEqual({ rowCount: discussed.events, seq: 0 });
  });
});
