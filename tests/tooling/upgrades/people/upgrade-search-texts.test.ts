import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from '../older-database.ts';

let database: OlderDatabase;
beforeAll(async () => {
  database = await databaseBefore('search_texts');
});
afterAll(() => database.drop());

const texts = async (table: 'employees' | 'users') => {
  const { rows } = await database.client.query<{ search_text: string }>(
    `select search_text from ${table} order by id`,
  );
  return rows.map((row) => row.search_text);
};

it('stores the searched texts of existing rows, and of those that the previous release writes', async () => {
  const { client } = database;
  await client.query(`insert into organizations (id, name, slug) values (1, 'One', 'one')`);
  await client.query(
    `insert into employees (org_id, id, employee_number, first_name, last_name, preferred_name, work_email, hire_date) values
       (1, 1, 'E1', 'Ada', 'Byron', null, null, '2020-01-01'), (1, 2, 'E2', 'Émile', 'Lund', 'BO', 'Emile@one.test', '2024-03-01')`,
  );
  await client.query(
    `insert into users (org_id, id, email, first_name, last_name, display_name) values
       (1, 1, 'ada@one.test', 'Ada', 'Byron', null), (1, 2, 'emile@one.test', 'Émile', 'Lund', 'Bo')`,
  );
  await database.upgrade();
  expect(await texts('employees')).toEqual(['ada byron e1', 'bo émile lund emile@one.test e2']);
  expect(await texts('users')).toEqual(['ada byron ada@one.test', 'émile lund bo emile@one.test']);
  await client.query(
    `insert into employees (org_id, id, employee_number, first_name, last_name, hire_date) values (1, 3, 'E3', 'Cleo', 'Roy', '2020-01-01')`,
  );
  await client.query(`update employees set last_name = 'King', work_email = 'ada@one.test' where id = 1`);
  await client.query(`update employees set preferred_name = null, employee_number = 'X2' where id = 2`);
  await client.query(`update users set display_name = 'Ada K.' where id = 1`);
  await client.query(
    `update users set first_name = 'Erased', last_name = 'user', display_name = null, email = 'x' where id = 2`,
  );
  expect(await texts('employees')).toEqual([
    'ada king ada@one.test e1',
    'émile lund emile@one.test x2',
    'cleo roy e3',
  ]);
  expect(await texts('users')).toEqual(['ada byron ada k. ada@one.test', 'erased user x']);
});
