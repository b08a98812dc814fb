/** Events that operations may write and that no test has them write, with the reason. */
export const unwritten: readonly { events: readonly string[]; by: readonly string[]; reason: string }[] = [
  {
    reason:
      'a planned change of a person in the team is due and no worker has applied it yet; what follows from changes: what-follows.test.ts, due-changes.test.ts',
    events: [
      'employee.hired',
      'employee.manager_changed',
      'employee.rehired',
      'employee.terminated',
      'grant.expired',
      'grant.post_archive',
      'grant.post_create',
      'position.vacated',
      'team.member_changed',
    ],
    by: ['POST /teams/{id}/archive', 'POST /teams/{id}/merge'],
  },
  {
    reason:
      'the same code as the other operation that dissolves a team: merge-teams.test.ts, merge-departments.test.ts, archive-team.test.ts',
    events: [
      'employee.change_applied',
      'employee.change_cancelled',
      'employee.change_scheduled',
      'employee.post_update',
      'team.moved',
      'team.post_update',
    ],
    by: ['POST /teams/{id}/archive'],
  },
  {
    reason:
      'the same code as the other operation that dissolves a team: merge-teams.test.ts, merge-departments.test.ts, archive-team.test.ts',
    events: ['initiative.post_update', 'position.post_update', 'task_view.post_update'],
    by: ['POST /teams/{id}/merge'],
  },
  {
    reason:
      'a membership, a role or a grant of another time meets the change; each follows from any change of an employee: home-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['grant.post_create'],
    by: ['DELETE /employees/{id}', 'POST /employees/{id}/terminate'],
  },
  {
    reason:
      'a membership, a role or a grant of another time meets the change; each follows from any change of an employee: home-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['grant.expired'],
    by: ['POST /employees/{employeeId}/changes', 'POST /employees/{id}/terminate'],
  },
  {
    reason:
      'a membership, a role or a grant of another time meets the change; each follows from any change of an employee: home-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['team.member_changed'],
    by: [
      'POST /employees/{employeeId}/changes/{id}/approve',
      'POST /employees/{id}/rehire',
      'POST /employees/{id}/terminate',
    ],
  },
  {
    reason:
      'a membership, a role or a grant of another time meets the change; each follows from any change of an employee: home-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['grant.post_archive', 'position.vacated', 'team.member_left'],
    by: ['POST /employees/{id}/rehire'],
  },
  {
    reason:
      'a membership, a role or a grant of another time meets the change; each follows from any change of an employee: home-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['team.member_joined'],
    by: ['POST /employees/{id}/terminate'],
  },
  {
    reason: 'a grant of the role that has run out: grant-expiry.test.ts',
    events: ['grant.expired'],
    by: ['POST /users/invite'],
  },
];
