import type { Permission } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { setOrganizationStatus } from '../../packages/areas/src/users/testing/people.ts';
import {
  expectNoReachByMembership,
  expectPermittedDefault,
  expectPermittedEffects,
  findDefaultRole,
  findUpdatableEmployees,
} from './escalation-checks.ts';
import { startingRoles } from './escalation-roles.ts';
import { couldGive, type Holdings, holdingsIn, holdingsOfRole } from './holdings.ts';
import { type Actor, runStep, type Step, type StepContext, step } from './steps.ts';

const { sql } = Prisma;

const { runs, seed } = inject('escalation');
/** Limits the time of all runs, including the shrinking of a failing sequence, in ms. */
const interruptAfterTimeLimit = 240_000 + runs * 1_000;

let service: TestService;
let owner: Client;
let stage: StepContext;
let actors: Actor[];
let permissions: Permission[];

const createRecord = async (path: string, body: object): Promise<number> => {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.id;
};
const listed = (map: Record<string, string[]>) =>
  Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));

beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  // An unverified organization can invite only a few users.
  await setOrganizationStatus(service, owner, 'active');
  const upper = await createRecord('/teams', { name: 'Upper' });
  const lower = await createRecord('/teams', { name: 'Lower', parent_id: upper });
  const apart = await createRecord('/teams', { name: 'Apart' });
  const teams = [upper, lower, apart];
  const { access } = service.platform;
  const known = [...access.resources.keys()].map((code) => `${code}:manage` as Permission);
  permissions = [...new Set([...access.permissions, ...known])];
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => service.newUser(owner, ['viewer'])));
  actors = people.map((client) => ({ client, isKey: false, only: null }));
  const seat = (code: string) =>
    createRecord('/positions', { title: code, code, headcount: 9, status: 'open' });
  const positions = [await seat('A'), await seat('B'), await seat('C')];
  const person = { first_name: 'A', last_name: 'A', hire_date: '2024-01-01' };
  const employees = await Promise.all(
    people.slice(0, 3).map(({ user }) => createRecord('/employees', { ...person, user_id: user.id })),
  );
  stage = { service, owner, teams, positions, employees, above: initialAncestors(teams) };
});
afterAll(() => service.stop());

const initialAncestors = ([upper, lower]: readonly number[]) =>
  new Map([[lower as number, [upper as number]]]);

/** Moves the teams back to their initial places. */
async function resetTeams(): Promise<void> {
  const [upper, lower, apart] = stage.teams;
  for (const id of [lower, apart, upper]) await owner.call('POST', `/teams/${id}/move`, { parent_id: null });
  await owner.call('POST', `/teams/${lower}/move`, { parent_id: upper });
  stage.above.clear();
  for (const [team, above] of initialAncestors(stage.teams)) stage.above.set(team, above);
}

/** Restores the initial grants and teams, and deletes the roles of earlier sequences. */
async function reset(): Promise<void> {
  const { org_id, id } = owner.user;
  await executeOperational(
    service.platform,
    sql`update grants set deleted_at = now() where org_id = ${org_id} and user_id <> ${id} and deleted_at is null returning id`,
  );
  await executeOperational(
    service.platform,
    sql`update positions set default_role_id = null where org_id = ${org_id} returning id`,
  );
  await executeOperational(
    service.platform,
    sql`update employees set user_id = null where org_id = ${org_id} and id <> all(${stage.employees}::int[])
      and user_id <> ${id} returning id`,
  );
  await executeOperational(
    service.platform,
    sql`update team_members set deleted_at = now() where org_id = ${org_id} and deleted_at is null returning id`,
  );
  const change = (fields: Prisma.Sql) =>
    executeOperational(
      service.platform,
      sql`update roles set ${fields} where org_id = ${org_id} returning id`,
    );
  await change(
    sql`is_default = false, deleted_at = case when is_builtin then null else coalesce(deleted_at, now()) end`,
  );
  await change(sql`is_default = (is_builtin and code = 'employee')`);
  const roles = (await owner.call('GET', '/roles?is_builtin=true')).body.data;
  const admin = roles.find((role: { code: string }) => role.code === 'admin').id;
  const viewer = roles.find((role: { code: string }) => role.code === 'viewer').id;
  const [one, two, three, four, five] = actors.map(({ client }) => client.user.id);
  const custom = new Map<string, number>();
  for (const [code, map] of Object.entries(startingRoles)) {
    custom.set(code, await createRecord('/roles', { code, name: code, permissions: listed(map) }));
  }
  await resetTeams();
  await createRecord('/grants', { user_id: one, role_id: admin });
  await createRecord('/grants', { user_id: two, role_id: custom.get('steward') });
  await createRecord('/grants', { user_id: three, role_id: custom.get('tinkerer') });
  await createRecord('/grants', { user_id: four, role_id: custom.get('granter') });
  for (const role_id of [viewer, custom.get('tinkerer')])
    await createRecord('/grants', { user_id: four, role_id, scope: 'team', team_id: stage.teams[0] });
  for (const code of ['bare', 'reader', 'mover'])
    await createRecord('/grants', { user_id: five, role_id: custom.get(code) });
}

