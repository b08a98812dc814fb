import { type Call, type Caller, invalidField, notFound } from '@wfp/shared';
import { type Steps, writeSteps } from '@wfp/shared/db';
import { requireReach } from './reach.service.ts';
import type { MoveTeam } from './team-tree.contract.ts';
import { findTree, heightOf, lineageOf, lockTeamTree, type TreeRow } from './team-tree.store.ts';
import { nested, parentFault } from './teams.policy.ts';
import { lockTeam, type TeamRow, teamUpdated, updateTeam } from './teams.store.ts';

/** All teams the caller sees, each below its parent. One whose parent they do not see stands at the top. */
export async function treeOfTeams({ caller }: Call<unknown, unknown, unknown>) {
  const rows = await findTree(caller);
  return { data: nested<TreeRow>(rows), total: rows.length };
}

/** Puts a team, with all that is below it, below another or at the top. */
export async function moveTeam({
  caller,
  params,
  body,
}: Pick<Call<{ id: number }, unknown, MoveTeam>, 'caller' | 'params' | 'body'>): Promise<TeamRow> {
  await requireReach(caller, params.id, 'team:update');
  return writeSteps(caller, async (tx) => {
    await lockTeamTree(tx, caller);
    if (!(await lockTeam(tx, caller, params.id, 'update'))) throw notFound('Team');
    if (body.parent_id !== null) await refuseBadParent(tx, caller, params.id, body.parent_id);
    const change = updateTeam(caller, params.id, { parent_id: body.parent_id });
    const [team] = await tx.write(change, teamUpdated);
    if (!team) throw notFound('Team');
    return team;
  });
}

/** To be called under the lock of the tree. `id` is null for a team that is yet to be made. */
export async function refuseBadParent(
  tx: Steps,
  caller: Caller,
  id: number | null,
  parent_id: number,
): Promise<void> {
  const lineage = await lineageOf(tx, caller, parent_id);
  const fault = parentFault(id, lineage, id === null ? 1 : await heightOf(tx, caller, id));
  if (fault) throw invalidField('parent_id', fault);
}
