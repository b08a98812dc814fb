import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { Occupancy, ReadOccupancy } from './occupancy.contract.ts';
import { getOccupancy } from './occupancy.service.ts';

export const occupancyEndpoints = [
  endpoint({
    method: 'get',
    path: '/places/:id/occupancy',
    summary: 'Count the people of a place',
    details: 'Requires employee:read for the organization, and with a date also employee_change:read.',
    can: 'place:read',
    params: IdParams,
    query: ReadOccupancy,
    returns: { 200: Occupancy },
    handler: getOccupancy,
  }),
];
