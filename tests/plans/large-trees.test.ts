import { connectQuery } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const children = 9_900;

let service: TestService;
let owner: Client;
let database: pg.Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  const { user } = await service.newOrganization();
  database = new pg.Client(service.config.DATABASE_URL);
  await database.connect();
  // Statistics of many rows of another organization, and none of the rows that are added then.
  for (const table of ['categories', 'teams', 'places'])
    await database.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await addCategories(user.org_id, null, 'other', 3 * children);
  await addTeams(user.org_id, null, 3 * children);
  await database.query('analyze categories, teams');
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

const addCategories = (org_id: number, parent_id: number | null, name: string, count: number) =>
  database.query(
    `insert into categories (org_id, applies_to, parent_id, name, code, position, updated_at)
     select $1, 'initiative', $2, $3::text || n, $3::text || n, n - 1, now() from generate_series(1, $4::int) n`,
    [org_id, parent_id, name, count],
  );
const addTeams = (org_id: number, parent_id: number | null, count: number) =>
  database.query(
    `insert into teams (org_id, parent_id, name, slug, updated_at)
     select $1, $2, 'Team ' || n, concat_ws('-', 'team', $2::int, n), now() from generate_series(1, $3::int) n`,
    [org_id, parent_id, count],
  );
const created = async (path: string, body: object): Promise<number> => {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.id;
};
const createCategory = (name: string) =>
  created('/categories', { name, code: name, applies_to: 'initiative' });

it('merges categories with as many children as there can be', async () => {
  const [from, into] = [await createCategory('from'), await createCategory('into')];
  await addCategories(owner.user.org_id, from, 'source', 500);
  await addCategories(owner.user.org_id, into, 'target', 500);
  await database.query(`update categories set name = 'SOURCE7' where parent_id = $1 and name = 'target9'`, [
    into,
  ]);
  const merge = () => owner.call('POST', `/categories/${from}/merge`, { into_id: into });
  const rejected = await merge();
  expect([rejected.status, rejected.body.details.fieldErrors]).toEqual([
    422,
    { into_id: ['Both have a category named "source7" below them; merge or rename these first'] },
  ]);
  await database.query(`update categories set name = 'other' where parent_id = $1 and name = 'SOURCE7'`, [
    into,
  ]);
  expect((await merge()).status).toBe(200);
});

it('moves a team with many teams below it', async () => {
  const [team, above] = [
    await created('/teams', { name: 'Team' }),
    await created('/teams', { name: 'Above' }),
  ];
  await addTeams(owner.user.org_id, team, children);
  const move = await owner.call('POST', `/teams/${team}/move`, { parent_id: above });
  expect([move.status, move.body.parent_id]).toEqual([200, above]);
});

it('returns a tree of at most 5,000 rows', async () => {
  const small = await service.newOrganization();
  await addTeams(small.user.org_id, null, 5_000);
  const tree = await small.call('GET', '/teams/tree');
  expect([tree.status, tree.body.total]).toEqual([200, 5_000]);
  expect((await small.call('POST', '/teams', { name: 'One more' })).status).toBe(201);
  const larger = await small.call('GET', '/teams/tree');
  expect([larger.status, larger.body.details.formErrors]).toEqual([
    422,
    ['There are more than 5,000 records; read them with the list, by parent_id'],
  ]);
});

it('finds the people below each person by index, although all have the same manager', async () => {
  const { org_id } = owner.user;
  const manager = await created('/employees', {
    first_name: 'Ada',
    last_name: 'Boss',
    hire_date: '2020-01-01',
  });
  await database.query(
    `insert into employees (org_id, employee_number, first_name, last_name, hire_date, status, manager_id, updated_at)
     select $1, 'P' || n, 'Person', n::text, '2024-01-01', 'active', $2, now() from generate_series(1, 20000) n`,
    [org_id, manager],
  );
  await database.query('analyze employees');
  const reader = new pg.Client(service.config.DATABASE_URL);
  await reader.connect();
  try {
    await reader.query(connectQuery(service.config, 'key'));
    const { rows } = await reader.query(
      `explain select e from (values (${org_id})) me(org_id), employees_below(me.org_id, ${manager}) e`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`Index Cond: ((org_id = ${org_id}) AND (manager_id = b.id))`);
  } finally {
    await reader.end();
  }
});
