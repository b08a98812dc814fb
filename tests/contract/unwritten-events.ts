/** Declared events that no request of a test writes, by operation, with the reason. */
export const unwrittenEvents: readonly {
  events: readonly string[];
  by: readonly string[];
  reason: string;
}[] = [
  {
    reason:
      'requires a scheduled change of a member and a membership or grant with other dates: primary-team.test.ts, seats.test.ts',
    events: ['grant.expired', 'team.member_changed'],
    by: ['POST /teams/{id}/archive', 'POST /teams/{id}/merge'],
  },
  {
    reason:
      'requires a membership, role or grant with other dates; a consequence of any change of an employee: primary-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['grant.post_create'],
    by: ['DELETE /employees/{id}'],
  },
  {
    reason:
      'requires a membership, role or grant with other dates; a consequence of any change of an employee: primary-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['grant.expired'],
    by: ['POST /employees/{employeeId}/changes', 'POST /employees/{id}/terminate'],
  },
  {
    reason:
      'requires a membership, role or grant with other dates; a consequence of any change of an employee: primary-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['team.member_changed'],
    by: ['POST /employees/{id}/rehire', 'POST /employees/{id}/terminate'],
  },
  {
    reason:
      'requires a membership, role or grant with other dates; a consequence of any change of an employee: primary-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['grant.post_archive', 'position.vacated', 'team.member_left'],
    by: ['POST /employees/{id}/rehire'],
  },
  {
    reason:
      'requires a membership, role or grant with other dates; a consequence of any change of an employee: primary-team.test.ts, seats.test.ts, manager-grants.test.ts',
    events: ['team.member_joined'],
    by: ['POST /employees/{id}/terminate'],
  },
  {
    reason:
      'a new user has no expired grants; linking an existing user makes the same announcement: grant-expiry.test.ts',
    events: ['grant.expired'],
    by: ['POST /users/invite'],
  },
];
