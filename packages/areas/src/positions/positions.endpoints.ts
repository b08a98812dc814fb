import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { positions } from './position.resource.ts';
import { Holder, ListHolders, ListVacancies } from './positions.contract.ts';
import { type Act, acts } from './positions.policy.ts';
import { acting, listHolders, listVacancies } from './positions.service.ts';

const { row, listed } = positions.contract;

const act = (name: Act, summary: string) =>
  endpoint({
    method: 'post',
    path: `/positions/:id/${name}`,
    summary,
    can: 'position:update',
    params: IdParams,
    returns: { 200: row },
    emits: ['position.post_update', acts[name].event],
    handler: acting(name),
  });

export const positionEndpoints = [
  ...positions.endpoints,
  endpoint({
    method: 'get',
    path: '/positions/vacancies',
    summary: 'List open positions that have a free seat',
    can: 'position:read',
    query: ListVacancies,
    returns: { 200: listed },
    handler: listVacancies,
  }),
  endpoint({
    method: 'get',
    path: '/positions/:id/holders',
    summary: 'List who hold a position on a day',
    can: 'position:read',
    params: IdParams,
    query: ListHolders,
    returns: { 200: ListOf(Holder) },
    handler: listHolders,
  }),
  act('open', 'Open a position: its seats may be given'),
  act('freeze', 'Freeze a position: no seat is given until it is opened again'),
  act('close', 'Close a position that nobody holds'),
];
