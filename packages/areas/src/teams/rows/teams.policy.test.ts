import { describe, expect, it } from 'vitest';
import { deletionFault, freeSlug, mergerFault, nested, parentFault, slugFrom } from './teams.policy.ts';

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
    expect(freeSlug('sales', new Set())).toBe('sales');
    expect(freeSlug('sales', new Set(['sales', 'sales-3']))).toBe('sales-2');
    expect(freeSlug('sales', new Set(['sales', 'sales-2', 'sales-3']))).toBe('sales-4');
  });
});

describe('parentFault', () => {
  it('allows ten levels and no more', () => {
    const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(parentFault(null, nine, 1)).toBeNull();
    expect(parentFault(null, [...nine, 10], 1)).toMatch(/10 levels/);
    expect(parentFault(20, [1], 10)).toMatch(/10 levels/);
  });

  it('refuses a parent that does not exist, is the team, or is below it', () => {
    expect(parentFault(3, [], 1)).toMatch(/nothing that exists/);
    expect(parentFault(3, [3], 1)).toMatch(/below itself/);
    expect(parentFault(3, [5, 4, 3, 1], 1)).toMatch(/below itself/);
  });
});

describe('deletionFault', () => {
  it('names everything that hangs on the team', () => {
    expect(
      deletionFault([
        [0, 'member', 'members'],
        [0, 'child team', 'child teams'],
      ]),
    ).toBeNull();
    expect(
      deletionFault([
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

describe('nested', () => {
  it('keeps the order, and puts what stands below nothing at the top', () => {
    const rows = [
      { id: 5, parent_id: 9 },
      { id: 1, parent_id: 2 },
      { id: 2, parent_id: null },
      { id: 3, parent_id: 2 },
    ];
    expect(nested(rows)).toEqual([
      { id: 5, parent_id: 9, children: [] },
      {
        id: 2,
        parent_id: null,
        children: [
          { id: 1, parent_id: 2, children: [] },
          { id: 3, parent_id: 2, children: [] },
        ],
      },
    ]);
    expect(nested([])).toEqual([]);
  });
});
