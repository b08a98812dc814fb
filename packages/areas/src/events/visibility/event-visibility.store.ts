import {
  areasOf,
  type Caller,
  catalogueOf,
  furtherResourcesOf,
  type Permission,
  type RowScope,
  teamFunctions,
} from '@wfp/shared';
import { Prisma, readOne } from '@wfp/shared/db';
import {
  type CallerVisibility,
  signInEventPrefixes,
  type VisibleSubjects,
  wholeOrganization,
} from './event-visibility.ts';
import { IdSet } from './id-set.ts';
import { groupVisibleKinds, type VisibleKinds } from './visible-kinds.ts';

const { sql, join, raw } = Prisma;

/**
 * Loads the event visibility of the caller. Runs one query for each distinct row scope among their permissions, which are
 * few, and none for the scopes that include everything or only the caller.
 */
export async function loadCallerVisibility(caller: Caller): Promise<CallerVisibility> {
  const { resources } = caller.platform.access;
  const whole: string[] = [];
  const narrower: [code: string, scope: RowScope][] = [];
  for (const code of resources.keys()) {
    const scope = caller.rowScopeFor(`${code}:read` as Permission);
    if (scope?.org) whole.push(code);
    else if (scope) narrower.push([code, scope]);
  }
  const ofWhole = organizationWideSubjects(whole);
  return {
    user_id: caller.user_id,
    subjectsByType:
      narrower.length === 0 ? ofWhole : new Map([...ofWhole, ...(await loadAllSubjects(caller, narrower))]),
    resources,
    furtherResources: furtherResourcesOf(catalogueOf(areasOf(caller.platform))),
    canReadAuditLog: caller.rowScopeFor('audit_log:read')?.org ?? false,
  };
}

const maxCached = 1_000;
const organizationWideCache = new Map<string, ReadonlyMap<string, VisibleSubjects>>();

/** Returns one shared map per list of types, because every stream keeps a reference to it. */
function organizationWideSubjects(types: readonly string[]): ReadonlyMap<string, VisibleSubjects> {
  const key = types.join();
  const found = organizationWideCache.get(key);
  if (found) return found;
  if (organizationWideCache.size >= maxCached) organizationWideCache.clear();
  const shared = new Map(types.map((type) => [type, wholeOrganization]));
  organizationWideCache.set(key, shared);
  return shared;
}

async function loadAllSubjects(
  caller: Caller,
  scopes: readonly [code: string, scope: RowScope][],
): Promise<[code: string, subjects: VisibleSubjects][]> {
  const loading = new Map<string, Promise<VisibleSubjects>>();
  return Promise.all(
    scopes.map(async ([code, scope]) => {
      // Without teams in the scope, it does not matter how employees belong to teams.
      const hasTeams = scope.team || scope.team_ids.length > 0;
      const by = hasTeams ? teamsThatCount(caller, code) : 'any';
      const key = JSON.stringify([by, scope]);
      const subjects = loading.get(key) ?? loadSubjects(caller, scope, by);
      loading.set(key, subjects);
      return [code, await subjects] as [string, VisibleSubjects];
    }),
  );
}

const teamsThatCount = (caller: Caller, code: string): keyof typeof teamFunctions =>
  caller.platform.access.resources.get(code)?.rows?.owners(caller).byPrimaryTeam ? 'primary' : 'any';

async function loadSubjects(
  caller: Caller,
  scope: RowScope,
  by: keyof typeof teamFunctions,
): Promise<VisibleSubjects> {
  const { teamsOf, employeesIn } = teamFunctions[by];
  const { own, reports, team, team_ids } = scope;
  // No query for the most frequent narrow scope, the caller alone: streams reload it often.
  if (!reports && !team && team_ids.length === 0) {
    const isEmployee = own && caller.employee_id !== null;
    return {
      all: false,
      own,
      employees: IdSet.of(isEmployee ? [caller.employee_id] : []),
      teams: IdSet.of([]),
    };
  }
  const row = await readOne<{ teams: Uint8Array | null; employees: Uint8Array | null }>(
    caller,
    sql`with me(org_id, employee_id) as (values (${caller.org_id}::int, ${caller.employee_id}::int)),
      own_teams(id) as (
        select t from me, ${teamsOf}(me.org_id, me.employee_id) t where ${scope.team}
        union
        select t from me, teams_under(me.org_id, ${[...scope.team_ids]}::int[]) t
      )
      select (select ${packedIds} from own_teams) as teams, (
        select ${packedIds} from (
          select me.employee_id from me where ${scope.own} and me.employee_id is not null
          union
          select e from me, employees_below(me.org_id, me.employee_id) e where ${scope.reports}
          union
          select e from me, ${employeesIn}(me.org_id, array(select id from own_teams)) e
        ) seen(id)
      ) as employees`,
  );
  return {
    all: false,
    own: scope.own,
    employees: IdSet.unpack(row?.employees ?? null),
    teams: IdSet.unpack(row?.teams ?? null),
  };
}

/** The ids for an `IdSet`. As an array, 40,000 would take 24 ms to parse. */
const packedIds = sql`string_agg(int4send(id), ''::bytea order by id)`;

