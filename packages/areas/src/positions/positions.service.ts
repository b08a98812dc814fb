import type { Call } from '@wfp/shared';
import { findHolders } from '../employees/index.ts';
import { positions } from './position.resource.ts';
import type { ListHolders, ListVacancies } from './positions.contract.ts';

type ById<Query = unknown> = Call<{ id: number }, Query, unknown>;

export async function listVacancies({ caller, query }: Call<unknown, ListVacancies, unknown>) {
  return positions.list(caller, { ...query, status: 'open', vacant: true });
}

export async function listHolders({ caller, params, query }: ById<ListHolders>) {
  await positions.get(caller, params.id);
  const as_of = query.as_of ?? caller.platform.clock.now().toISOString().slice(0, 10);
  return findHolders(caller, params.id, { ...query, as_of });
}
