import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { positions } from './position.resource.ts';
import { Holder, ListHolders, ListVacancies } from './positions.contract.ts';
import { listHolders, listVacancies } from './positions.service.ts';

const { list } = positions.contract;

export const positionEndpoints = [
  endpoint({
    method: 'get',
    path: '/positions/vacancies',
    summary: 'List open positions with a free seat',
    can: 'position:read',
    query: ListVacancies,
    returns: { 200: list },
    rowRights: positions.rowRights,
    handler: listVacancies,
  }),
  endpoint({
    method: 'get',
    path: '/positions/:id/holders',
    summary: 'List the holders of a position on a day',
    can: 'position:read',
    params: IdParams,
    query: ListHolders,
    returns: { 200: ListOf(Holder) },
    handler: listHolders,
  }),
];
