import type { Call } from '@wfp/shared';
import { findHolders, requireAsOfPermission } from '../employees/index.ts';
import { positions } from './position.resource.ts';
import type { ListHolders, ListVacancies } from './positions.contract.ts';

type ById<Query = unknown> = Call<{ id: number }, Query, unknown>;

export async function listVacancies({ caller, query }: Call<unknown, ListVacancies, unknown>) {
  return positions.list(caller, { ...query, status: 'open', vacant: true });
}

export async function listHolders({ caller, params, query }: ById<ListHolders>) {
  await positions.get(caller, params.id);
  requireAsOfPermission(caller, query.as_of);
  return findHolders(caller, params.id, query);
}
