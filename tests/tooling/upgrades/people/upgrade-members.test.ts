import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from '../older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('member_periods');
});
afterAll(() => database.drop());

type Period = readonly [employee: number, joined_on: string, left_on: string | null, deleted?: boolean];

/** Memberships of one team before the upgrade, ordered by id, and their ends after it. */
const periods: readonly (readonly [Period, left_on: string | null])[] = [
  [[1, '2024-01-01', '2024-06-01'], '2024-03-01'],
  [[1, '2024-03-01', '2024-04-01'], '2024-04-01'],
  [[1, '2024-04-01', null], null],
  [[2, '2024-01-01', null], null],
  [[2, '2024-05-05', '2024-05-05'], '2024-05-05'],
  [[3, '2024-02-01', '2024-03-01'], '2024-02-01'],
  [[3, '2024-02-01', null], null],
  [[4, '2024-01-01', null, true], null],
  [[4, '2024-02-01', null], null],
];

it('ends overlapping periods where the next one starts, and rejects new overlaps', async () => {
  const { client } = database;
  await client.query(`insert into organizations (id, name, slug) values (1, 'One', 'one')`);
  await client.query(`insert into teams (org_id, id, name, slug) values (1, 7, 'Seven', 'seven')`);
  for (const id of [1, 2, 3, 4]) {
    await client.query(
      `insert into employees (org_id, id, employee_number, first_name, last_name, hire_date)
       values (1, $1::int, 'E' || $1, 'Ada', 'Lovelace', '2020-01-01')`,
      [id],
    );
  }
  const add = ([employee, joined_on, left_on, deleted = false]: Period) =>
    client.query(
      `insert into team_members (org_id, team_id, employee_id, joined_on, left_on, deleted_at)
       values (1, 7, $1, $2, $3, $4)`,
      [employee, joined_on, left_on, deleted ? new Date() : null],
    );
  for (const [period] of periods) await add(period);
  await database.upgrade();
  const { rows } = await client.query('select left_on::text from team_members order by id');
  expect(rows.map((one) => one.left_on)).toEqual(periods.map(([, left_on]) => left_on));
  await expect(add([1, '2023-12-31', '2024-01-02'])).rejects.toMatchObject({
    constraint: 'team_members_org_id_joined_on_excl',
  });
  await expect(add([4, '2023-12-31', '2023-12-30'])).rejects.toMatchObject({
    constraint: 'team_members_org_id_left_on_check',
  });
});
