import { AppError, type Call, invalidField, notFound } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { positions } from './position.resource.ts';
import type { ListHolders, ListVacancies } from './positions.contract.ts';
import { type Act, actFault, acts } from './positions.policy.ts';
import { countHolders, findHolders, lockPositions } from './seats.store.ts';

type ById<Query = unknown> = Call<{ id: number }, Query, unknown>;

/** Seats that somebody may take now. */
export async function listVacancies({ caller, query }: Call<unknown, ListVacancies, unknown>) {
  return positions.list(caller, { ...query, status: 'open', vacant: true });
}

export async function listHolders({ caller, params, query }: ById<ListHolders>) {
  await positions.get(caller, params.id);
  const as_of = query.as_of ?? caller.platform.clock.now().toISOString().slice(0, 10);
  return findHolders(caller, params.id, { ...query, as_of });
}

/** Opens, freezes or closes a position. */
export const acting =
  (act: Act) =>
  async ({ caller, params: { id } }: Pick<ById, 'caller' | 'params'>) => {
    if (!(await positions.find(caller, id, 'update'))) {
      await positions.get(caller, id);
      throw new AppError('forbidden', 'Your position:update does not reach this position');
    }
    return writeInTransaction(caller, async (tx) => {
      const locked = (await lockPositions(tx, caller, [id])).get(id);
      if (!locked) throw notFound('Position');
      const { filled } = await countHolders(tx, caller, id);
      const fault = actFault(act, locked.status, filled);
      if (fault) throw invalidField('status', fault);
      const change = positions.change(caller, id, { status: acts[act].to });
      const also = [{ type: acts[act].event }];
      const [position] = await tx.write(change, { event: 'position.post_update', also });
      if (!position) throw notFound('Position');
      return position;
    });
  };
