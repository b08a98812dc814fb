import { systemCaller } from '@wfp/shared';
import type { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectEvents } from './events.store.ts';
import {
  type CallerVisibility,
  type VisibleSubjects,
  wholeOrganization,
} from './visibility/event-visibility.ts';

/** 41 organizations with 120,000 events of 60 days; one has a third of them. */
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
  // Some wait for the relay, in a table of which nothing is known.
  await client.query(`insert into outbox (org_id, event_id, occurred_at)
    select org_id, id, occurred_at from events where org_id = ${us} order by id limit ${waiting}`);
  // As autovacuum and the job for partitions leave them.
  await client.query('vacuum analyze events');
  await client.query('vacuum analyze event_counts');
});
afterAll(async () => {
  await client?.end();
  await service?.stop();
});

/** Everything is about tasks, but one event in a hundred, and a few on three days of the second month. */
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

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** Events that were looked at for a list, shown or not, and whether all of some partition was read for it. */
async function workOf(sight: CallerVisibility, query: object = {}, org_id = us) {
  const statement = await statementOf(sight, { limit: 25, page: 1, ...query }, org_id);
  // What is asked for without bounds of time is planned once, for any values; the rest for the values at hand.
  await client.query(`set plan_cache_mode = ${'from' in query ? 'force_custom_plan' : 'force_generic_plan'}`);
  await client.query(`prepare list as ${statement.text}`);
  const values = statement.values.map(literal).join(', ');
  const { rows } = await client.query(`explain (analyze, timing off, format json) execute list (${values})`);
  await client.query('deallocate list');
  const scans = all(rows[0]['QUERY PLAN'][0].Plan).filter(
    (node) => node['Relation Name']?.startsWith('events_') && node['Node Type'].endsWith('Scan'),
  );
  const looked = scans.reduce((sum, node) => sum + lookedAt(node), 0);
  return {
    looked,
    seq: scans.filter((node) => node['Node Type'] === 'Seq Scan' && lookedAt(node) > 0).length,
  };
}

function lookedAt(node: Node): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
}

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

function literal(value: unknown): string {
  if (value === null) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}

async function statementOf(
  sight: CallerVisibility,
  query: Parameters<typeof selectEvents>[2],
  org_id: number,
) {
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
  await selectEvents({ ...caller, replica: { ...runner, transaction: (run) => run(runner) } }, sight, query);
  const [statement] = statements;
  if (!statement) throw new Error('Nothing was asked');
  return statement;
}

const types = ['task', 'team', 'webhook_endpoint', 'file'];
const sightOf = (
  circles: Record<string, VisibleSubjects>,
  readsLog = false,
  org_id = us,
): CallerVisibility => ({
  // The one is named by half of all events, the other by a few private ones.
  user_id: org_id * 10 + (readsLog ? 1 : 9),
  subjectsByType: new Map(Object.entries(circles)),
  resources: new Set(types),
  canReadAuditLog: readsLog,
});
const everything = Object.fromEntries(types.map((type) => [type, wholeOrganization]));
const owner = sightOf(everything, true);
const circle = (employees: number[], teams: number[]): VisibleSubjects => ({
  all: false,
  own: true,
  employees: new Set(employees),
  teams: new Set(teams),
});
const at = (day: number) => new Date(monthBegin.getTime() + day * 86_400_000).toISOString();

/** What the named see alone is looked at for each list: 50 events of one in 800. */
const named = large / 800;

describe('a list of events', () => {
  it.each<[string, object, number]>([
    ['everything', {}, 0],
    ['a type that most are of', { aggregate_type: 'task' }, 0],
    ['a type of event', { event_type: 'task.post_update' }, 0],
    ['a page far back', { page: 1_000 }, aDay],
    ['a page behind the last', { page: 1_000_000 }, 0],
    ['a type that few are of', { aggregate_type: 'team' }, 6 * aDay],
    ['a type of three days', { aggregate_type: 'webhook_endpoint' }, 4 * aDay],
    ['a type that is not there', { aggregate_type: 'file' }, 0],
  ])('reads its page and no other days: %s', async (_name, query, most) => {
    const { looked, seq } = await workOf(owner, query);
    expect(looked).toBeLessThanOrEqual(most + 25 + 3 * named + waiting);
    expect(seq).toBe(0);
  });

  it.each([
    ['whole days', at(10), at(40), 0],
    ['from noon to noon', at(10.5), at(40.5), aDay],
    ['hours of one day', at(10.1), at(10.3), aDay],
  ])('counts event by event at the edges alone: %s', async (_name, from, to, most) => {
    expect((await workOf(owner, { from, to })).looked).toBeLessThanOrEqual(most + 26 + 3 * named + waiting);
  });

  it.each<[string, CallerVisibility, number]>([
    ['a person', sightOf({ task: circle([7], []) }), large / 400],
    ['a team', sightOf({ task: circle([], [8]) }), large / 500],
    [
      'both, and all teams',
      sightOf({ task: circle([7], [8]), team: wholeOrganization }),
      large / 400 + large / 500 + 4 * aDay,
    ],
  ])('finds by an index what somebody sees alone: %s', async (_name, sight, own) => {
    const { looked, seq } = await workOf(sight);
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(own + 25 + 3 * named + waiting);
    expect(seq).toBe(0);
  });

  it('looks at nothing of another organization', async () => {
    for (const query of [{}, { aggregate_type: 'webhook_endpoint' }, { page: 50 }]) {
      const { looked } = await workOf(sightOf(everything, true, other), query, other);
      expect(looked).toBeLessThanOrEqual(5 * Math.ceil(each / days) + 60);
    }
  });
});
