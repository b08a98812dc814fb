import { readFile } from 'node:fs/promises';
import { definitionOf, type Endpoint } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFailure, endpointName, endpoints, fillPath, withNames } from '../request.ts';
import { scenarios } from '../scenarios.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let owner: Client;
let viewer: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
  viewer = await world.service.newUser(owner, ['viewer']);
});
afterAll(() => world.stop());

const restores = endpoints.filter((one) => one.path.endsWith('/:id/restore'));

/** The tables of resources that an area declares by hand, by the path of their list. */
const tables: Readonly<Record<string, string>> = {
  '/employees': 'employees',
  '/files': 'files',
  '/roles': 'roles',
  '/tasks': 'tasks',
  '/users': 'users',
  '/webhooks': 'webhook_endpoints',
};

/** Tables with soft-deleted rows that cannot be restored, with the row of docs/http.md that gives the reason. */
const notRestored: Readonly<Record<string, string>> = {
  employee_changes: 'changes of employees',
  exports: 'exports',
  grants: 'grants',
  mfa_methods: 'second factors',
  organizations: 'organizations',
  team_members: 'memberships of teams',
  user_identities: 'sign-in methods',
};

const listPath = ({ path }: Endpoint) => path.slice(0, -'/:id/restore'.length);

it.each(withNames(restores))('%s restores a row that deleted=true lists', async (name, one) => {
  const { params = {}, by = owner } = (await scenarios[name]?.arrange?.(world, owner)) ?? {};
  const [list, path] = [fillPath(listPath(one), params), fillPath(one.path, params)];
  const find = async (query: string, caller = by) => {
    const { status, body } = await caller.call('GET', `${list}?limit=100${query}`);
    const rows: { id: number; deleted_at: string | null }[] = body.data ?? [];
    return { status, found: rows.filter((row) => row.id === params.id) };
  };
  expect(await find('')).toEqual({ status: 200, found: [] });
  const deleted = await find('&deleted=true');
  expect(deleted).toMatchObject({ status: 200, found: [{ deleted_at: expect.any(String) }] });

  const denied = await viewer.call('POST', path);
  expect([403, 404]).toContain(denied.status);
  const hidden = await find('&deleted=true', viewer);
  expect([200, 403, 404]).toContain(hidden.status);
  expect(hidden.found).toEqual([]);

  const restored = await by.call('POST', path);
  expect(restored.status, describeFailure(one, restored)).toBe(200);
  expect(restored.body).toMatchObject({ id: params.id, deleted_at: null });
  expect((await find('')).found).toMatchObject([{ id: params.id, deleted_at: null }]);
  expect((await find('&deleted=true')).found).toEqual([]);
  expect([404, 422]).toContain((await by.call('POST', path)).status);
});

it('every table with deleted rows has an endpoint that restores them, or a documented reason', async () => {
  const { rows } = await world.database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'deleted_at'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const restored = restores.map((one) => {
    const table = definitionOf(one)?.rows.table.name ?? tables[listPath(one)];
    if (!table) throw new Error(`Name the table of ${endpointName(one)}`);
    return table;
  });
  expect(rows.map(({ name }) => name)).toEqual([...restored, ...Object.keys(notRestored)].toSorted());
  const page = await readFile(new URL('../../../docs/http.md', import.meta.url), 'utf8');
  for (const records of Object.values(notRestored))
    expect(page).toMatch(new RegExp(`^\\| ${records} +\\|`, 'm'));
  for (const one of restores) expect(page).toContain(`\`${listPath(one)}\``);
});
