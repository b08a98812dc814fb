import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from '../older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('employee_periods');
});
afterAll(() => database.drop());

const periods = async () => {
  const { rows } = await database.client.query({
    text: `select employee_id, from_date::text, until_date::text, first_name, last_name, status, fte::text, original_hire_date::text
      from employee_periods order by employee_id, from_date`,
    rowMode: 'array',
  });
  return rows;
};

it('computes the periods of existing employees, and those of later changes', async () => {
  const { client } = database;
  await client.query(`insert into organizations (id, name, slug) values (1, 'One', 'one')`);
  await client.query(
    `insert into employees (org_id, id, employee_number, first_name, last_name, hire_date, created_at) values
       (1, 1, 'E1', 'Ada', 'Byron', '2020-01-01', '2020-01-01'), (1, 2, 'E2', 'Bo', 'Lund', '2024-03-01', '2024-01-15')`,
  );
  await client.query(
    `insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, "set", state) values
       (1, 1, '2020-01-01', 1, 'hire', '{"hire_date": "2020-01-01", "status": "active", "fte": "1", "original_hire_date": null}', 'applied'),
       (1, 1, '2021-01-01', 1, 'fte', '{"fte": "0.5"}', 'applied'),
       (1, 1, '2021-01-01', 2, 'name', '{"last_name": "King"}', 'applied'),
       (1, 1, '2022-01-01', 1, 'fte', '{"fte": "0.1"}', 'cancelled'),
       (1, 1, '2023-01-01', 1, 'rehire', '{"hire_date": "2023-01-01", "original_hire_date": "2019-01-01"}', 'applied'),
       (1, 2, '2024-03-01', 1, 'hire', '{"hire_date": "2024-03-01", "status": "active", "fte": "1"}', 'scheduled'),
       (1, 2, '2025-01-01', 1, 'fte', '{"fte": "0.3"}', 'proposed')`,
  );
  await database.upgrade();
  const ofBo = [
    [2, '2024-01-15', '2024-03-01', 'Bo', 'Lund', 'pre_hire', '1.000', null],
    [2, '2024-03-01', 'infinity', 'Bo', 'Lund', 'active', '1.000', null],
  ];
  expect(await periods()).toEqual([
    [1, '2020-01-01', '2021-01-01', 'Ada', 'Byron', 'active', '1.000', null],
    [1, '2021-01-01', '2023-01-01', 'Ada', 'King', 'active', '0.500', null],
    [1, '2023-01-01', 'infinity', 'Ada', 'King', 'active', '0.500', '2020-01-01'],
    ...ofBo,
  ]);
  await client.query(
    `update employee_changes set state = 'cancelled' where employee_id = 1 and kind in ('fte', 'rehire')`,
  );
  await client.query(`update employees set first_name = 'Augusta' where id = 1`);
  expect(await periods()).toEqual([
    [1, '2020-01-01', '2021-01-01', 'Augusta', 'Byron', 'active', '1.000', null],
    [1, '2021-01-01', 'infinity', 'Augusta', 'King', 'active', '1.000', null],
    ...ofBo,
  ]);
  await client.query('delete from employee_changes where employee_id = 1');
  expect(await periods()).toEqual(ofBo);
});
