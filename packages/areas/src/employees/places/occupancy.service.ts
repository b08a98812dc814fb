import { type Call, requirePermission } from '@wfp/shared';
import { placeResource } from '../../places/index.ts';
import type { ReadOccupancy } from './occupancy.contract.ts';
import { countPeopleNow, countPeopleOn } from './people-at-places.store.ts';

/**
 * Returns how many people a place has now or on a day, in relation to its capacity.
 *
 * @throws AppError `forbidden` if the caller may not read all employees, and for a day if the caller may not read the changes of all employees: a number that differs
 * from that of today shows that a person is about to move or leave
 */
export async function getOccupancy({
  caller,
  params: { id },
  query: { date },
}: Call<{ id: number }, ReadOccupancy, unknown>) {
  requirePermission(caller, 'employee:read', 'for the organization to count people');
  if (date !== undefined)
    requirePermission(caller, 'employee_change:read', 'for the organization to give a date');
  const { capacity } = await placeResource.get(caller, id);
  const counted =
    date === undefined ? await countPeopleNow(caller, id) : await countPeopleOn(caller, id, date);
  const free = capacity === null ? null : capacity - counted.people;
  return { place_id: id, date: date ?? null, capacity, ...counted, free };
}
