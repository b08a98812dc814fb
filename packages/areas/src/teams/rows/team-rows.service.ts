import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { teamDeleting } from '../announcements.ts';
import { heightOf, lineageOf, lockTeamTree, slugsLike } from '../tree/team-tree.store.ts';
import { type Dependents, deletionFault, freeSlug, parentFault, slugFrom } from './teams.policy.ts';
import { countOf } from './teams.store.ts';

interface Step {
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
 * What changes the tree, or takes a slug, does so under one lock of the organization, which is taken before any row.
 * Plain fields do not wait for it.
 */
export async function lockTree({ tx, caller, values }: Step & { values: TeamValues | null }): Promise<void> {
  const isPlain = values !== null && values.name === undefined && values.parent_id == null;
  if (!isPlain) await lockTeamTree(tx, caller);
}

/** Makes a slug for a team that comes without one, and keeps the rules of the tree and of its people. */
export async function prepareTeam({
  tx,
  caller,
  before,
  values,
}: Step & { before: { id: number; kind: string } | null; values: TeamValues }): Promise<
  { slug: string } | undefined
> {
  if (values.parent_id != null) await refuseBadParent(tx, caller, before?.id ?? null, values.parent_id);
  if (before && values.kind !== undefined && values.kind !== before.kind) {
    await refuseMembers(tx, caller, before.id);
  }
  if (before || values.slug !== undefined || values.name === undefined) return undefined;
  const wanted = slugFrom(values.name);
  return { slug: freeSlug(wanted, await slugsLike(tx, caller, wanted)) };
}

/** To be called under the lock of the tree. `id` is null for a team that is yet to be made. */
export async function refuseBadParent(
  tx: Transaction,
  caller: Caller,
  id: number | null,
  parent_id: number,
): Promise<void> {
  const lineage = await lineageOf(tx, caller, parent_id);
  const fault = parentFault(id, lineage, id === null ? 1 : await heightOf(tx, caller, id));
  if (fault) throw invalidField('parent_id', fault);
}

/** Who belongs to a department and who to a squad follows other rules: a team with people keeps its kind. */
async function refuseMembers(tx: Transaction, caller: Caller, id: number): Promise<void> {
  const { members } = await countOf(tx, caller, id);
  if (members > 0) throw invalidField('kind', 'Cannot change while the team has members');
}

/** Refuses to delete a team that rows refer to. Its row is locked: no further row comes to refer to it. */
export async function refuseDependents({
  tx,
  caller,
  before,
}: Step & { before: { id: number } }): Promise<void> {
  const { members, children } = await countOf(tx, caller, before.id);
  const dependents: Dependents[] = [
    [members, 'member', 'members'],
    [children, 'child team', 'child teams'],
  ];
  const report = (...some: Dependents) => dependents.push(some);
  await tx.announce(teamDeleting, { team_id: before.id, report });
  const fault = deletionFault(dependents);
  if (fault) throw invalidField('id', fault);
}

/** A team comes back to where it was, if the tree has room for it there. */
export async function refuseDeepTree({
  tx,
  caller,
  row,
}: Step & { row: { id: number; parent_id: number | null } }): Promise<void> {
  if (row.parent_id !== null) await refuseBadParent(tx, caller, row.id, row.parent_id);
}
