import { AppError, type Call, notFound } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { type TeamRow, teams } from '../rows/team.resource.ts';
import { refuseBadParent } from '../rows/team-rows.service.ts';
import { nested } from '../rows/teams.policy.ts';
import { liesInReach, lockTeam, teamMoved } from '../rows/teams.store.ts';
import type { MoveTeam } from './team-tree.contract.ts';
import { findTree, lockTeamTree, type TreeRow } from './team-tree.store.ts';

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
  await teams.require(caller, params.id, 'update');
  return writeInTransaction(caller, async (tx) => {
    await lockTeamTree(tx, caller);
    if (!(await lockTeam(tx, caller, params.id, 'update'))) throw notFound('Team');
    if (body.parent_id !== null) await refuseBadParent(tx, caller, params.id, body.parent_id);
    const change = teams.change(caller, params.id, { parent_id: body.parent_id });
    const [team] = await tx.write(change, { event: 'team.post_update', also: [teamMoved] });
    if (!team) throw notFound('Team');
    if (!(await liesInReach(tx, caller, team.id))) {
      throw new AppError('forbidden', 'Your team:update does not reach where the team would be');
    }
    return team;
  });
}