/** The rule of `event-visibility.ts` as predicates on alias `e`, in addition to `org_id`. */
export interface VisibilityPredicates {
  /**
   * Matches events that are visible because of their type. Uses only columns that `event_counts` has too, so it does not
   * exclude private events.
   */
  byKind: Prisma.Sql;
  /** False if `byKind` matches nothing. */
  hasByKind: boolean;
  /**
   * Match events that are visible because of their subject. Disjoint from the events of `byKind` that are not private.
   */
  bySubject: SubjectPredicate[];
}

/**
 * A predicate for which there is an index: on users of all organizations, or on employees or teams of one organization.
 */
export interface SubjectPredicate {
  isByUser: boolean;
  where: Prisma.Sql;
}

export function isVisibleEvent(visibility: CallerVisibility): Prisma.Sql {
  const { hasByKind, byKind, bySubject } = buildVisibilityPredicates(visibility);
  const all = [
    ...(hasByKind ? [sql`(${byKind} and not e.is_private)`] : []),
    ...bySubject.map(({ where }) => where),
  ];
  return all.length === 0 ? sql`false` : sql`(${join(all, ' or ')})`;
}

/**
 * Builds the predicates for one aggregate type or for all. Add `not e.is_private` to `byKind` when you apply it to
 * events. The text depends only on the number of distinct scopes, so that its plan is cached.
 */
export function buildVisibilityPredicates(visibility: CallerVisibility, only?: string): VisibilityPredicates {
  const { whole, limited } = groupVisibleKinds(visibility, only);
  const canSeeNonResources = visibility.canReadAuditLog && only === undefined;
  const kind = sql`((e.aggregate_type = any(${whole.aggregates}::text[])
    or (${canSeeNonResources}::boolean and e.aggregate_type <> all(${[...visibility.resources.keys()]}::text[])))
    and e.event_type <> all(${whole.except}::text[]))`;
  const isByKind = whole.aggregates.length > 0 || canSeeNonResources;
  return {
    byKind: sql`${kind} and (${visibility.canReadAuditLog}::boolean or not ${isSignIn})`,
    hasByKind: isByKind,
    bySubject: [
      ...(isByKind ? [namesCaller(visibility, kind)] : []),
      ...limited.flatMap((kinds) => matchesSubjects(visibility, kinds)),
    ],
  };
}

// A literal, not a parameter, so that it matches the condition of the partial index `events_for_named`.
const isSignIn = raw(`e.event_type ^@ any('{${signInEventPrefixes.join(',')}}'::text[])`);

/** Condition: only the users whom the event names may see it. */
function isForNamedUsers({ canReadAuditLog }: CallerVisibility): Prisma.Sql {
  return sql`(e.is_private or (${isSignIn} and not ${canReadAuditLog}::boolean))`;
}

/** Returns the predicate for events that only the named users may see, and that name the caller. */
function namesCaller(visibility: CallerVisibility, kind: Prisma.Sql): SubjectPredicate {
  const names = sql`e.subject_user_ids @> array[${visibility.user_id}::int] and e.subject_user_ids <> '{}'`;
  return { isByUser: true, where: sql`(${names} and ${isForNamedUsers(visibility)} and ${kind})` };
}

/** Returns the predicates for events of these kinds about subjects in a scope narrower than the organization. */
function matchesSubjects(
  visibility: CallerVisibility,
  { aggregates, except, only, further, subjects: [subjects, ...others] }: VisibleKinds,
): SubjectPredicate[] {
  const ofKind = sql`((e.aggregate_type = any(${aggregates}::text[]) and e.event_type <> all(${except}::text[]))
    or e.event_type = any(${only}::text[]))`;
  const inOthers = join([sql`true`, ...others.map((one) => isInScope(visibility, one))], ' and ');
  const names = [...new Set([...aggregates, ...further])].map((type) => `${type}:${visibility.user_id}`);
  const namesInType = sql`named_in_type(e.aggregate_type, e.subject_user_ids) && ${names}::text[] and e.subject_user_ids <> '{}'`;
  const { ofEmployees, ofTeams } = subjectConditions(subjects);
  const inScope = sql`(${subjects.own}::boolean or (${ofEmployees}) or (${ofTeams})) and ${inOthers}`;
  return [
    { isByUser: true, where: sql`(${namesInType} and ${ofKind} and (e.is_private or (${inScope})))` },
    ...[ofEmployees, ofTeams].map((ofSubject) => ({
      isByUser: false,
      where: sql`(${ofSubject} and ${ofKind} and ${inOthers} and not ${isForNamedUsers(visibility)})`,
    })),
  ];
}

const subjectConditions = ({ employees, teams }: VisibleSubjects) => ({
  ofEmployees: sql`e.subject_employee_id is not null and e.subject_employee_id = any(${employees}::int[])`,
  ofTeams: sql`e.subject_team_id is not null and e.subject_team_id = any(${teams}::int[])`,
});

/** Condition: a subject of the event is in a scope, for which no index is needed. */
function isInScope({ user_id }: CallerVisibility, subjects: VisibleSubjects): Prisma.Sql {
  const { ofEmployees, ofTeams } = subjectConditions(subjects);
  return sql`((${subjects.own}::boolean and e.subject_user_ids @> array[${user_id}::int]) or (${ofEmployees}) or (${ofTeams}))`;
}
