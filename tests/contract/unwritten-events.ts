/** Events that operations may write and that no test has them write, with the reason. */
export const unwrittenEvents: readonly {
  events: readonly string[];
  by: readonly string[];
  reason: string;
}[] = [
  {
    reason:
      'a membership or a grant of another time meets the planned change of a person in the team: home-team.test.ts, seats.test.ts',
    events: ['grant.expired', 'team.member_changed'],
    by: ['POST /teams/{id}/archive', 'POST /teams/{id}/merge'],
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
    by: ['POST /employees/{id}/rehire', 'POST /employees/{id}/terminate'],
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
    reason:
      'a new user has no grant that could have run out; linking a user who exists makes the same announcement: grant-expiry.test.ts',
    events: ['grant.expired'],
    by: ['POST /users/invite'],
  },
];
