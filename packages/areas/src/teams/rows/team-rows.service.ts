import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { teamDeleting, teamNesting } from '../announcements.ts';
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
  parent_id?: number | null;
}

/**
 * Takes the lock of the team tree, which must be taken before row locks, so that teams created concurrently do not
 * derive the same slug. Updates without a name do not take it.
 */
export async function lockSlugs({
  tx,
  caller,
  values,
}: HookContext & { values: TeamValues | null }): Promise<void> {
  if (values === null || values.name !== undefined) await lockTeamTree(tx, caller);
}

export async function prepareTeam({
  tx,
  caller,
  before,
  values,
}: HookContext & {
  before: { id: number; kind: string; parent_id: number | null } | null;
  values: TeamValues;
}): Promise<{ slug: string } | undefined> {
  if (before && values.kind !== undefined && values.kind !== before.kind) {
    await rejectMembers(tx, caller, before.id);
  }
  if (before && values.parent_id != null && values.parent_id !== before.parent_id) {
    await tx.announce(teamNesting, { team_id: before.id, below: values.parent_id });
  }
  if (before || values.slug !== undefined || values.name === undefined) return undefined;
  const wanted = slugFrom(values.name);
  return { slug: chooseFreeSlug(wanted, await findSimilarSlugs(tx, caller, wanted)) };
}

/** The kind determines who can be a member: the members of a department follow from primary teams. */
async function rejectMembers(tx: Transaction, caller: Caller, id: number): Promise<void> {
  const { members } = await countTeamDependents(tx, caller, id);
  if (members > 0) throw invalidField('kind', 'Cannot be changed while the team has members');
}

/** Rejects the deletion of a team that rows refer to. The lock on its row prevents new references. */
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
  const violation = teamDeletionViolation(dependents);
  if (violation) throw invalidField('id', violation);
}
