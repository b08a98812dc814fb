import { type Caller, type Permission, rowsInScope } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { Client, TestService } from '@wfp/testing';
import fc from 'fast-check';
import { callerForUser } from '../../../packages/areas/src/auth/index.ts';
import { runDueChangesAt } from '../../../packages/areas/src/employees/testing/run-due-changes.ts';
import type { Placement } from './steps.ts';

const { sql } = Prisma;

/** The permissions of a custom role with their scopes. */
export type Rights = Record<string, string[]>;

const scopesByPermission: Rights = {
  'employee:update': ['team', 'reports', 'org'],
  'employee:manage': ['team', 'reports', 'org'],
  'employee_change:update': ['team', 'reports', 'org'],
  'employee_change:manage': ['team', 'reports', 'org'],
  'position:manage': ['team', 'org'],
  'team:manage': ['org'],
};

export const rights: fc.Arbitrary<Rights> = fc
  .subarray(Object.entries(scopesByPermission))
  .chain((some) =>
    fc.record(
      Object.fromEntries(some.map(([name, scopes]) => [name, fc.subarray(scopes, { minLength: 1 })])),
    ),
  );

/** Permissions that the built-in role of managers does not give: it follows reporting lines without a check. */
const watched: Permission[] = ['employee:update', 'employee:manage', 'employee_change:update'];
const readable: Rights = {
  ...{
    'employee:read': ['org'],
    'team:read': ['org'],
    'user:read': ['org'],
    'employee_change:read': ['org'],
  },
};

