import type { Caller, Permission, RowScope } from '@wfp/shared';
import { Prisma, readOne } from '@wfp/shared/db';
import {
  type CallerVisibility,
  findVisibleSubjects,
  signInEventPrefixes,
  type VisibleSubjects,
  wholeOrganization,
} from './event-visibility.ts';

const { sql, join, raw } = Prisma;

/**
 * Finds out what the caller sees. No query at all for somebody who reads everything of the organization;
 * otherwise one for each different reach among their permissions, which are very few.
 */
export async function loadCallerVisibility(caller: Caller): Promise<CallerVisibility> {
  const { resources } = caller.platform.access;
  const whole: string[] = [];
  const narrower: [code: string, reach: RowScope][] = [];
  for (const code of resources.keys()) {
    const reach = caller.rowScopeFor(`${code}:read` as Permission);
    if (reach?.org) whole.push(code);
    else if (reach) narrower.push([code, reach]);
  }
  const ofWhole = organizationWideSubjects(whole);
  return {
    user_id: caller.user_id,
    subjectsByType:
      narrower.length === 0 ? ofWhole : new Map([...ofWhole, ...(await loadAllSubjects(caller, narrower))]),
    resources,
    canReadAuditLog: caller.rowScopeFor('audit_log:read')?.org ?? false,
  };
}

const maxCached = 1_000;
const organizationWideCache = new Map<string, ReadonlyMap<string, VisibleSubjects>>();

/** One map for everybody who reads the same types throughout the organization: streams hold on to it. */
function organizationWideSubjects(types: readonly string[]): ReadonlyMap<string, VisibleSubjects> {
  const key = types.join();
  const found = organizationWideCache.get(key);
  if (found) return found;
  if (organizationWideCache.size >= maxCached) organizationWideCache.clear();
  const made = new Map(types.map((type) => [type, wholeOrganization]));
  organizationWideCache.set(key, made);
  return made;
}

async function loadAllSubjects(
  caller: Caller,
  reaches: readonly [code: string, reach: RowScope][],
): Promise<[code: string, circle: VisibleSubjects][]> {
  const loading = new Map<string, Promise<VisibleSubjects>>();
  return Promise.all(
    reaches.map(async ([code, reach]) => {
      const key = JSON.stringify(reach);
      const circle = loading.get(key) ?? loadSubjects(caller, reach);
      loading.set(key, circle);
      return [code, await circle] as [string, VisibleSubjects];
    }),
  );
}

async function loadSubjects(caller: Caller, reach: RowScope): Promise<VisibleSubjects> {
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
export interface VisibilityPredicates {
  /** What is seen by its kind alone: the columns that it reads are those of `event_counts` too. */
  byKind: Prisma.Sql;
  /** Whether anything can be. */
  hasByKind: boolean;
  /** What is seen because of whom it is about. None of it is in `byKind`. */
  bySubject: SubjectPredicate[];
}

/** A way to see events that has an index of its own: by user, whatever the organization, or by employee or team. */
export interface SubjectPredicate {
  isByUser: boolean;
  where: Prisma.Sql;
}

/** Any event that the caller sees. */
export function isVisibleEvent(sight: CallerVisibility): Prisma.Sql {
  const { hasByKind, byKind, bySubject } = buildVisibilityPredicates(sight);
  const all = [
    ...(hasByKind ? [sql`(${byKind} and not e.is_private)`] : []),
    ...bySubject.map(({ where }) => where),
  ];
  return all.length === 0 ? sql`false` : sql`(${join(all, ' or ')})`;
}

/**
 * What the caller sees, of one aggregate type or of all. Private events are none of `byKind`; whoever uses it on
 * events has to say so. The text depends on nothing but how many different circles there are: its plan is kept.
 */
export function buildVisibilityPredicates(sight: CallerVisibility, only?: string): VisibilityPredicates {
  const circles = only === undefined ? sight.subjectsByType : subjectsOfType(sight, only);
  const whole = [...circles].flatMap(([type, circle]) => (circle.all ? [type] : []));
  const seesOthers = sight.canReadAuditLog && only === undefined;
  const limited = [...Map.groupBy(circles, ([, circle]) => circle)].filter(([circle]) => !circle.all);
  const kind = sql`(e.aggregate_type = any(${whole}::text[])
    or (${seesOthers}::boolean and e.aggregate_type <> all(${[...sight.resources.keys()]}::text[])))`;
  const isByKind = whole.length > 0 || seesOthers;
  return {
    byKind: sql`${kind} and (${sight.canReadAuditLog}::boolean or not ${signingIn})`,
    hasByKind: isByKind,
    bySubject: [
      ...(isByKind ? [namesCaller(sight, kind)] : []),
      ...limited.flatMap(([circle, types]) =>
        matchesSubjects(
          sight,
          circle,
          types.map(([type]) => type),
        ),
      ),
    ],
  };
}

function subjectsOfType(sight: CallerVisibility, type: string): CallerVisibility['subjectsByType'] {
  const circle = findVisibleSubjects(sight, type);
  return new Map(circle ? [[type, circle]] : []);
}

// Written out, not a parameter: only so is it the condition of the index `events_for_named`.
const signingIn = raw(`e.event_type ^@ any('{${signInEventPrefixes.join(',')}}'::text[])`);

/** What is seen by those alone whom it names. */
function isForNamedUsers({ canReadAuditLog }: CallerVisibility): Prisma.Sql {
  return sql`(e.is_private or (${signingIn} and not ${canReadAuditLog}::boolean))`;
}

/** Events that nobody but those whom they name sees, and that name the caller's user. */
function namesCaller(sight: CallerVisibility, kind: Prisma.Sql): SubjectPredicate {
  const names = sql`e.subject_user_ids @> array[${sight.user_id}::int] and e.subject_user_ids <> '{}'`;
  return { isByUser: true, where: sql`(${names} and ${isForNamedUsers(sight)} and ${kind})` };
}

/** Events of these types in a circle that is not the whole organization. */
function matchesSubjects(
  sight: CallerVisibility,
  { own, employees, teams }: VisibleSubjects,
  types: string[],
): SubjectPredicate[] {
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
      where: sql`(${ofSubject} and ${ofType} and not ${isForNamedUsers(sight)})`,
    })),
  ];
}
