import type { Condition } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isInAudience } from './audience-sql.store.ts';
import { Audience } from './audiences.contract.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await insertPeople();
});
afterAll(() => service.stop());

/** Ids that the conditions use, so that they often match. */
let known: { employees: number[]; teams: number[]; places: number[] };

/** Inserts trees of teams, places and managers, with deleted rows in them, and employees with and without each value. */
async function insertPeople(): Promise<void> {
  const { org_id } = owner.user;
  const run = (statement: Prisma.Sql) => executeOperational<{ id: number }>(service.platform, statement);
  const insertTree = async (statement: (n: number, parent: number | null) => Prisma.Sql) => {
    const ids: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const [row] = await run(statement(n, n === 0 ? null : (ids[Math.floor((n - 1) / 2)] ?? null)));
      ids.push(row?.id ?? 0);
    }
    return ids;
  };
  const teams = await insertTree(
    (n, parent) => sql`insert into teams (org_id, name, slug, parent_id, deleted_at)
      values (${org_id}, ${`Team ${n}`}, ${`team-${n}`}, ${parent}, ${n === 2 ? sql`now()` : sql`null`}) returning id`,
  );
  const places = await insertTree(
    (n, parent) => sql`insert into places (org_id, name, kind, parent_id)
      values (${org_id}, ${`Place ${n}`}, 'remote', ${parent}) returning id`,
  );
  const employees =
    await run(sql`insert into employees (org_id, employee_number, first_name, last_name, status, employment_type,
      job_title, hire_date, fte, time_zone, team_id, place_id, deleted_at)
    select ${org_id}, 'T' || n, 'Test', 'Person', (array['active', 'on_leave', 'terminated'])[1 + n % 3]::employee_status,
      (array['full_time', 'intern'])[1 + n % 2]::employment_type,
      (array['Engineer', 'engineering lead', null, 'Ärztin'])[1 + n % 4], date '2020-01-01' + n * 30,
      (array[1, 0.5, 0.125])[1 + n % 3], (array['Europe/Vienna', null])[1 + n % 2],
      (${teams}::int[])[n % 9], (${places}::int[])[n % 8], case when n = 7 then now() end
    from generate_series(1, 40) n returning id`);
  const ids = employees.map(({ id }) => id).sort((a, b) => a - b);
  await run(sql`update employees e set manager_id = (${ids}::int[])[n / 3]
    from unnest(${ids}::int[]) with ordinality u(id, n) where e.org_id = ${org_id} and e.id = u.id and n > 2 returning e.id`);
  await run(sql`insert into team_members (org_id, team_id, employee_id, joined_on, left_on)
    select ${org_id}, (${teams}::int[])[1 + n % 7], (${ids}::int[])[n], current_date - 10,
      case when n % 5 = 0 then current_date - 1 end
    from generate_series(1, 40, 3) n returning id`);
  known = { employees: ids, teams, places };
}

const day = fc.constantFrom('2020-02-01', '2021-05-25', '2022-01-01', '2023-04-15');
const date = fc.oneof(
  day,
  fc.record({ var: fc.constant('today'), add_days: fc.integer({ min: -3_000, max: 0 }) }),
);
const text = fc.constantFrom('Engineer', 'engineering lead', 'ENGINEER', 'lead', 'ä', '%', '');
const fte = fc.constantFrom(1, 0.5, 0.125, 0.3, -1, 1e300);

const equality = (field: string, value: fc.Arbitrary<unknown>) => [
  fc.record({ field: fc.constant(field), op: fc.constantFrom('eq', 'ne'), value: fc.option(value) }),
  fc.record({
    ...{ field: fc.constant(field), op: fc.constantFrom('in', 'not_in') },
    value: fc.array(value, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ field: fc.constant(field), op: fc.constantFrom('is_set', 'is_empty') }),
];
const order = (field: string, value: fc.Arbitrary<unknown>) => [
  ...equality(field, value),
  fc.record({ field: fc.constant(field), op: fc.constantFrom('gt', 'gte', 'lt', 'lte'), value }),
  fc.record({ field: fc.constant(field), op: fc.constant('between'), value: fc.tuple(value, value) }),
];
const someOf = (ids: () => number[]) => fc.nat(39).map((n) => ids()[n % ids().length]);

const leafOf = fc.oneof(
  ...equality(
    'id',
    someOf(() => known.employees),
  ),
  ...equality('status', fc.constantFrom('active', 'on_leave', 'terminated')),
  ...equality('employment_type', fc.constantFrom('full_time', 'intern')),
  ...equality('job_title', text),
  fc.record({
    ...{ field: fc.constant('job_title'), op: fc.constantFrom('contains', 'starts_with') },
    value: text,
  }),
  ...equality('time_zone', fc.constantFrom('Europe/Vienna', 'UTC')),
  ...order('hire_date', date),
  ...order('fte', fte),
  ...equality('position_id', fc.constant(1)),
  ...equality(
    'manager_id',
    someOf(() => known.employees),
  ),
  ...equality(
    'reports_to',
    someOf(() => known.employees),
  ),
  ...equality(
    'team_id',
    someOf(() => known.teams),
  ),
  ...equality(
    'place_id',
    someOf(() => known.places),
  ),
);
const { condition } = fc.letrec((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    leafOf,
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ all: fc.tuple(tie('condition')), not: tie('condition') }),
    fc.record({ not: tie('condition') }),
  ),
}));

it('selects the same employees as a condition over all and for each one', async () => {
  const { org_id } = owner.user;
  let matched = 0;
  await fc.assert(
    fc.asyncProperty(condition, async (generated) => {
      expect(Audience.safeParse(generated).error).toBeUndefined();
      const audience = generated as Condition;
      const rows = await service.rows<{ id: number; all: boolean; one: boolean | null }>(
        sql`select e.id, ${isInAudience(org_id, audience)} as all,
            audience_includes(${JSON.stringify(audience)}::jsonb, audience_facts(e.org_id, e.id), current_date) as one
          from employees e where e.org_id = ${org_id} and e.deleted_at is null`,
      );
      expect(rows.filter(({ all, one }) => all !== one)).toEqual([]);
      matched += rows.filter(({ all }) => all).length;
    }),
    { numRuns: 120, seed: 7 },
  );
  expect(matched).toBeGreaterThan(500);
});

it('includes no employee who is deleted', async () => {
  const { org_id } = owner.user;
  const [row] =
    await service.rows(sql`select audience_includes('{"not": {"field": "status", "op": "is_empty"}}',
    audience_facts(${org_id}, ${known.employees[6]}::int), current_date) as included`);
  expect(row.included).toBeNull();
});
