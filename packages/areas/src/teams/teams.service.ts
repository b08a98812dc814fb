import { AppError, type Call, type Caller, invalidField, notFound } from '@wfp/shared';
import { type Steps, writeSteps } from '@wfp/shared/db';
import { requireReach } from './reach.service.ts';
import { refuseBadParent } from './team-tree.service.ts';
import { lockTeamTree, slugsLike } from './team-tree.store.ts';
import type { CreateTeam, ListTeams, PatchTeam } from './teams.contract.ts';
import { deletionFault, freeSlug, slugFrom } from './teams.policy.ts';
import {
  archiveTeam,
  findTeam,
  findTeams,
  insertTeam,
  lockEmployee,
  lockTeam,
  mayCreate,
  type TeamRow,
  teamUpdated,
  tiesOf,
  updateTeam,
} from './teams.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listTeams({ caller, query }: Call<unknown, ListTeams, unknown>) {
  return findTeams(caller, query);
}

export async function getTeam({ caller, params }: ById): Promise<TeamRow> {
  const team = await findTeam(caller, params.id);
  if (!team) throw notFound('Team');
  return team;
}

/** Creates a team. The lock of the tree also keeps a slug made from the name free until it is taken. */
export async function createTeam({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateTeam>, 'caller' | 'body'>): Promise<TeamRow> {
  return writeSteps(caller, async (tx) => {
    await lockTeamTree(tx, caller);
    await refuseBadReferences(tx, caller, null, body);
    const slug = body.slug ?? (await slugFor(tx, caller, body.name));
    const [team] = await tx.write(insertTeam(caller, { ...body, slug }), { event: 'team.post_create' });
    if (!team) throw new Error('A team was not written');
    if (!(await mayCreate(tx, caller, team.id))) {
      throw new AppError('forbidden', 'Your team:create does not reach beyond your own teams');
    }
    return team;
  });
}

async function slugFor(tx: Steps, caller: Caller, name: string): Promise<string> {
  const wanted = slugFrom(name);
  return freeSlug(wanted, await slugsLike(tx, caller, wanted));
}

export async function patchTeam({ caller, params, body }: ById<PatchTeam>): Promise<TeamRow> {
  await requireReach(caller, params.id, 'team:update');
  return writeSteps(caller, async (tx) => {
    if (body.parent_id != null) await lockTeamTree(tx, caller);
    const before = await lockTeam(tx, caller, params.id, 'update');
    if (!before) throw notFound('Team');
    await refuseBadReferences(tx, caller, params.id, body);
    if (body.kind !== undefined && body.kind !== before.kind) await refuseMembers(tx, caller, params.id);
    const [team] = await tx.write(updateTeam(caller, params.id, body), teamUpdated);
    if (!team) throw notFound('Team');
    return team;
  });
}

/** Who belongs to a department and who to a squad follows other rules: a team with people keeps its kind. */
async function refuseMembers(tx: Steps, caller: Caller, id: number): Promise<void> {
  const { members } = await tiesOf(tx, caller, id);
  if (members > 0) throw invalidField('kind', 'Cannot change while the team has members');
}

async function refuseBadReferences(
  tx: Steps,
  caller: Caller,
  id: number | null,
  body: PatchTeam,
): Promise<void> {
  if (body.parent_id != null) await refuseBadParent(tx, caller, id, body.parent_id);
  if (body.lead_employee_id != null && !(await lockEmployee(tx, caller, body.lead_employee_id))) {
    throw invalidField('lead_employee_id', 'Refers to nothing that exists');
  }
}

/** Deletes a team that nothing hangs on. Nothing can be hung on it meanwhile: its row is locked. */
export async function deleteTeam({ caller, params }: ById): Promise<void> {
  await requireReach(caller, params.id, 'team:archive');
  await writeSteps(caller, async (tx) => {
    await lockTeamTree(tx, caller);
    if (!(await lockTeam(tx, caller, params.id, 'update'))) throw notFound('Team');
    const fault = deletionFault(await tiesOf(tx, caller, params.id));
    if (fault) throw invalidField('id', fault);
    const rows = await tx.write(archiveTeam(caller, params.id), { event: 'team.post_archive' });
    if (rows.length === 0) throw notFound('Team');
  });
}
