import { AppError, type Call, type Caller, invalidField, notFound, type Permission } from '@wfp/shared';
import { type Steps, writeSteps } from '@wfp/shared/db';
import type {
  CreatePosition,
  ListHolders,
  ListPositions,
  ListVacancies,
  PatchPosition,
} from './positions.contract.ts';
import { type Act, actFault, acts, heldFault } from './positions.policy.ts';
import {
  archivePosition,
  findPosition,
  findPositions,
  insertPosition,
  liesInReach,
  lockRole,
  lockTeam,
  type PositionRow,
  updatePosition,
} from './positions.store.ts';
import { countHolders, findHolders, lockPositions } from './seats.store.ts';

type ById<Query = unknown, Body = unknown> = Call<{ id: number }, Query, Body>;
type Written<Body = unknown> = Pick<ById<unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listPositions({ caller, query }: Call<unknown, ListPositions, unknown>) {
  return findPositions(caller, query);
}

/** Seats that somebody may take now. */
export async function listVacancies({ caller, query }: Call<unknown, ListVacancies, unknown>) {
  return findPositions(caller, { ...query, status: 'open', vacant: true, sort: 'title' });
}

export async function getPosition({ caller, params }: Pick<ById, 'caller' | 'params'>): Promise<PositionRow> {
  const position = await findPosition(caller, params.id);
  if (!position) throw notFound('Position');
  return position;
}

export async function listHolders({ caller, params, query }: ById<ListHolders>) {
  await getPosition({ caller, params });
  const as_of = query.as_of ?? caller.platform.clock.now().toISOString().slice(0, 10);
  return findHolders(caller, params.id, { ...query, as_of });
}

export async function createPosition({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreatePosition>, 'caller' | 'body'>): Promise<PositionRow> {
  return writeSteps(caller, async (tx) => {
    await refuseBadReferences(tx, caller, body);
    const [position] = await tx.write(insertPosition(caller, body), {
      event: 'position.post_create',
      also: body.status === 'open' ? [{ type: 'position.opened' }] : [],
    });
    if (!position) throw new Error('A position was not written');
    await refuseBeyondReach(tx, caller, position.id, 'position:create');
    return position;
  });
}

/** Changes fields of a position, but never to fewer seats than are taken. */
export async function patchPosition({ caller, params, body }: Written<PatchPosition>): Promise<PositionRow> {
  await requireReach(caller, params.id, 'position:update');
  return writeSteps(caller, async (tx) => {
    if (!(await lockPositions(tx, caller, [params.id])).has(params.id)) throw notFound('Position');
    await refuseBadReferences(tx, caller, body);
    if (body.headcount !== undefined) {
      const { filled } = await countHolders(tx, caller, params.id);
      if (body.headcount < filled) throw invalidField('headcount', `${filled} seats are taken`);
    }
    const change = updatePosition(caller, params.id, body);
    const [position] = await tx.write(change, { event: 'position.post_update' });
    if (!position) throw notFound('Position');
    if (body.team_id !== undefined) await refuseBeyondReach(tx, caller, params.id, 'position:update');
    return position;
  });
}

async function refuseBadReferences(tx: Steps, caller: Caller, body: PatchPosition): Promise<void> {
  if (body.team_id != null && !(await lockTeam(tx, caller, body.team_id))) {
    throw invalidField('team_id', 'Refers to nothing that exists');
  }
  if (body.default_role_id == null) return;
  const role = await lockRole(tx, caller, body.default_role_id);
  if (!role) throw invalidField('default_role_id', 'Refers to nothing that exists');
  if (role.is_owner) throw invalidField('default_role_id', 'Nobody becomes an owner by taking a seat');
}

const said = { open: 'position.opened', freeze: 'position.frozen', close: 'position.closed' } as const;

/** Opens, freezes or closes a position. */
export const acting =
  (act: Act) =>
  async ({ caller, params }: Pick<ById, 'caller' | 'params'>): Promise<PositionRow> => {
    await requireReach(caller, params.id, 'position:update');
    return writeSteps(caller, async (tx) => {
      const locked = (await lockPositions(tx, caller, [params.id])).get(params.id);
      if (!locked) throw notFound('Position');
      const { filled } = await countHolders(tx, caller, params.id);
      const fault = actFault(act, locked.status, filled);
      if (fault) throw invalidField('status', fault);
      const change = updatePosition(caller, params.id, { status: acts[act].to });
      const [position] = await tx.write(change, {
        event: 'position.post_update',
        also: [{ type: said[act] }],
      });
      if (!position) throw notFound('Position');
      return position;
    });
  };

/** Deletes a position that nobody holds or is to take. */
export async function deletePosition({ caller, params }: Pick<ById, 'caller' | 'params'>): Promise<void> {
  await requireReach(caller, params.id, 'position:archive');
  await writeSteps(caller, async (tx) => {
    if (!(await lockPositions(tx, caller, [params.id])).has(params.id)) throw notFound('Position');
    const { filled } = await countHolders(tx, caller, params.id);
    if (filled > 0) throw invalidField('id', heldFault(filled));
    const rows = await tx.write(archivePosition(caller, params.id), { event: 'position.post_archive' });
    if (rows.length === 0) throw notFound('Position');
  });
}

/** 404 for a position the caller cannot see, 403 for one they only can. */
async function requireReach(caller: Caller, id: number, permission: Permission): Promise<void> {
  if (await findPosition(caller, id, permission)) return;
  if (!(await findPosition(caller, id))) throw notFound('Position');
  throw new AppError('forbidden', `Your ${permission} does not reach this position`);
}

async function refuseBeyondReach(
  tx: Steps,
  caller: Caller,
  id: number,
  permission: Permission,
): Promise<void> {
  if (await liesInReach(tx, caller, id, permission)) return;
  throw new AppError('forbidden', `Your ${permission} does not reach beyond your own teams`);
}