/** Returns what an actor has; an API key is limited to its permissions. */
function heldByActor({ client, only }: Actor, all: ReadonlyMap<number, Holdings>): Holdings {
  const held = all.get(client.user.id) ?? new Set<string>();
  return only ? new Set([...held].filter((word) => only.has(word.split('@')[0] ?? ''))) : held;
}

/**
 * A sequence with every required result, because few random ones run on a busy machine. The first actor is an administrator,
 * the second a steward; the last one may not change access.
 */
const exampleSteps: Step[] = [
  // Later the last actor holds further roles.
  { kind: 'join' as const, by: 4 },
  { kind: 'import' as const, by: 4 },
  ...[0, 1].map((to) => ({ kind: 'terminate' as const, by: 4, to })),
  // With an even `other`, the role is that of an administrator. Multiples of four select among all roles, most of which have
  // permissions that the last actor, who cannot reactivate users, does not have.
  ...[0, 1, 2, 3, 4, 5].map((to) => ({ kind: 'rehire' as const, by: 4, to })),
  ...[3, 4, 16, 32, 44].map((role) => ({ kind: 'rehire' as const, by: 4, role, other: 1 })),
  ...(['grant', 'clone', 'put'] as const).flatMap((kind) =>
    [0, 4].map((by) => ({ kind, by, to: 3, role: 5 })),
  ),
  ...(['user', 'key'] as const).map((kind) => ({ kind, by: 0, role: 5 })),
  ...[1, 2, 3, 5, 6, 7].map((role) => ({ kind: 'seat' as const, by: 0, role, other: role })),
  ...[1, 2, 3].map((role) => ({ kind: 'seat' as const, by: 4, role, other: role })),
  // Multiples of four select among all roles, most of which give more than the steward has.
  ...[4, 8, 12, 16, 20].map((role) => ({ kind: 'seat' as const, by: 1, role, other: role })),
  { kind: 'hire' as const, by: 1, to: 0, other: 1 },
  { kind: 'link' as const, by: 1, to: 1, other: 2 },
  { kind: 'move' as const, by: 1, to: 0, other: 1 },
  { kind: 'transfer' as const, by: 1 },
  // The role is that of an administrator, because `other` is even.
  ...[0, 1, 2, 3].map((to) => ({ kind: 'link-later' as const, by: 1, to, other: 0 })),
  ...[0, 1].map((to) => ({ kind: 'invite' as const, by: 1, to, other: 0 })),
  ...(['redate', 'restore-hire', 'end'] as const).map((kind) => ({ kind, by: 1, other: 0 })),
  { kind: 'end' as const, by: 1, other: 1 },
  ...[0, 3].map((to) => ({ kind: 'rehire' as const, by: 1, to, other: 0 })),
  { kind: 'terminate' as const, by: 1, other: 1 },
  // A new user, and the last actor.
  ...[0, 1].flatMap((to) =>
    [1, 16, 20].map((role) => ({ kind: 'import' as const, by: 1, to, role, other: 4 })),
  ),
  ...[1, 0].flatMap((by) => [0, 1].map((to) => ({ kind: 'merge' as const, by, to }))),
  ...[3, 0].map((by) => ({ kind: 'nest' as const, by, team: 2, other: 0 })),
  ...[3, 2].flatMap((by) => [0, 2].map((to) => ({ kind: 'join' as const, by, to, team: by === 2 ? 1 : 0 }))),
  ...[4, 3, 0].map((by) => ({ kind: 'default' as const, by, role: 2 })),
  // The API key of the administrator, with all permissions.
  { kind: 'import' as const, by: 5, role: 5 },
  ...(['grant', 'put', 'default', 'restore'] as const).map((kind) => ({ kind, by: 5, to: 3, role: 5 })),
].map((one) => ({ to: 0, role: 1, other: 0, scope: 'role', team: 0, permissions: [], ...one }));

