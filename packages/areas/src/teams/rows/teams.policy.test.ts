import { describe, expect, it } from 'vitest';
import { chooseFreeSlug, mergerViolation, slugFrom, teamDeletionViolation } from './teams.policy.ts';

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

describe('chooseFreeSlug', () => {
  it('counts up from 2 until one is free', () => {
    expect(chooseFreeSlug('sales', new Set())).toBe('sales');
    expect(chooseFreeSlug('sales', new Set(['sales', 'sales-3']))).toBe('sales-2');
    expect(chooseFreeSlug('sales', new Set(['sales', 'sales-2', 'sales-3']))).toBe('sales-4');
  });
});

describe('teamDeletionViolation', () => {
  it('counts dependents in the message', () => {
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

describe('mergerViolation', () => {
  it('rejects descendants and a tree of more than ten levels', () => {
    expect(mergerViolation(3, [5, 4], 1)).toBeNull();
    expect(mergerViolation(3, [3, 1], 1)).toMatch(/another team/);
    expect(mergerViolation(3, [5, 3, 1], 1)).toMatch(/descendant/);
    expect(mergerViolation(30, [1, 2, 3, 4, 5, 6, 7, 8, 9], 2)).toBeNull();
    expect(mergerViolation(30, [1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toMatch(/10 levels/);
  });
});
