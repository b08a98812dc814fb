import type { FurtherResource, StreamedEvent } from '@wfp/shared';
import { bytesPerId, IdSet, type Ids } from './id-set.ts';

/**
 * The visibility of events, for lists, histories and the stream. A caller sees an event if all of these hold:
 *
 * 1. They have `<aggregate type>:read`. Aggregate types that are not resources require reading the whole audit log. Types
 *    that are also about another resource, such as `employee.change_scheduled`, require `<resource>:read` too.
 * 2. If the event is private, it names them, regardless of their role.
 * 3. If it is not private, it is in the scope of each of these permissions: the whole organization, or a subject user,
 *    employee or team of the event is in the scope.
 * 4. If it is about a sign-in, it names them, or they read the whole audit log.
 *
 * `event-visibility.store.ts` has the same rule as SQL; a test verifies that both agree.
 */
export interface CallerVisibility {
  user_id: number | null;
  /** The resources that the caller may read, with the subjects in scope. */
  subjectsByType: ReadonlyMap<string, VisibleSubjects>;
  /** All aggregate types that are resources, readable or not. */
  resources: Pick<ReadonlySet<string>, 'has' | 'keys'>;
  /** The event types that require another permission in addition to that of their aggregate type. */
  furtherResources: ReadonlyMap<string, FurtherResource>;
  /** True if the caller reads the whole audit log: they see types that are not resources, and sign-ins. */
  canReadAuditLog: boolean;
}

/** The people and teams whose events a permission covers. */
export interface VisibleSubjects {
  /** The whole organization; the sets are ignored. */
  all: boolean;
  own: boolean;
  employees: Ids;
  teams: Ids;
}

export const wholeOrganization: VisibleSubjects = {
  all: true,
  own: true,
  employees: IdSet.of([]),
  teams: IdSet.of([]),
};

/** Returns the memory of the ids of all subjects, in bytes. */
export function subjectBytes({ subjectsByType }: CallerVisibility): number {
  const ids = [...new Set(subjectsByType.values())].map(
    ({ employees, teams }) => employees.size + teams.size,
  );
  return ids.reduce((sum, count) => sum + count * bytesPerId, 0);
}

/**
 * Prefixes of event types about sign-in, whose aggregate is the user. Events recorded as `mfa.*` before those types
 * became `auth.mfa_*` keep their names. The index `events_for_named` has the same list.
 */
export const signInEventPrefixes = ['auth.', 'mfa.', 'user.email_change', 'user.verification_'] as const;

type EventWithSubjects = Omit<StreamedEvent, 'seq' | 'record'>;

/** Returns the subjects whose events of a resource or aggregate type the caller sees; null if they see none. */
export function findVisibleSubjects(
  visibility: CallerVisibility,
  aggregate_type: string,
): VisibleSubjects | null {
  const subjects = visibility.subjectsByType.get(aggregate_type);
  if (subjects) return subjects;
  return visibility.canReadAuditLog && !visibility.resources.has(aggregate_type) ? wholeOrganization : null;
}

/** True if the caller sees an event. Runs no query: it is called for every event on every stream. */
export function canSeeEvent(visibility: CallerVisibility, event: EventWithSubjects): boolean {
  const subjects = findVisibleSubjects(visibility, event.aggregate_type);
  const further = visibility.furtherResources.get(event.event_type);
  const ofFurther = further ? findVisibleSubjects(visibility, further.resource) : subjects;
  if (!subjects || !ofFurther) return false;
  const isNamed = namesUser(event, visibility.user_id);
  const isForNamed = event.is_private || (!visibility.canReadAuditLog && isSignInEvent(event));
  if (isForNamed && !isNamed) return false;
  if (event.is_private) return true;
  return isInScope(subjects, event, isNamed) && (!further || isInScope(ofFurther, event, isNamed));
}

function isInScope(subjects: VisibleSubjects, event: EventWithSubjects, isNamed: boolean): boolean {
  return (
    subjects.all ||
    (subjects.own && isNamed) ||
    (event.subject_employee_id !== null && subjects.employees.has(event.subject_employee_id)) ||
    (event.subject_team_id !== null && subjects.teams.has(event.subject_team_id))
  );
}

/** True if it depends on the user whether an event is visible, even among callers who read all records of its type. */
export function isVisibilityPersonal(event: Pick<EventWithSubjects, 'event_type' | 'is_private'>): boolean {
  return event.is_private || isSignInEvent(event);
}

/** True for events that only the users concerned and readers of the whole audit log see. */
export function isSignInEvent({ event_type }: Pick<EventWithSubjects, 'event_type'>): boolean {
  return signInEventPrefixes.some((beginning) => event_type.startsWith(beginning));
}

function namesUser(event: EventWithSubjects, user_id: number | null): boolean {
  return user_id !== null && event.subject_user_ids.includes(user_id);
}
