import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from '../older-database.ts';

let database: OlderDatabase;
let client: OlderDatabase['client'];
beforeAll(async () => {
  database = await databaseBefore('work_board');
  client = database.client;
});
afterAll(() => database.drop());

/** State of an older version: status, first and last day, deleted or not. */
const people = [
  ['active', '2020-01-01', null, false],
  ['on_leave', '2020-01-01', '2999-01-01', false],
  ['suspended', '2021-05-05', null, false],
  ['terminated', '2020-01-01', '2022-03-04', false],
  ['terminated', '2020-01-01', null, false],
  ['terminated', '2020-01-01', '2999-01-01', false],
  ['terminated', '2020-01-01', '2020-01-01', false],
  ['pre_hire', '2999-01-01', null, false],
  ['pre_hire', '2020-01-01', null, false],
  ['active', '2999-01-01', null, false],
  ['active', '2020-01-01', null, true],
] as const;

it('creates a timeline for every employee that matches the row', async () => {
  for (const org of [1, 2]) {
    await client.query('insert into organizations (id, name, slug) values ($1, $2, $2)', [org, `org-${org}`]);
    await client.query(`insert into teams (org_id, id, name, slug) values ($1, 7, 'Seven', 'seven')`, [org]);
    for (const [index, [status, hire_date, end_date, gone]] of people.entries()) {
      await client.query(
        `insert into employees (org_id, id, employee_number, first_name, last_name, status, hire_date, end_date,
           team_id, manager_id, deleted_at)
         values ($1, $2::int, 'E' || $2, 'Ada', 'Lovelace', $3::employee_status, $4, $5, 7, $6, $7)`,
        [org, index + 1, status, hire_date, end_date, index === 0 ? null : 1, gone ? new Date() : null],
      );
    }
  }
  const rows = 'select * from employees order by org_id, id';
  const before = (await client.query(rows)).rows;
  expect((await database.upgrade()).length).toBeGreaterThan(5);
  const after = (await client.query(rows)).rows;
  expect(after).toMatchObject(before);

  const { rows: folds } = await client.query(`
    select e.org_id, e.id, e.status::text, count(h.id)::int as changes, min(h.state::text) as state,
      jsonb_merge(h.set order by h.effective_date, h.sequence) as fold,
      to_jsonb(e) as row, bool_and(h.effective_date between e.hire_date and greatest(e.hire_date, current_date)) as in_time
    from employees e left join employee_changes h on h.org_id = e.org_id and h.employee_id = e.id
    group by e.org_id, e.id order by e.org_id, e.id`);
  expect(folds).toHaveLength(2 * people.length);
  for (const { id, status, changes, state, fold, row, in_time } of folds) {
    if (id === people.length) {
      expect(changes).toBe(0);
      continue;
    }
    const isToCome = status === 'pre_hire';
    expect([id, changes, state, in_time]).toEqual([
      id,
      status === 'terminated' ? 2 : 1,
      isToCome ? 'scheduled' : 'applied',
      true,
    ]);
    const { fte, ...said } = fold;
    expect({ ...said, id }).toEqual({
      id,
      status: isToCome ? 'active' : status,
      ...Object.fromEntries(
        Object.keys(said)
          .filter((name) => name !== 'status')
          .map((name) => [name, row[name]]),
      ),
    });
    expect(Number(fte)).toBe(1);
    expect(Object.keys(said)).toContain('original_hire_date');
  }
});
