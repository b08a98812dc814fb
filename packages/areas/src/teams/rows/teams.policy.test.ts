import { describe, expect, it } from 'vitest';
import { chooseFreeSlug, mergerFault, slugFrom, teamDeletionViolation } from './teams.policy.ts';

describe('slugFrom', () => {
  it.each([
    ['Product & Design', 'product-design'],
    ['  Équipe Zürich!  ', 'equipe-zurich'],
    ['R&D', 'r-d'],
    ['研究開発', 'team'],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
    ['---', 'team'],
  ])('%s', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });
});

describe('freeSlug', () => {
  it('counts up from 2 until one is free', () => {
    expect(chooseFreeSlug('sales', new Set())).toBe('sales');
    expect(chooseFreeSlug('sales', new Set(['sales', 'sales-3']))).toBe('sales-2');
    expect(chooseFreeSlug('sales', new Set(['sales', 'sales-2', 'sales-3']))).toBe('sales-4');
  });
});

describe('deletionFault', () => {
  it('names everything that hangs on the team', () => {
    expect(
      teamDeletionViolation([
        [0, 'member', 'members'],
        [0, 'child team', 'child teams'],
      ]),
    ).toBeNull();
    expect(
      teamDeletionViolation([
        [1, 'member', 'members'],
        [0, 'child team', 'child teams'],
        [2, 'position', 'positions'],
      ]),
    ).toBe('Still has 1 member, 2 positions');
  });
});

describe('mergerFault', () => {
  it('lets a team go into any that is not below it, as long as the tree stays ten levels deep', () => {
    expect(mergerFault(3, [5, 4], 1)).toBeNull();
    expect(mergerFault(3, [3, 1], 1)).toMatch(/itself/);
    expect(mergerFault(3, [5, 3, 1], 1)).toMatch(/below/);
    expect(mergerFault(30, [1, 2, 3, 4, 5, 6, 7, 8, 9], 2)).toBeNull();
    expect(mergerFault(30, [1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toMatch(/10 levels/);
  });
});
