import type { StreamedEvent } from '@wfp/shared';

/**
 * WHO SEES AN EVENT. One rule for lists, histories and the stream:
 *
 * 1. The caller holds `<aggregate type>:read`. An aggregate type that is no resource of its own (nobody
 *    declared who may read it) is seen only by those who read the whole audit log.
 * 2. A private event is seen by its subject users and by nobody else, whatever their role.
 * 3. Any other event is seen as far as that permission reaches: by everyone in it who has the
 *    organization's scope, else when its subject user, employee or team is in the caller's circle.
 * 4. Of these, how somebody signs in is seen by themself and by those who read the whole audit log.
 *
 * Here it is a function on events under way; `event-visibility.store.ts` has the same rule as SQL, and a
 * test holds the two together.
 */
export interface CallerVisibility {
  user_id: number | null;
  /** The aggregate types the caller may read, each with how far. */
  subjectsByType: ReadonlyMap<string, VisibleSubjects>;
  /** Every aggregate type that is a resource, readable or not. */
  resources: Pick<ReadonlySet<string>, 'has' | 'keys'>;
  /** Whether the caller reads the whole audit log, and so sees types that are no resource, and who signs in when. */
  canReadAuditLog: boolean;
}

/** The people and teams whose events a permission reaches. */
export interface VisibleSubjects {
  /** The whole organization: the sets below do not matter. */
  all: boolean;
  /** Events that name the caller's user. */
  own: boolean;
  employees: ReadonlySet<number>;
  teams: ReadonlySet<number>;
}

export const wholeOrganization: VisibleSubjects = {
  all: true,
  own: true,
  employees: new Set(),
  teams: new Set(),
};

/**
 * Prefixes of the event types that report how a user signs in; their aggregate is the user all the same. Events that
 * were recorded as `mfa.*` before those types became `auth.mfa_*` keep their names. The index `events_for_named` has
 * the same list.
 */
export const signInEventPrefixes = ['auth.', 'mfa.', 'user.email_change', 'user.verification_'] as const;

type EventWithSubjects = Omit<StreamedEvent, 'seq' | 'record'>;

/** How far the caller sees events of a type; null when not at all. */
export function findVisibleSubjects(sight: CallerVisibility, aggregate_type: string): VisibleSubjects | null {
  const circle = sight.subjectsByType.get(aggregate_type);
  if (circle) return circle;
  return sight.canReadAuditLog && !sight.resources.has(aggregate_type) ? wholeOrganization : null;
}

/** Whether the caller sees an event. Costs no query: it runs for every event on every stream. */
export function canSeeEvent(sight: CallerVisibility, event: EventWithSubjects): boolean {
  const circle = findVisibleSubjects(sight, event.aggregate_type);
  if (!circle) return false;
  const isNamed = namesUser(event, sight.user_id);
  const isForNamed = event.is_private || (!sight.canReadAuditLog && isSignInEvent(event));
  if (isForNamed && !isNamed) return false;
  return (
    event.is_private ||
    circle.all ||
    (circle.own && isNamed) ||
    (event.subject_employee_id !== null && circle.employees.has(event.subject_employee_id)) ||
    (event.subject_team_id !== null && circle.teams.has(event.subject_team_id))
  );
}

/** Whether two who read the same types, each as far, may still differ in seeing an event: by who they are. */
export function isVisibilityPersonal(event: Pick<EventWithSubjects, 'event_type' | 'is_private'>): boolean {
  return event.is_private || isSignInEvent(event);
}

function isSignInEvent({ event_type }: Pick<EventWithSubjects, 'event_type'>): boolean {
  return signInEventPrefixes.some((beginning) => event_type.startsWith(beginning));
}

function namesUser(event: EventWithSubjects, user_id: number | null): boolean {
  return user_id !== null && event.subject_user_ids.includes(user_id);
}
