import type { Caller, Permission, Reach } from '@wfp/shared';
import { Prisma, readByKey } from '@wfp/shared/db';
import { aboutSigningIn, type Circle, type EventSight, wholeOrganization } from './event-visibility.ts';

const { sql, join } = Prisma;

/**
 * Finds out what the caller sees. No query at all for somebody who reads everything of the organization;
 * otherwise one for each different reach among their permissions, which are very few.
 */
export async function loadEventSight(caller: Caller): Promise<EventSight> {
  const loading = new Map<string, Promise<Circle>>();
  const circles = new Map<string, Circle>();
  const { resources } = caller.platform.access;
  await Promise.all(
    [...resources.keys()].map(async (code) => {
      const reach = caller.reach(`${code}:read` as Permission);
      if (!reach) return;
      const key = JSON.stringify(reach);
      const circle = loading.get(key) ?? loadCircle(caller, reach);
      loading.set(key, circle);
      circles.set(code, await circle);
    }),
  );
  return {
    user_id: caller.user_id,
    circles,
    resources,
    readsLog: caller.reach('audit_log:read')?.org ?? false,
  };
}

async function loadCircle(caller: Caller, reach: Reach): Promise<Circle> {
  if (reach.org) return wholeOrganization;
  const row = await readByKey<{ teams: number[]; employees: number[] }>(
    caller,
    sql`with me(org_id, employee_id) as (values (${caller.org_id}::int, ${caller.employee_id}::int)),
      own_teams(id) as (
        select t from me, teams_of(me.org_id, me.employee_id) t where ${reach.team}
        union
        select t from me, teams_under(me.org_id, ${[...reach.team_ids]}::int[]) t
      )
      select array(select id from own_teams) as teams, array(
        select me.employee_id from me where ${reach.own} and me.employee_id is not null
        union
        select e from me, employees_below(me.org_id, me.employee_id) e where ${reach.reports}
        union
        select e from me, employees_in_teams(me.org_id, array(select id from own_teams)) e
      ) as employees`,
  );
  return { all: false, own: reach.own, employees: new Set(row?.employees), teams: new Set(row?.teams) };
}

/** The rule of `event-visibility.ts` as a predicate on alias `e`. It comes on top of `org_id`. */
export function visibleEvents(sight: EventSight): Prisma.Sql {
  const named = sight.user_id === null ? sql`false` : sql`${sight.user_id}::int = any(e.subject_user_ids)`;
  const byCircle = Map.groupBy(sight.circles, ([, circle]) => circle);
  const readable = [...byCircle].map(
    ([circle, types]) =>
      sql`(e.aggregate_type = any(${types.map(([type]) => type)}::text[]) and ${within(circle, named)})`,
  );
  if (sight.readsLog) readable.push(sql`e.aggregate_type <> all(${[...sight.resources.keys()]}::text[])`);
  if (readable.length === 0) return sql`false`;
  const forNamed = sight.readsLog
    ? sql`e.is_private`
    : sql`(e.is_private or e.event_type ^@ any(${[...aboutSigningIn]}::text[]))`;
  return sql`(${join(readable, ' or ')}) and (not ${forNamed} or ${named})`;
}

/** A private event is let through here: whether it is the caller's is asked for all of them at once. */
function within(circle: Circle, named: Prisma.Sql): Prisma.Sql {
  if (circle.all) return sql`true`;
  return sql`(e.is_private ${circle.own ? sql`or ${named}` : Prisma.empty}
    or e.subject_employee_id = any(${[...circle.employees]}::int[]) or e.subject_team_id = any(${[...circle.teams]}::int[]))`;
}
