import { type Caller, hasVisibleRow } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** Separates the names of a path, such as `Austria / Vienna / Office`. */
const pathSeparator = ' / ';

/** True if a name in a path could be read as two. Names from earlier releases may be such. */
export const dividesPath = (name: string) => `${name} `.includes(pathSeparator);

/** Seven names of 100 characters with separators. */
export const maxPathLength = 720;

/** Query for the ids of live places and of the live places below them. */
export const selectPlacesBelow = (org_id: number, ids: readonly number[]): Prisma.Sql => sql`
  with recursive down(id) as (
    select p.id from places p where p.org_id = ${org_id} and p.id = any(${ids}::int[]) and p.deleted_at is null
    union
    select p.id from down join places p on p.org_id = ${org_id} and p.parent_id = down.id and p.deleted_at is null
  ) select down.id from down`;

export interface PlaceWithParent {
  id: number;
  parent_id: number | null;
  time_zone: string | null;
  holiday_calendar_id: number | null;
}

/** Query for {@link PlaceWithParent places} and those above them, deleted or not. */
export const selectPlacesAbove = (org_id: number, ids: readonly number[]): Prisma.Sql => sql`
  with recursive up(id, parent_id, time_zone, holiday_calendar_id) as (
    select p.id, p.parent_id, p.time_zone, p.holiday_calendar_id from places p
    where p.org_id = ${org_id} and p.id = any(${[...ids]}::int[])
    union
    select p.id, p.parent_id, p.time_zone, p.holiday_calendar_id from up
    join places p on p.org_id = ${org_id} and p.id = up.parent_id
  ) select up.id, up.parent_id, up.time_zone, up.holiday_calendar_id from up`;

/** Expression: the time zone of a place, or of the nearest place above that has one; null if none has. */
export const timeZoneOfPlace = (org_id: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => sql`(
  with recursive up(parent_id, time_zone) as (
    select p.parent_id, p.time_zone from places p where p.org_id = ${org_id} and p.id = ${id}
    union all
    select p.parent_id, p.time_zone from up join places p on p.org_id = ${org_id} and p.id = up.parent_id
    where up.time_zone is null
  ) select up.time_zone from up where up.time_zone is not null)`;

/** Expression: the names of the place of a row and of the places above it, from the root level on. */
export const placePathOf = (row: string): Prisma.Sql => {
  const alias = raw(row);
  return sql`(with recursive up(name, parent_id, level) as (
      select p.name, p.parent_id, 1 from places p where p.org_id = ${alias}.org_id and p.id = ${alias}.place_id
      union all
      select p.name, p.parent_id, up.level + 1 from up
      join places p on p.org_id = ${alias}.org_id and p.id = up.parent_id
    ) select string_agg(up.name, ${pathSeparator} order by up.level desc) from up)`;
};

/** Finds a place by the names of the places above it and its own, from the root level on, regardless of case. */
export async function findPlaceByPath(
  tx: Transaction,
  caller: Caller,
  path: string,
): Promise<number | undefined> {
  const names = path.split(pathSeparator).map((name) => name.trim());
  const isNamed = (level: Prisma.Sql) =>
    sql`lower(p.name) = lower((${names}::text[])[${level}]) and p.deleted_at is null`;
  const [row] = await tx.rows<{ id: number }>(sql`
    with recursive down(id, level) as (
      select p.id, 1 from places p where p.org_id = ${caller.org_id} and p.parent_id is null and ${isNamed(sql`1`)}
      union all
      select p.id, down.level + 1 from down
      join places p on p.org_id = ${caller.org_id} and p.parent_id = down.id and ${isNamed(sql`down.level + 1`)}
    )
    select down.id from down where down.level = ${names.length}::int and ${hasVisibleRow(caller, 'place', sql`down.id`)}`);
  return row?.id;
}

/** Condition: there is a live place with an id. */
export const isLivePlace = (org_id: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  sql`exists (select from places p where p.org_id = ${org_id} and p.id = ${id} and p.deleted_at is null)`;
