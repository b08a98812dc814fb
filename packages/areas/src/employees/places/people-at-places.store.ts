import type { Caller } from '@wfp/shared';
import { maxCounted } from '@wfp/shared/contract';
import { Prisma, readOne } from '@wfp/shared/db';
import { selectPlacesBelow } from '../../places/index.ts';
import { employeeById } from '../rows/references.store.ts';

const { sql } = Prisma;

const hasNotLeft = sql`e.deleted_at is null and e.status <> 'terminated'`;

export interface PlacePeople {
  people: number;
  people_is_exact: boolean;
}

const limit = maxCounted + 1;

/** Counts the people who are at a place or below it now, without future hires. Stops at {@link maxCounted}. */
export async function countPeopleNow(caller: Caller, place_id: number): Promise<PlacePeople> {
  const { org_id } = caller;
  const counted = await readOne<{ people: number }>(caller, selectNow(org_id, place_id));
  return toPeople(counted?.people ?? 0);
}

const selectNow = (org_id: number, place_id: number) => sql`select count(*)::int as people from (
      select from employees e where e.org_id = ${org_id} and e.place_id = any(array(${selectPlacesBelow(org_id, [place_id])}))
        and ${hasNotLeft} and e.status <> 'pre_hire' limit ${limit}::int) found`;

/**
 * Counts the people who are at a place or below it on a day, scheduled changes included. Examines at most
 * {@link maxCounted} employees who are there on any day up to it.
 */
export async function countPeopleOn(caller: Caller, place_id: number, day: string): Promise<PlacePeople> {
  const counted = await readOne<{ people: number; examined: number }>(
    caller,
    selectOn(caller.org_id, place_id, day),
  );
  const { people, people_is_exact } = toPeople(counted?.people ?? 0);
  return { people, people_is_exact: people_is_exact && (counted?.examined ?? 0) < limit };
}

function selectOn(org_id: number, place_id: number, day: string): Prisma.Sql {
  const isUpToDay = sql`h.state in ('applied', 'scheduled') and h.effective_date <= ${day}::date`;
  const last = (field: string) => sql`(select h.set ->> ${field}::text from employee_changes h
    where h.org_id = ${org_id} and h.employee_id = e.id and ${isUpToDay} and h.set ? ${field}::text
    order by h.effective_date desc, h.sequence desc limit 1)`;
  return sql`with down as materialized (select d.id::text as id from (${selectPlacesBelow(org_id, [place_id])}) d),
      examined as materialized (
        select distinct h.employee_id as id from employee_changes h
        where h.org_id = ${org_id} and h.set ->> 'place_id' = any(array(select down.id from down)) and ${isUpToDay}
        limit ${limit}::int)
      select (select count(*) from examined)::int as examined, count(*)::int as people
      from examined cross join lateral (${employeeById(org_id, 'examined.id')}) e
      where e.deleted_at is null and ${last('place_id')} = any(array(select down.id from down))
        and ${last('status')} is distinct from 'terminated'`;
}

const toPeople = (counted: number): PlacePeople => ({
  people: Math.min(counted, maxCounted),
  people_is_exact: counted < limit,
});
