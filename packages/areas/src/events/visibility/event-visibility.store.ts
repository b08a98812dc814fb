import type { Caller, Permission, Reach } from '@wfp/shared';
import { Prisma, readOne } from '@wfp/shared/db';
import {
  aboutSigningIn,
  type Circle,
  circleOf,
  type EventSight,
  wholeOrganization,
} from './event-visibility.ts';

const { sql, join, raw } = Prisma;

/**
 * Finds out what the caller sees. No query at all for somebody who reads everything of the organization;
 * otherwise one for each different reach among their permissions, which are very few.
 */
export async function loadEventSight(caller: Caller): Promise<EventSight> {
  const { resources } = caller.platform.access;
  const whole: string[] = [];
  const narrower: [code: string, reach: Reach][] = [];
  for (const code of resources.keys()) {
    const reach = caller.reach(`${code}:read` as Permission);
    if (reach?.org) whole.push(code);
    else if (reach) narrower.push([code, reach]);
  }
  const ofWhole = circlesOfWhole(whole);
  return {
    user_id: caller.user_id,
    circles:
      narrower.length === 0 ? ofWhole : new Map([...ofWhole, ...(await loadCircles(caller, narrower))]),
    resources,
    readsLog: caller.reach('audit_log:read')?.org ?? false,
  };
}

const mostKept = 1_000;
const kept = new Map<string, ReadonlyMap<string, Circle>>();

/** One map for everybody who reads the same types throughout the organization: streams hold on to it. */
function circlesOfWhole(types: readonly string[]): ReadonlyMap<string, Circle> {
  const key = types.join();
  const found = kept.get(key);
  if (found) return found;
  if (kept.size >= mostKept) kept.clear();
  const made = new Map(types.map((type) => [type, wholeOrganization]));
  kept.set(key, made);
  return made;
}

async function loadCircles(
  caller: Caller,
  reaches: readonly [code: string, reach: Reach][],
): Promise<[code: string, circle: Circle][]> {
  const loading = new Map<string, Promise<Circle>>();
  return Promise.all(
    reaches.map(async ([code, reach]) => {
      const key = JSON.stringify(reach);
      const circle = loading.get(key) ?? loadCircle(caller, reach);
      loading.set(key, circle);
      return [code, await circle] as [string, Circle];
    }),
  );
}

async function loadCircle(caller: Caller, reach: Reach): Promise<Circle> {
  const { own, reports, team, team_ids } = reach;
  // Streams look again and again, and most of what reaches less than everything reaches oneself alone.
  if (!reports && !team && team_ids.length === 0) {
    const isSomebody = own && caller.employee_id !== null;
    return { all: false, own, employees: new Set(isSomebody ? [caller.employee_id] : []), teams: new Set() };
  }
  const row = await readOne<{ teams: number[]; employees: number[] }>(
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

/** The rule of `event-visibility.ts` as predicates on alias `e`, which come on top of `org_id`. */
export interface SeenEvents {
  /** What is seen by its kind alone: the columns that it reads are those of `event_counts` too. */
  byKind: Prisma.Sql;
  /** Whether anything can be. */
  isByKind: boolean;
  /** What is seen because of whom it is about. None of it is in `byKind`. */
  ways: SubjectWay[];
}

/** A way to see events that has an index of its own: by user, whatever the organization, or by employee or team. */
export interface SubjectWay {
  isByUser: boolean;
  where: Prisma.Sql;
}

/** Any event that the caller sees. */
export function visibleEvents(sight: EventSight): Prisma.Sql {
  const { isByKind, byKind, ways } = seenEvents(sight);
  const all = [
    ...(isByKind ? [sql`(${byKind} and not e.is_private)`] : []),
    ...ways.map(({ where }) => where),
  ];
  return all.length === 0 ? sql`false` : sql`(${join(all, ' or ')})`;
}

/**
 * What the caller sees, of one aggregate type or of all. Private events are none of `byKind`; whoever uses it on
 * events has to say so. The text depends on nothing but how many different circles there are: its plan is kept.
 */
export function seenEvents(sight: EventSight, only?: string): SeenEvents {
  const circles = only === undefined ? sight.circles : circlesOf(sight, only);
  const whole = [...circles].flatMap(([type, circle]) => (circle.all ? [type] : []));
  const seesOthers = sight.readsLog && only === undefined;
  const limited = [...Map.groupBy(circles, ([, circle]) => circle)].filter(([circle]) => !circle.all);
  const kind = sql`(e.aggregate_type = any(${whole}::text[])
    or (${seesOthers}::boolean and e.aggregate_type <> all(${[...sight.resources.keys()]}::text[])))`;
  const isByKind = whole.length > 0 || seesOthers;
  return {
    byKind: sql`${kind} and (${sight.readsLog}::boolean or not ${signingIn})`,
    isByKind,
    ways: [
      ...(isByKind ? [namingAlone(sight, kind)] : []),
      ...limited.flatMap(([circle, types]) =>
        within(
          sight,
          circle,
          types.map(([type]) => type),
        ),
      ),
    ],
  };
}

function circlesOf(sight: EventSight, type: string): EventSight['circles'] {
  const circle = circleOf(sight, type);
  return new Map(circle ? [[type, circle]] : []);
}

// Written out, not a parameter: only so is it the condition of the index `events_for_named`.
const signingIn = raw(`e.event_type ^@ any('{${aboutSigningIn.join(',')}}'::text[])`);

/** What is seen by those alone whom it names. */
function forNamed({ readsLog }: EventSight): Prisma.Sql {
  return sql`(e.is_private or (${signingIn} and not ${readsLog}::boolean))`;
}

/** Events that nobody but those whom they name sees, and that name the caller's user. */
function namingAlone(sight: EventSight, kind: Prisma.Sql): SubjectWay {
  const names = sql`e.subject_user_ids @> array[${sight.user_id}::int] and e.subject_user_ids <> '{}'`;
  return { isByUser: true, where: sql`(${names} and ${forNamed(sight)} and ${kind})` };
}

/** Events of these types in a circle that is not the whole organization. */
function within(sight: EventSight, { own, employees, teams }: Circle, types: string[]): SubjectWay[] {
  const ofType = sql`e.aggregate_type = any(${types}::text[])`;
  const ofEmployees = sql`e.subject_employee_id is not null and e.subject_employee_id = any(${[...employees]}::int[])`;
  const ofTeams = sql`e.subject_team_id is not null and e.subject_team_id = any(${[...teams]}::int[])`;
  const names = types.map((type) => `${type}:${sight.user_id}`);
  const namesInType = sql`named_in_type(e.aggregate_type, e.subject_user_ids) && ${names}::text[] and e.subject_user_ids <> '{}'`;
  return [
    {
      isByUser: true,
      where: sql`(${namesInType} and (e.is_private or ${own}::boolean or (${ofEmployees}) or (${ofTeams})))`,
    },
    ...[ofEmployees, ofTeams].map((ofSubject) => ({
      isByUser: false,
      where: sql`(${ofSubject} and ${ofType} and not ${forNamed(sight)})`,
    })),
  ];
}
