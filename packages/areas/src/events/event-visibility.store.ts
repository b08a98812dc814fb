import type { Caller, Permission, Reach } from '@wfp/shared';
import { Prisma, readByKey } from '@wfp/shared/db';
import {
  aboutSigningIn,
  type Circle,
  circleOf,
  type EventSight,
  wholeOrganization,
} from './event-visibility.ts';

const { sql, join, raw, empty } = Prisma;

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

/** The rule of `event-visibility.ts` as predicates on alias `e`, which come on top of `org_id`. No event meets both. */
export interface SeenEvents {
  /** What is seen by its kind alone: the columns that it reads are those of `event_counts` too. Null: nothing. */
  byKind: Prisma.Sql | null;
  /** What is seen because of whom it is about: found by the indexes on subjects. Null: nothing. */
  bySubject: Prisma.Sql | null;
}

/** Any event that the caller sees. */
export function visibleEvents(sight: EventSight): Prisma.Sql {
  const { byKind, bySubject } = seenEvents(sight);
  const ways = [
    ...(byKind ? [sql`(${byKind} and not e.is_private)`] : []),
    ...(bySubject ? [bySubject] : []),
  ];
  return ways.length === 0 ? sql`false` : sql`(${join(ways, ' or ')})`;
}

/**
 * What the caller sees, of one aggregate type or of all. Private events are none of `byKind`; whoever uses it on
 * events has to say so.
 */
export function seenEvents(sight: EventSight, only?: string): SeenEvents {
  const circles = only === undefined ? sight.circles : circlesOf(sight, only);
  const whole = [...circles].flatMap(([type, circle]) => (circle.all ? [type] : []));
  const kinds = [sql`e.aggregate_type = any(${whole}::text[])`];
  if (sight.readsLog && only === undefined) {
    kinds.push(sql`e.aggregate_type <> all(${[...sight.resources.keys()]}::text[])`);
  }
  const seesWhole = whole.length > 0 || kinds.length > 1;
  const kind = sql`(${join(kinds, ' or ')})`;
  const limited = [...Map.groupBy(circles, ([, circle]) => circle)].filter(([circle]) => !circle.all);
  const ways = [
    ...(seesWhole ? namingOf(sight, sql`${forNamed(sight)} and ${kind}`) : []),
    ...limited.flatMap(([circle, types]) =>
      within(
        sight,
        circle,
        types.map(([type]) => type),
      ),
    ),
  ];
  return {
    byKind: seesWhole ? sql`${kind} ${sight.readsLog ? empty : sql`and not ${signingIn}`}` : null,
    bySubject: ways.length === 0 ? null : sql`(${join(ways, ' or ')})`,
  };
}

function circlesOf(sight: EventSight, type: string): EventSight['circles'] {
  const circle = circleOf(sight, type);
  return new Map(circle ? [[type, circle]] : []);
}

// Written out, not as parameters: only so is it the condition of the index `events_for_named`.
const signingIn = raw(`e.event_type ^@ any('{${aboutSigningIn.join(',')}}'::text[])`);
const privateOrSigningIn = sql`(e.is_private or ${signingIn})`;

/** What is seen by those alone whom it names. */
function forNamed({ readsLog }: EventSight): Prisma.Sql {
  return readsLog ? sql`e.is_private` : privateOrSigningIn;
}

/** Events that name the caller's user. */
function namingOf({ user_id }: EventSight, and: Prisma.Sql): Prisma.Sql[] {
  if (user_id === null) return [];
  return [sql`(e.subject_user_ids @> array[${user_id}::int] and e.subject_user_ids <> '{}' and ${and})`];
}

/** Events of these types in a circle that is not the whole organization. */
function within(sight: EventSight, circle: Circle, types: string[]): Prisma.Sql[] {
  const ofType = sql`e.aggregate_type = any(${types}::text[])`;
  const around = [
    ...(circle.employees.size === 0
      ? []
      : [
          sql`(e.subject_employee_id is not null and e.subject_employee_id = any(${[...circle.employees]}::int[]))`,
        ]),
    ...(circle.teams.size === 0
      ? []
      : [sql`(e.subject_team_id is not null and e.subject_team_id = any(${[...circle.teams]}::int[]))`]),
  ];
  const whenNamed = sql`(${join([sql`e.is_private`, ...(circle.own ? [sql`true`] : around)], ' or ')})`;
  return [
    ...namingOf(sight, sql`${ofType} and ${whenNamed}`),
    ...around.map((one) => sql`(${one} and ${ofType} and not ${forNamed(sight)})`),
  ];
}
