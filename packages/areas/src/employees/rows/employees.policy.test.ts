import { describe, expect, it } from 'vitest';
import { beyondSelfService, deletionFault } from './employees.policy.ts';

describe('employee rules', () => {
  it('tells self-service from the rest', () => {
    expect(beyondSelfService({ preferred_name: 'Al', phone: null })).toEqual([]);
    expect(beyondSelfService({ preferred_name: 'Al', job_title: 'Boss', work_email: 'x' })).toEqual([
      'job_title',
      'work_email',
    ]);
  });

  it('names what hangs on somebody', () => {
    expect(deletionFault({ reports: 0, leads: 0 })).toBeNull();
    expect(deletionFault({ reports: 2, leads: 1 })).toBe('Still has 2 direct reports and 1 team to lead');
  });
});
