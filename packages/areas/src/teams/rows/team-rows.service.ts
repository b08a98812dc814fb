import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { teamDeleting } from '../announcements.ts';
import { chooseFreeSlug, type Dependents, slugFrom, teamDeletionViolation } from './teams.policy.ts';
import { countTeamDependents, findSimilarSlugs, lockTeamTree } from './teams.store.ts';

interface HookContext {
  tx: Transaction;
  caller: Caller;
}

interface TeamValues {
  name?: string;
  slug?: string;
  kind?: string;
}

/** A slug is taken under the lock of the tree, which is taken before any row. Plain fields do not wait for it. */
export async function lockSlugs({
  tx,
  caller,
  values,
}: HookContext & { values: TeamValues | null }): Promise<void> {
  if (values === null || values.name !== undefined) await lockTeamTree(tx, caller);
}

/** Makes a slug for a team that comes without one, and keeps the rules of its people. */
export async function prepareTeam({
  tx,
  caller,
  before,
  values,
}: HookContext & { before: { id: number; kind: string } | null; values: TeamValues }): Promise<
  { slug: string } | undefined
> {
  if (before && values.kind !== undefined && values.kind !== before.kind) {
    await rejectMembers(tx, caller, before.id);
  }
  if (before || values.slug !== undefined || values.name === undefined) return undefined;
  const wanted = slugFrom(values.name);
  return { slug: chooseFreeSlug(wanted, await findSimilarSlugs(tx, caller, wanted)) };
}

/** Rejects another kind for a team with members: departments and squads have different rules of membership. */
async function rejectMembers(tx: Transaction, caller: Caller, id: number): Promise<void> {
  const { members } = await countTeamDependents(tx, caller, id);
  if (members > 0) throw invalidField('kind', 'Cannot change while the team has members');
}

/** Refuses to delete a team that rows refer to. Its row is locked: no further row comes to refer to it. */
export async function rejectDependents({
  tx,
  caller,
  before,
}: HookContext & { before: { id: number } }): Promise<void> {
  const { members, children } = await countTeamDependents(tx, caller, before.id);
  const dependents: Dependents[] = [
    [members, 'member', 'members'],
    [children, 'child team', 'child teams'],
  ];
  const report = (...some: Dependents) => dependents.push(some);
  await tx.announce(teamDeleting, { team_id: before.id, report });
  const fault = teamDeletionViolation(dependents);
  if (fault) throw invalidField('id', fault);
}
