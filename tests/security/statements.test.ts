import { checkInvariants } from '@wfp/areas';
import type { Endpoint } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints, fill, nameOf } from '../generated/request.ts';
import { scenarios } from '../generated/scenarios.ts';
import { startWorld, type World } from '../generated/world.ts';
import { unlimitedTables } from './statement-plan.ts';

/** Statements that look beyond one organization, and why each may. */
const reviewed: [statement: RegExp, why: string][] = [
  [/o\.slug = \$\d+ and u\.email = \$/, 'sign-in: the name of the organization is what was given'],
  [/from refresh_tokens t.+t\.token_hash = \$/s, 'a refresh token: 256 random bits say whose it is'],
  [/from user_tokens t.+t\.token_hash = \$/s, 'a token from a mail: the same'],
  [/update mfa_challenges c set.+c\.token_hash = \$/s, 'the second step of a sign-in: the same'],
  [/k\.key_hash = \$/, 'an API key: the same'],
  [/^select org_id, kind, content_enc from mails/, 'the tests themselves, who read their mail'],
];

let world: World;
const statements = new Set<string>();
const query = pg.Client.prototype.query;

beforeAll(async () => {
  // Whatever the service asks the database goes through here, however it was written.
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [config] = given as [string | { text?: string }];
    const text = typeof config === 'string' ? config : config?.text;
    if (text && this !== world?.database) statements.add(text);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  world = await startWorld();
  await callEverything();
  pg.Client.prototype.query = query;
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await world?.stop();
});

/** Makes each endpoint succeed once, with its scenario. */
async function callEverything(): Promise<void> {
  let owner = await world.service.newOrganization();
  for (const one of endpoints.filter(({ kind }) => kind === 'plain')) {
    if ((await owner.call('GET', '/users/me')).status !== 200) owner = await world.service.newOrganization();
    await succeed(one, owner);
  }
  const { body } = await owner.call('POST', '/api-keys', { name: 'Statements' });
  await world.service.call('GET', '/users/me', undefined, { authorization: `Bearer ${body.key}` });
}

async function succeed(one: Endpoint, owner: Client): Promise<void> {
  const prepared = (await scenarios[nameOf(one)]?.arrange?.(world, owner)) ?? {};
  const { by = owner, params, query = {}, body } = prepared;
  const search = new URLSearchParams(query as Record<string, string>);
  const path = `${fill(one.path, params)}${search.size > 0 ? `?${search}` : ''}`;
  const { status } = await (one.can === 'public' ? world.service : by).call(
    one.method.toUpperCase(),
    path,
    body,
  );
  expect([nameOf(one), status]).toEqual([nameOf(one), expect.toBeOneOf([200, 201, 202, 204])]);
}

const isAboutRows = (text: string) =>
  /^\s*(?:\/\*.*?\*\/\s*)*\(*(?:select|with|insert|update|delete|merge|values)\b/is.test(text);

it('every statement of every endpoint finds its rows by their organization', async () => {
  const asked = [...statements].filter(isAboutRows);
  expect(asked.length).toBeGreaterThan(50);
  const beyond: string[] = [];
  for (const text of asked) {
    const tables = await unlimitedTables(world.database, text);
    if (tables.length > 0 && !reviewed.some(([pattern]) => pattern.test(text)))
      beyond.push(`${tables.join(', ')}: ${text.replace(/\s+/g, ' ').slice(0, 400)}`);
  }
  expect(beyond).toEqual([]);
});

it('leaves data of which every invariant holds', async () => {
  const checked = await checkInvariants(world.service.platform);
  expect(checked.length).toBeGreaterThan(15);
  expect(checked.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});

it('each statement that was reviewed is still asked', () => {
  const idle = reviewed.filter(([pattern]) => ![...statements].some((text) => pattern.test(text)));
  expect(idle.map(([pattern]) => String(pattern))).toEqual([]);
});

it.each([
  ['select id from tasks where id = $1', ['tasks']],
  ['select id from tasks where org_id = $1 and id = $2', []],
  ['select t.id from tasks t join users u on u.id = t.created_by where t.org_id = $1', ['users']],
  [
    'select t.id from tasks t join users u on u.org_id = t.org_id and u.id = t.created_by where t.org_id = $1',
    [],
  ],
  ['select t.id from tasks t join users u on u.org_id = t.org_id where u.email = $1', ['tasks', 'users']],
  ['select u.id from users u join organizations o on o.id = u.org_id where o.slug = $1', ['users']],
  ['select u.id from users u join organizations o on o.id = u.org_id where o.id = $1', []],
  [
    'with mine as (select org_id from users where org_id = $1) select t.id from tasks t join mine on mine.org_id = t.org_id',
    [],
  ],
  ['update tasks set title = $1 where id = $2', ['tasks']],
  [
    'delete from sessions s where s.id = $1 and exists (select from users u where u.org_id = $2)',
    ['sessions'],
  ],
  [
    'select (select count(*) from grants g where g.role_id = r.id) from roles r where r.org_id = $1',
    ['grants'],
  ],
])('sees through %s', async (text, tables) => {
  expect(await unlimitedTables(world.database, text)).toEqual(tables);
});
