import { describe, expect, it } from 'vitest';
import {
  type CallerVisibility,
  canSeeEvent,
  type VisibleSubjects,
  wholeOrganization,
} from './event-visibility.ts';
import { IdSet } from './id-set.ts';

const me = { user: 7, employee: 70, team: 700 };

function visibilityOf(subjects: Partial<VisibleSubjects> | null, readsLog = false): CallerVisibility {
  const full: VisibleSubjects = {
    all: false,
    own: false,
    employees: IdSet.of([]),
    teams: IdSet.of([]),
    ...subjects,
  };
  return {
    user_id: me.user,
    subjectsByType: new Map(subjects ? [['task', full]] : []),
    resources: new Set(['task', 'team', 'note']),
    furtherResources: new Map([['task.noted', { aggregate: 'task', resource: 'note' }]]),
    canReadAuditLog: readsLog,
  };
}

const withNotes = (visibility: CallerVisibility, notes: VisibleSubjects): CallerVisibility => ({
  ...visibility,
  subjectsByType: new Map([...visibility.subjectsByType, ['note', notes]]),
});

const everyone = visibilityOf(wholeOrganization);
const own = visibilityOf({ own: true, employees: IdSet.of([me.employee]) });
const reports = visibilityOf({ employees: IdSet.of([71, 72]) });
const team = visibilityOf({ teams: IdSet.of([me.team]), employees: IdSet.of([me.employee, 73]) });
const nothing = visibilityOf(null);

const plain = {
  aggregate_type: 'task',
  event_type: 'task.post_update',
  subject_employee_id: null as number | null,
  subject_team_id: null as number | null,
  subject_user_ids: [] as number[],
  is_private: false,
};

describe('event visibility', () => {
  const cases: [string, CallerVisibility, Partial<typeof plain>, boolean][] = [
    ['the organization’s scope sees an event without subjects', everyone, {}, true],
    ['the organization’s scope sees an event about others', everyone, { subject_user_ids: [8] }, true],
    ['own sees an event that names my user', own, { subject_user_ids: [8, 7] }, true],
    ['own sees an event about my employee record', own, { subject_employee_id: 70 }, true],
    ['own does not see an event without subjects', own, {}, false],
    [
      'own does not see an event about another',
      own,
      { subject_employee_id: 71, subject_user_ids: [8] },
      false,
    ],
    ['reports sees an event about an indirect report', reports, { subject_employee_id: 72 }, true],
    ['reports does not see an event that only names my user', reports, { subject_user_ids: [7] }, false],
    ['reports does not see an event about my team', reports, { subject_team_id: 700 }, false],
    ['team sees an event about the team', team, { subject_team_id: 700 }, true],
    ['team sees an event about a member', team, { subject_employee_id: 73 }, true],
    ['team does not see an event about another team', team, { subject_team_id: 701 }, false],
    ['a type without permission is not seen', nothing, { subject_user_ids: [7] }, false],
    ['a resource that is not readable is not seen', everyone, { aggregate_type: 'team' }, false],
    [
      'a private event is seen by a user it names',
      everyone,
      { is_private: true, subject_user_ids: [7] },
      true,
    ],
    [
      'a private event is not seen by the organization’s scope',
      everyone,
      { is_private: true, subject_user_ids: [8] },
      false,
    ],
    [
      'a private event is not seen through its employee',
      own,
      { is_private: true, subject_employee_id: 70 },
      false,
    ],
    [
      'a private event is seen by a user it names in any scope',
      reports,
      { is_private: true, subject_user_ids: [7] },
      true,
    ],
    [
      'a private event of a type without permission is not seen',
      nothing,
      { is_private: true, subject_user_ids: [7] },
      false,
    ],
    ['a type that is not a resource is not seen', everyone, { aggregate_type: 'ghost' }, false],
    [
      'a type that is not a resource is seen by readers of the audit log',
      visibilityOf(null, true),
      { aggregate_type: 'ghost' },
      true,
    ],
    [
      'readers of the audit log see no resource they may not read',
      visibilityOf(null, true),
      { aggregate_type: 'team' },
      false,
    ],
    [
      'a sign-in of another user is not seen',
      everyone,
      { event_type: 'auth.login', subject_user_ids: [8] },
      false,
    ],
    [
      'a sign-in is seen by the user concerned',
      own,
      { event_type: 'auth.mfa_failed', subject_user_ids: [7] },
      true,
    ],
    [
      'a changed email address of another user is not seen',
      everyone,
      { event_type: 'user.email_change_requested', subject_user_ids: [8] },
      false,
    ],
    [
      'a sign-in of another user is seen by readers of the audit log',
      { ...everyone, canReadAuditLog: true },
      { event_type: 'auth.login', subject_user_ids: [8] },
      true,
    ],
    [
      'readers of the audit log see no sign-in of users they may not read',
      visibilityOf(null, true),
      { event_type: 'auth.login', subject_user_ids: [8] },
      false,
    ],
    [
      'readers of the audit log see no private event',
      visibilityOf(null, true),
      { aggregate_type: 'ghost', is_private: true },
      false,
    ],
  ];

  const noted = { event_type: 'task.noted' };
  const ownNotes = { ...wholeOrganization, all: false };
  const casesOfFurther: typeof cases = [
    ['an event about a further resource is not seen without its permission', everyone, noted, false],
    ['is seen with both permissions', withNotes(everyone, wholeOrganization), noted, true],
    [
      'is not seen with that of the further resource only',
      withNotes(nothing, wholeOrganization),
      noted,
      false,
    ],
    ['is not seen outside of the scope of the further resource', withNotes(everyone, ownNotes), noted, false],
    [
      'is seen in the scope of the further resource',
      withNotes(everyone, ownNotes),
      { ...noted, subject_user_ids: [7] },
      true,
    ],
    [
      'is not seen outside of the scope of its type',
      withNotes(reports, wholeOrganization),
      { ...noted, subject_user_ids: [7] },
      false,
    ],
    [
      'is seen in both scopes, by different subjects',
      withNotes(reports, ownNotes),
      { ...noted, subject_user_ids: [7], subject_employee_id: 71 },
      true,
    ],
    [
      'is not seen by a user whom it names privately without the further permission',
      everyone,
      { ...noted, is_private: true, subject_user_ids: [7] },
      false,
    ],
    ['other events need no further permission', everyone, { event_type: 'task.read' }, true],
  ];

  it.each(casesOfFurther)('%s', (_name, visibility, event, expected) => {
    expect(canSeeEvent(visibility, { ...plain, ...event })).toBe(expected);
  });

  it.each(cases)('%s', (_name, visibility, event, expected) => {
    expect(canSeeEvent(visibility, { ...plain, ...event })).toBe(expected);
  });

  it('a caller without a user is named by no event', () => {
    const system = { ...everyone, user_id: null };
    expect(canSeeEvent(system, { ...plain, is_private: true, subject_user_ids: [7] })).toBe(false);
    expect(canSeeEvent(system, plain)).toBe(true);
  });
});
