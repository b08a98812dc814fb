import type { Permission } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { expect } from 'vitest';
import { couldGive, type Holdings, holdingsOfRole } from './holdings.ts';
import type { Actor, StepContext, StepResult } from './steps.ts';

const { sql } = Prisma;

/** The permissions of users before and after a step, of its actor, and those that the actor can give to others. */
interface Observed extends Record<'before' | 'after', Map<number, Holdings>> {
  held: Holdings;
  givable: Holdings;
  /** The permissions of the default role, which are given without a check. */
  usual: Holdings;
  done: string[];
}

/**
 * Expects that a team was placed only where no grant for a team includes it then that the actor could not grant for it, and
 * that the account of a user was deactivated or reactivated only with the authority to do so.
 */
export function expectPermittedEffects(
  { nested, ...accounts }: Pick<StepResult, 'nested' | 'deactivated' | 'reactivated'>,
  observed: Observed,
  { owner_id, above }: { owner_id: number; above: StepContext['above'] },
): void {
  expectAuthorityOverAccounts(accounts, observed, above);
  if (!nested) return;
  const { before, givable, done } = observed;
  const { team, below } = nested;
  const was = above.get(team) ?? [];
  const now = [below, ...(above.get(below) ?? [])];
  const gained = new Set(now.filter((id) => !was.includes(id)).map((id) => `team:${id}`));
  const words = [...before].flatMap(([user_id, held]) => (user_id === owner_id ? [] : [...held]));
  const wider = words
    .map((word) => word.split('@'))
    .filter(([, scope = '']) => gained.has(scope))
    .map(([permission]) => `${permission}@team:${team}`)
    .filter((word) => !couldGive(givable, word, above));
  expect(wider, `A team grant became wider than could be granted:\n${done.join('\n')}`).toEqual([]);
  for (const [id, lineage] of [...above, [team, was] as const]) {
    const place = id === team ? 0 : lineage.indexOf(team) + 1;
    if (id === team || place > 0) above.set(id, [...lineage.slice(0, place), ...now]);
  }
}

/**
 * Both require the authority over the resources that the user manages. A user who cannot reactivate accounts must also have all
 * permissions that come into force again.
 */
function expectAuthorityOverAccounts(
  { deactivated, reactivated }: Pick<StepResult, 'deactivated' | 'reactivated'>,
  { after, held, usual, done }: Observed,
  above: StepContext['above'],
): void {
  const excessOf = (user_id: number | undefined) =>
    user_id === undefined
      ? []
      : [...(after.get(user_id) ?? [])].filter((word) => !couldGive(held, word, above));
  const isManaging = (word: string) => word.includes(':manage@');
  const steps = done.join('\n');
  expect(
    excessOf(deactivated).filter(isManaging),
    `A user with more permissions was deactivated:\n${steps}`,
  ).toEqual([]);
  const canReactivate = held.has('user:manage@org');
  expect(
    excessOf(reactivated).filter((word) => isManaging(word) || !(canReactivate || usual.has(word))),
    `A user with more permissions was reactivated:\n${steps}`,
  ).toEqual([]);
}

interface DefaultRole {
  id: number;
  words: Holdings;
}

export async function findDefaultRole(
  { service, owner }: StepContext,
  permissions: readonly Permission[],
): Promise<DefaultRole> {
  const { org_id } = owner.user;
  const [row] = await service.rows<{ id: number }>(
    sql`select id from roles where org_id = ${org_id} and is_default and deleted_at is null`,
  );
  const id = row?.id ?? 0;
  return { id, words: await holdingsOfRole(service, { org_id, role_id: id }, permissions) };
}

/**
 * Expects that new users get by default what they got before, or what the actor can give to them: to grant a role, its
 * grantor needs all of its permissions.
 */
export async function expectPermittedDefault(
  stage: StepContext,
  permissions: readonly Permission[],
  { was, givable, done }: { was: DefaultRole; givable: Holdings; done: string[] },
): Promise<DefaultRole> {
  const now = await findDefaultRole(stage, permissions);
  const steps = done.join('\n');
  if (now.id !== was.id) {
    const needed = ['grant:create@org', 'role:update@org'];
    const missing = needed.filter((word) => !couldGive(givable, word, stage.above));
    expect(missing, `The default role was changed without authority:\n${steps}`).toEqual([]);
  }
  const added = [...now.words].filter((word) => now.id !== was.id || !was.words.has(word));
  const wider = added.filter((word) => !couldGive(givable, word, stage.above));
  expect(wider, `New users get more than could be granted:\n${steps}`).toEqual([]);
  return now;
}

/** Returns which employees each user may update, as `<user id> <employee id>`. */
export async function findUpdatableEmployees(
  { owner, employees }: StepContext,
  actors: readonly Actor[],
): Promise<string[]> {
  const pairs = actors.flatMap(({ client }) => employees.map((id) => [client.user.id, id] as const));
  const explained = pairs.map(async ([user_id, id]) => {
    const query = `user_id=${user_id}&permission=employee:update&record_id=${id}`;
    return (await owner.call('GET', `/permissions/explain?${query}`)).body.allowed
      ? [`${user_id} ${id}`]
      : [];
  });
  return (await Promise.all(explained)).flat();
}

/** Expects that a membership, which requires no right on the employee, gave no user a right on an employee. */
export async function expectNoReachByMembership(
  stage: StepContext,
  actors: readonly Actor[],
  { reached, done }: { reached: readonly string[]; done: string[] },
): Promise<void> {
  const now = await findUpdatableEmployees(stage, actors);
  const gained = now.filter((pair) => !reached.includes(pair));
  expect(gained, `A membership gave rights on an employee:\n${done.join('\n')}`).toEqual([]);
}
