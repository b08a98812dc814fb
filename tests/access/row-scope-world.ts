import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { createDeclaredRows } from './row-scope-rows.ts';

const { sql } = Prisma;

/** Teams with their parent. */
const teamTree = {
  company: null,
  north: 'company',
  north_desk: 'north',
  south: 'company',
  crew: null,
  crew_inner: 'crew',
} as const;
export type TeamName = keyof typeof teamTree;

/** Employees with their manager and primary team. */
const staff = {
  chief: { manager: null, team: null, hasUser: true },
  director: { manager: 'chief', team: 'north', hasUser: false },
  lead: { manager: 'director', team: 'north_desk', hasUser: true },
  worker: { manager: 'lead', team: 'north_desk', hasUser: true },
  hand: { manager: 'lead', team: 'south', hasUser: false },
  clerk: { manager: 'chief', team: 'south', hasUser: false },
  mate: { manager: 'chief', team: 'south', hasUser: false },
  former: { manager: 'chief', team: 'south', hasUser: true },
  future: { manager: 'chief', team: 'south', hasUser: false },
} as const;
type StaffName = keyof typeof staff;

/** Memberships in other teams; `joined` and `left` are in days from today. */
const memberships: readonly [who: StaffName, team: TeamName, joined: number, left: number | null][] = [
  ['worker', 'crew', -30, null],
  ['mate', 'crew_inner', -30, 30],
  ['clerk', 'crew_inner', 0, null],
  ['former', 'crew', -30, 0],
  ['former', 'crew_inner', -90, -60],
  ['future', 'crew_inner', 1, null],
];

/** The users: some of the employees, and a user without an employee. */
export const readerNames = ['chief', 'lead', 'worker', 'former', 'guest'] as const;
export type ReaderName = (typeof readerNames)[number];

export interface RowScopeWorld {
  service: TestService;
  owner: Client;
  teams: Record<TeamName, number>;
  employees: Record<StaffName, number>;
  people: Record<ReaderName, Client>;
}

/** Starts a service with an organization that has reporting lines, a team tree, and records of every kind per user. */
export async function startRowScopeWorld(): Promise<RowScopeWorld> {
  const service = await startOwnService({ LOG_LEVEL: 'silent' });
  const owner = await service.newOrganization();
  const people = {} as Record<ReaderName, Client>;
  for (const name of readerNames) people[name] = await service.newUser(owner, ['admin']);
  const teams = await makeTeams(owner);
  const employees = await makeStaff(owner, people, teams);
  for (const [who, team, joined, left] of memberships) {
    await executeOperational(
      service.platform,
      sql`insert into team_members (org_id, team_id, employee_id, joined_on, left_on)
        values (${owner.user.org_id}, ${teams[team]}, ${employees[who]}, current_date + ${joined}::int,
          current_date + ${left}::int) returning id`,
    );
  }
  const world = { service, owner, people, teams, employees };
  await makeTasks(world);
  await makePositions(world);
  await makeInitiatives(world);
  for (const by of Object.values(people)) await createOwnedRecords(world, by);
  await createDeclaredRows(world);
  return world;
}

/** Waits until the relay has processed all events. */
export async function waitUntilSettled({ service, owner }: RowScopeWorld): Promise<void> {
  const waiting = () => service.rows(sql`select from outbox where org_id = ${owner.user.org_id}`);
  await eventually(waiting, (rows) => rows.length === 0);
}

async function createRecord(by: Client, path: string, body: object): Promise<number> {
  const response = await by.call('POST', path, body);
  if (response.status > 202)
    throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body.id;
}

async function makeTeams(owner: Client): Promise<Record<TeamName, number>> {
  const teams = {} as Record<TeamName, number>;
  for (const [name, parent] of Object.entries(teamTree) as [TeamName, TeamName | null][]) {
    const kind = name.startsWith('crew') ? 'squad' : 'department';
    teams[name] = await createRecord(owner, '/teams', {
      name,
      kind,
      ...(parent && { parent_id: teams[parent] }),
    });
  }
  return teams;
}

async function makeStaff(
  owner: Client,
  people: Record<ReaderName, Client>,
  teams: Record<TeamName, number>,
): Promise<Record<StaffName, number>> {
  const employees = {} as Record<StaffName, number>;
  for (const [name, { manager, team, hasUser }] of Object.entries(staff)) {
    employees[name as StaffName] = await createRecord(owner, '/employees', {
      first_name: name,
      last_name: 'Scope',
      hire_date: '2024-01-01',
      ...(team && { team_id: teams[team] }),
      ...(manager && { manager_id: employees[manager] }),
      ...(hasUser && { user_id: people[name as ReaderName].user.id }),
    });
  }
  return employees;
}

/**
 * Creates a task for every employee, team and user. The owner creates them, so that no other user owns one as its
 * author.
 */
async function makeTasks({ owner, employees, teams, people }: RowScopeWorld): Promise<void> {
  const task = (title: string, changes: object) => createRecord(owner, '/tasks', { title, ...changes });
  for (const [name, id] of Object.entries(employees)) await task(name, { assigned_employee_id: id });
  for (const [name, id] of Object.entries(teams)) await task(name, { assigned_team_id: id });
  for (const [name, { user }] of Object.entries(people)) await task(name, { assigned_to: user.id });
  await task('Unassigned', {});
}

/** Creates a position in every team, and one without a team. */
async function makePositions({ owner, teams }: RowScopeWorld): Promise<void> {
  for (const [name, team_id] of Object.entries({ ...teams, none: undefined })) {
    await createRecord(owner, '/positions', { title: name, code: name, team_id });
  }
}

/** Creates an initiative owned by each employee, and for each team one that `future` owns. */
async function makeInitiatives({ owner, employees, teams }: RowScopeWorld): Promise<void> {
  for (const owner_employee_id of Object.values(employees)) {
    await createRecord(owner, '/initiatives', { name: 'Theirs', owner_employee_id });
  }
  for (const team_id of Object.values(teams)) {
    await createRecord(owner, '/initiatives', { name: 'Its', owner_employee_id: employees.future, team_id });
  }
}

/** Creates records of each kind that belong to their author. */
async function createOwnedRecords({ service, employees, teams }: RowScopeWorld, by: Client): Promise<void> {
  await createRecord(by, '/initiatives', { name: 'Made by a person', owner_employee_id: employees.future });
  const task = await createRecord(by, '/tasks', { title: 'Made by a person' });
  await createRecord(by, `/tasks/${task}/comments`, { body: 'Mine' });
  await createRecord(by, '/task-labels', { name: `Label ${by.user.id}` });
  await createRecord(by, '/task-views', { name: 'Mine' });
  await createRecord(by, '/task-views', { name: 'Of the crew', visibility: 'team', team_id: teams.crew });
  await createRecord(by, '/api-keys', { name: 'Mine' });
  const file = await createRecord(by, '/files', { name: 'mine.csv', mime: 'text/csv', size: 4 });
  await createRecord(by, '/tasks/export', {});
  await executeOperational(
    service.platform,
    sql`insert into imports (org_id, resource, file_id, dry_run, status, created_by)
      values (${by.user.org_id}, 'user', ${file}, true, 'failed', ${by.user.id}) returning id`,
  );
}
