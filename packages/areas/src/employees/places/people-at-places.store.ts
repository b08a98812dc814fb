import type { Caller } from '@wfp/shared';
import { maxCounted } from '@wfp/shared/contract';
import { Prisma, readRows } from '@wfp/shared/db';
import { selectPlacesBelow } from '../../places/index.ts';
import { employeeById } from '../rows/references.store.ts';

const { sql } = Prisma;

export interface PlacePeople {
  people: number;
  people_is_exact: boolean;
}

/** Counts the people who are at a place or below it now, without future hires. Stops at {@link maxCounted}. */
export const countPeopleNow = (caller: Caller, place_id: number): Promise<PlacePeople> =>
  countPeople(
    caller,
    sql`select from employees e where e.org_id = ${caller.org_id} and e.place_id = any(${placesBelow(caller, place_id)})
      and e.deleted_at is null and e.status not in ('pre_hire', 'terminated')`,
  );

/** Like {@link countPeopleNow}, on a day, scheduled changes included. */
export const countPeopleOn = (caller: Caller, place_id: number, day: string): Promise<PlacePeople> =>
  countPeople(
    caller,
    sql`select from employee_periods f cross join lateral (${employeeById(caller.org_id, 'f.employee_id')}) e
      where f.org_id = ${caller.org_id} and f.place_id = any(${placesBelow(caller, place_id)})
      and f.from_date <= ${day}::date and f.until_date > ${day}::date
      and e.deleted_at is null and coalesce(f.status not in ('pre_hire', 'terminated'), true)`,
  );

const placesBelow = ({ org_id }: Caller, place_id: number) =>
  sql`array(${selectPlacesBelow(org_id, [place_id])})`;

async function countPeople(caller: Caller, people: Prisma.Sql): Promise<PlacePeople> {
  const [row] = await readRows<{ people: number }>(
    caller,
    sql`select count(*)::int as people from (${people} limit ${maxCounted + 1}::int) found`,
  );
  const counted = row?.people ?? 0;
  return { people: Math.min(counted, maxCounted), people_is_exact: counted <= maxCounted };
}
