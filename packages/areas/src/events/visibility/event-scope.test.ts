import { type Caller, type EventVisibility, eventVisibilityColumns } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventPayload } from '@wfp/testing/payload.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../auth/index.ts';
import { loadCallerVisibility } from './event-visibility.store.ts';
import { canSeeEvent } from './event-visibility.ts';
import { IdSet, type Ids } from './id-set.ts';

const { sql } = Prisma;
type Scope = 'own' | 'reports' | 'team' | 'org';

let service: TestService;
let owner: Client;
let person: Client;
/** Employees: `boss` is the person under test, `report` and `below` their reports, `mate` a member of their team. */
const staff: Record<string, number> = {};
const teams: Record<string, number> = {};

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  person = await service.newUser(owner, []);
  await insertTeams();
  await insertStaff();
  await insertEvents();
});
afterAll(() => service?.stop());

async function insertTeams(): Promise<void> {
  for (const [name, parent] of [
    ['core', null],
    ['inner', 'core'],
    ['far', null],
    ['farther', 'far'],
  ] as const) {
    const [row] = await executeOperational<{ id: number }>(
      service.platform,
      sql`insert into teams (org_id, name, slug, parent_id) values (${owner.user.org_id}, ${name}, ${name},
          ${parent === null ? null : teams[parent]}::int) returning id`,
    );
    teams[name] = row?.id ?? 0;
  }
}

async function insertStaff(): Promise<void> {
  const people = [
    ['boss', 'core', null],
    ['report', null, 'boss'],
    ['below', null, 'report'],
    ['mate', 'inner', null],
    ['stranger', 'far', null],
  ] as const;
  for (const [name, team, manager] of people) {
    const [row] = await executeOperational<{ id: number }>(
      service.platform,
      sql`insert into employees (org_id, employee_number, first_name, last_name, hire_date, user_id, team_id, manager_id)
        values (${owner.user.org_id}, ${`T-${name}`}, ${name}, 'x', '2026-01-01', ${name === 'boss' ? person.user.id : null}::int,
          ${team === null ? null : teams[team]}::int, ${manager === null ? null : staff[manager]}::int) returning id`,
    );
    staff[name] = row?.id ?? 0;
  }
}

/** An ordinary event type and one about sign-in. */
const eventTypes = ['test.scope', 'auth.scope'];

/** Inserts an event per combination of type, subjects and privacy, identified by its aggregate id. */
async function insertEvents(): Promise<void> {
  const employees = [null, ...Object.values(staff)];
  const ofTeams = [null, ...Object.values(teams)];
  const users = [[], [person.user.id], [owner.user.id], [owner.user.id, person.user.id]];
  const payload = eventPayload(owner.user.org_id);
  let aggregate_id = 0;
  const rowsOf = (event_type: string) =>
    employees.flatMap((employee) =>
      ofTeams.flatMap((team) =>
        users.flatMap((named) =>
          [false, true].flatMap((is_private) =>
            ['task', 'team', 'ghost'].map((type) => {
              aggregate_id += 1;
              return sql`(${owner.user.org_id}::int, ${type}, ${aggregate_id}::int, ${event_type}, ${payload}::jsonb, now(), ${employee}::int,
              ${team}::int, ${named}::int[], ${is_private}::boolean)`;
            }),
          ),
        ),
      ),
    );
  await executeOperational(
    service.platform,
    sql`with made as (
        insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_employee_id,
          subject_team_id, subject_user_ids, is_private) values ${Prisma.join(eventTypes.flatMap(rowsOf))}
        returning org_id, id, occurred_at)
      insert into outbox (org_id, event_id, occurred_at) select * from made returning org_id`,
  );
  // Undeclared types are accepted as filters if they have counts.
  await executeOperational(
    service.platform,
    sql`insert into event_counts (org_id, is_month, starts_on, aggregate_type, event_type, count)
      select ${owner.user.org_id}::int, false, current_date, 'task', type, 0 from unnest(${eventTypes}::text[]) type
      returning org_id`,
  );
}

const grants: number[] = [];
let rolesMade = 0;

