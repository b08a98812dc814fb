import { describe, expect, it } from 'vitest';
import { employeeDeletionViolation, listRestrictedFields } from './employees.policy.ts';

describe('employees policy', () => {
  it('lists fields that self-service cannot change', () => {
    expect(listRestrictedFields({ preferred_name: 'Al', phone: null })).toEqual([]);
    expect(listRestrictedFields({ preferred_name: 'Al', job_title: 'Boss', work_email: 'x' })).toEqual([
      'job_title',
      'work_email',
    ]);
  });

  it('counts dependents in the message', () => {
    expect(employeeDeletionViolation({ reports: 0, leads: 0 })).toBeNull();
    expect(employeeDeletionViolation({ reports: 2, leads: 1 })).toBe(
      'Still has 2 direct reports and 1 team to lead',
    );
  });
});
