import { describe, expect, it } from 'vitest';
import { beyondSelfService, deletionFault, managerFault } from './employees.policy.ts';

describe('employee rules', () => {
  it('tells self-service from the rest', () => {
    expect(beyondSelfService({ preferred_name: 'Al', phone: null })).toEqual([]);
    expect(beyondSelfService({ preferred_name: 'Al', job_title: 'Boss', work_email: 'x' })).toEqual([
      'job_title',
      'work_email',
    ]);
  });

  it('wants a manager who exists, is still there, and is not the fiftieth', () => {
    expect(managerFault({ status: 'active' }, [1, 2])).toBeNull();
    expect(managerFault(undefined, [])).toMatch(/nothing that exists/);
    expect(managerFault({ status: 'terminated' }, [1])).toMatch(/has left/);
    expect(
      managerFault(
        { status: 'active' },
        Array.from({ length: 49 }, (_, id) => id),
      ),
    ).toBeNull();
    expect(
      managerFault(
        { status: 'active' },
        Array.from({ length: 50 }, (_, id) => id),
      ),
    ).toMatch(/50 levels/);
  });

  it('names what hangs on somebody', () => {
    expect(deletionFault({ reports: 0, leads: 0 })).toBeNull();
    expect(deletionFault({ reports: 2, leads: 1 })).toBe('Still has 2 direct reports and 1 team to lead');
  });
});