/** Grants the person a new role that can only read tasks, in these scopes. */
async function grantScopes(
  scopes: Scope[],
  grant: { scope?: string; team_id?: number | undefined } = {},
): Promise<Caller> {
  rolesMade += 1;
  const code = `scoped_${rolesMade}`;
  const permissions = [
    { permission: 'event:read', scopes: ['org'] },
    { permission: 'task:read', scopes },
  ];
  const role = await owner.call('POST', '/roles', { code, name: code, permissions });
  expect(role.status, JSON.stringify(role.body)).toBe(201);
  const held = await owner.call('POST', '/grants', {
    user_id: person.user.id,
    role_id: role.body.id,
    ...grant,
  });
  expect(held.status, JSON.stringify(held.body)).toBe(201);
  grants.push(held.body.id);
  return authenticate(
    service.platform,
    person.token,
    { request_id: 'test', ip: null, user_agent: null },
    new Set(),
  );
}

async function dropGrants(): Promise<void> {
  for (const id of grants.splice(0)) expect((await owner.call('DELETE', `/grants/${id}`)).status).toBe(204);
}

interface Row extends EventVisibility {
  aggregate_id: number;
  aggregate_type: string;
  event_type: string;
}

async function allEvents(): Promise<Row[]> {
  return service.rows<Row>(sql`select e.aggregate_id, e.aggregate_type, e.event_type, ${eventVisibilityColumns}
    from events e where e.event_type = any(${eventTypes}::text[]) order by e.id desc`);
}

/** Returns the aggregate ids of all events that the client can list. */
async function listed(client: Client): Promise<number[]> {
  return (await Promise.all(eventTypes.map((type) => listedOf(client, type)))).flat();
}

async function listedOf(client: Client, type: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await client.call('GET', `/events?event_type=${type}&limit=100&page=${page}`);
    ids.push(...body.data.map((event: any) => event.aggregate_id));
    if (body.data.length < 100) {
      expect(ids.length).toBe(body.total);
      return ids;
    }
  }
}

describe('the visibility rule as SQL and as a function', () => {
  const cases: [string, Scope[], () => object][] = [
    ['own', ['own'], () => ({})],
    ['reports', ['reports'], () => ({})],
    ['team', ['team'], () => ({})],
    ['own, reports and team', ['own', 'reports', 'team'], () => ({})],
    ['the organization', ['org'], () => ({})],
    ['the organization, granted for one team', ['org'], () => ({ scope: 'team', team_id: teams.far })],
    ['the organization, granted for own rows', ['org'], () => ({ scope: 'own' })],
  ];

  it.each(cases)('agree for scope: %s', async (_name, scopes, grant) => {
    const caller = await grantScopes(scopes, grant());
    const visibility = await loadCallerVisibility(caller);
    const expected = (await allEvents())
      .filter((event) => canSeeEvent(visibility, event))
      .map((event) => event.aggregate_id);
    expect(expected.length).toBeGreaterThan(0);
    const got = await listed(person);
    expect(got.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    await dropGrants();
  });

  it('agree for an owner, who also sees types that are not resources', async () => {
    const caller = await authenticate(
      service.platform,
      owner.token,
      { request_id: 'test', ip: null, user_agent: null },
      new Set(),
    );
    const visibility = await loadCallerVisibility(caller);
    const expected = (await allEvents())
      .filter((event) => canSeeEvent(visibility, event))
      .map((event) => event.aggregate_id);
    expect((await listed(owner)).sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
  });
});

describe('the visible subjects', () => {
  const names = (ids: Ids, of: Record<string, number>) =>
    Object.keys(of)
      .filter((name) => ids.has(of[name] ?? 0))
      .sort();

  it.each<[string, Scope[], () => object, string[], string[]]>([
    ['own', ['own'], () => ({}), ['boss'], []],
    ['reports, at any depth', ['reports'], () => ({}), ['below', 'report'], []],
    ['team, with sub-teams and their members', ['team'], () => ({}), ['boss', 'mate'], ['core', 'inner']],
    [
      'the team of the grant',
      ['org'],
      () => ({ scope: 'team', team_id: teams.far }),
      ['stranger'],
      ['far', 'farther'],
    ],
  ])('of scope: %s', async (_name, scopes, grant, people, groups) => {
    const caller = await grantScopes([...scopes], grant());
    const subjects = (await loadCallerVisibility(caller)).subjectsByType.get('task');
    expect(names(subjects?.employees ?? IdSet.of([]), staff)).toEqual(people);
    expect(names(subjects?.teams ?? IdSet.of([]), teams)).toEqual(groups);
    await dropGrants();
  });
});