const resultCounts = new Map<string, number>();

/** Runs steps in sequence. Expects that with each step, users gain only permissions that the actor could grant. */
async function runSequence(steps: readonly Step[]): Promise<void> {
  await reset();
  const cast = [...actors];
  const holdings = () => holdingsIn(service, owner.user.org_id, permissions);
  let before = await holdings();
  let usual = await findDefaultRole(stage, permissions);
  const done: string[] = [];
  for (const one of steps) {
    const actor = cast[one.by % cast.length] as Actor;
    const reached = one.kind === 'join' ? await findUpdatableEmployees(stage, actors) : null;
    const { status, description, key, seatRole, ...effects } = await runStep(one, actor, cast, stage);
    const outcome = effects.reactivated === undefined ? status : `${status} reactivated`;
    const counted = `${actor.isKey ? 'by key: ' : ''}${one.kind} ${outcome}`;
    resultCounts.set(counted, (resultCounts.get(counted) ?? 0) + 1);
    done.push(`user ${actor.client.user.id}${actor.isKey ? ' by key' : ''}: ${description} → ${status}`);
    expect(status, done.join('\n')).toBeLessThan(500);
    if (key) {
      const client = createTestClient(service.url, { access_token: key.token, user: actor.client.user });
      cast.push({ client, isKey: true, only: key.permissions && new Set(key.permissions) });
    }
    const after = await holdings();
    const held = heldByActor(actor, before);
    // A key cannot give anything, whatever its permissions are.
    const givable: Holdings = actor.isKey ? new Set() : held;
    if (reached) await expectNoReachByMembership(stage, actors, { reached, done });
    usual = await expectPermittedDefault(stage, permissions, { was: usual, givable, done });
    if (seatRole !== undefined) {
      const given = await holdingsOfRole(
        service,
        { org_id: owner.user.org_id, role_id: seatRole },
        permissions,
      );
      const wider = [...given].filter((word) => !couldGive(givable, word, stage.above));
      expect(wider, `A position gives more than could be granted:\n${done.join('\n')}`).toEqual([]);
    }
    expectPermittedEffects(
      effects,
      { before, after, held, givable, usual: usual.words, done },
      { owner_id: owner.user.id, above: stage.above },
    );
    for (const [user_id, words] of after) {
      if (user_id === owner.user.id || user_id === effects.prepared) continue;
      const was = before.get(user_id) ?? new Set();
      const stolen = [...words].filter((word) => !was.has(word) && !couldGive(givable, word, stage.above));
      expect(stolen, `User ${user_id} gained more than could be granted:\n${done.join('\n')}`).toEqual([]);
    }
    before = after;
  }
}

it(
  'no sequence of steps by non-owners grants a permission that its grantors did not have',
  async () => {
    const sequences = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });
    await fc.assert(fc.asyncProperty(sequences, runSequence), {
      numRuns: runs,
      examples: [[exampleSteps]],
      seed,
      interruptAfterTimeLimit,
    });
    // The sequences must contain both successful and rejected steps.
    for (const kind of [
      'grant 201',
      'grant 403',
      'clone 201',
      'clone 403',
      'put 200',
      'put 403',
      'user 201',
      'key 201',
      'seat 200',
      'seat 403',
      'seat 422',
      'move 201',
      'hire 201',
      'link 200',
      'transfer 403',
      'import 200',
      'import 403',
      'import 422',
      'terminate 200',
      'terminate 403',
      'rehire 200',
      'rehire 200 reactivated',
      'merge 200',
      'merge 403',
      'link-later 201',
      'redate 201',
      'invite 200',
      'invite 201',
      'restore-hire 200',
      'end 201',
      'end 403',
      'nest 200',
      'nest 403',
      'join 201',
      'join 403',
      'default 200',
      'default 403',
      'by key: import 422',
      'by key: grant 403',
      'by key: put 403',
      'by key: default 403',
      'by key: restore 403',
    ]) {
      expect([kind, resultCounts.get(kind) ?? 0]).toEqual([kind, expect.any(Number)]);
      expect(resultCounts.get(kind) ?? 0, kind).toBeGreaterThan(0);
    }
  },
  2 * interruptAfterTimeLimit,
);