export interface World {
  owner: Client;
  /** Users with the roles, and one with the built-in role `hr`. The last of them has no employee. */
  actors: Client[];
  employees: number[];
  teams: number[];
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Creates an organization with a tree of teams. The first two users are in small teams, the third one is in another; the last
 * two employees have reports in a team apart, and one of them has left this team.
 */
export async function buildWorld(service: TestService, held: readonly Rights[]): Promise<World> {
  const owner = await service.newOrganization();
  const create = async (path: string, body: object): Promise<number> => {
    const response = await owner.call('POST', path, body);
    if (response.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(response.body)}`);
    return response.body.id;
  };
  const small = await create('/teams', { name: 'Small', kind: 'department' });
  const lower = await create('/teams', { name: 'Lower', kind: 'department', parent_id: small });
  const apart = await create('/teams', { name: 'Apart', kind: 'department' });
  const teams = [small, lower, apart];
  const actors: Client[] = [];
  for (const [index, map] of held.entries()) {
    const permissions = Object.entries({ ...readable, ...map });
    await create('/roles', {
      ...{ code: `role_${index}`, name: `Role ${index}` },
      permissions: permissions.map(([permission, scopes]) => ({ permission, scopes })),
    });
    actors.push(await service.newUser(owner, [`role_${index}`]));
  }
  actors.push(await service.newUser(owner, ['hr']));
  const person = { first_name: 'M', last_name: 'M', hire_date: '2024-01-01', time_zone: 'UTC' };
  const hire = (more: object) => create('/employees', { ...person, ...more });
  const linked = (index: number, team_id: number) => hire({ user_id: actors[index]?.user.id, team_id });
  const [one, two, three] = [await linked(0, small), await linked(1, lower), await linked(2, apart)];
  const [four, five, six] = [
    await hire({ team_id: small }),
    await hire({ team_id: apart }),
    await hire({ team_id: small }),
  ];
  for (const manager_id of [four, six]) await hire({ team_id: apart, manager_id });
  await create(`/employees/${three}/changes`, {
    kind: 'team',
    effective_date: '2025-01-01',
    set: { team_id: lower },
  });
  return { owner, actors, employees: [one, two, three, four, five, six], teams };
}

/** Returns the permissions of each user on each employee, as `<user id> <permission> <employee id>`. */
export async function findReach(service: TestService, { owner, actors }: World): Promise<Set<string>> {
  const { org_id } = owner.user;
  const found = actors.map(async ({ user }) => {
    const origin = { request_id: 'reach', ip: null, user_agent: null };
    const caller = await callerForUser(service.platform, { org_id, user_id: user.id }, origin, []);
    if (!caller) return [];
    const isIn = (permission: Permission) => rowsInScope(caller, permission, ownersOf(caller));
    const rows = await service.rows<{ id: number; held: boolean[] }>(sql`
      select e.id, array[${Prisma.join(watched.map((permission) => sql`coalesce(${isIn(permission)}, false)`))}] as held
      from employees e where e.org_id = ${org_id} and e.deleted_at is null`);
    return rows.flatMap(({ id, held }) =>
      watched.filter((_, index) => held[index]).map((permission) => `${user.id} ${permission} ${id}`),
    );
  });
  return new Set((await Promise.all(found)).flat());
}

const ownersOf = ({ user_id }: Caller) => ({
  ...(user_id !== null && { users: [sql`e.user_id`] }),
  ...{ employees: [sql`e.id`], byPrimaryTeam: true },
});

interface PlacementResult {
  status: number;
  description: string;
  /** The user who made the request. */
  actor: number;
  /** The employee who may have joined a team. */
  placed: number | null;
}

const pick = <Item>(items: readonly Item[], place: number): Item => items[place % items.length] as Item;

/** Runs a step, and the changes that are scheduled by it. */
export async function runPlacement(
  service: TestService,
  world: World,
  step: Placement,
): Promise<PlacementResult> {
  const actor = pick(world.actors, step.by);
  const employee = pick(world.employees, step.employee);
  const request = await buildRequest(world, step, employee);
  const { status } = request ? await actor.call(...request) : { status: 404 };
  await runDueChangesAt(service, world.owner.user.org_id, `${day(40)}T00:00:00Z`);
  const description = `${step.kind} by ${actor.user.id}: ${JSON.stringify(request)}`;
  const isJoining = ['move', 'correct', 'cancel', 'restore'].includes(step.kind);
  return { status, description, actor: actor.user.id, placed: isJoining ? employee : null };
}

type Request = [method: string, path: string, body?: object];

async function buildRequest(
  { owner, actors, employees, teams }: World,
  { kind, manager, team, into, isLater }: Placement,
  employee: number,
): Promise<Request | undefined> {
  const effective_date = day(isLater ? 30 : 0);
  const [manager_id, team_id, into_id] = [pick(employees, manager), pick(teams, team), pick(teams, into)];
  const changes = `/employees/${employee}/changes`;
  const change = (kind: string, set: object): Request => ['POST', changes, { kind, effective_date, set }];
  switch (kind) {
    case 'move':
      return change('team', { team_id: into_id });
    case 'report':
      return change('manager', { manager_id });
    case 'correct': {
      const { body } = await owner.call('GET', `${changes}?limit=1`);
      const corrects_id = body.data?.[0]?.id;
      return ['POST', changes, { kind: 'correction', effective_date, corrects_id, set: {} }];
    }
    case 'cancel': {
      const planned = { kind: 'team', effective_date: day(30), set: { team_id: into_id } };
      const { status, body } = await owner.call('POST', changes, planned);
      return status === 201 ? ['DELETE', `${changes}/${body.id}`] : undefined;
    }
    case 'terminate': {
      const leaving = { end_date: effective_date, reason_code: 'left', reassign_reports_to: manager_id };
      return ['POST', `/employees/${employee}/terminate`, leaving];
    }
    case 'merge':
      return ['POST', `/teams/${team_id}/merge`, { into_id }];
    case 'archive':
      return ['POST', `/teams/${team_id}/archive`, { move_to: into_id }];
    case 'nest':
      return ['POST', `/teams/${team_id}/move`, { parent_id: into_id }];
    case 'link':
      return ['POST', `/employees/${employee}/link-user`, { user_id: pick(actors, manager).user.id }];
    case 'restore':
      await owner.call('DELETE', `/employees/${employee}`);
      return ['POST', `/employees/${employee}/restore`, {}];
  }
}
