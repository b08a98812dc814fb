import type { Caller, RowScope } from '@wfp/shared';
import { expect, it } from 'vitest';
import { reachOf, stillReaches } from './reach.ts';

const none: RowScope = { org: false, own: false, reports: false, team: false, team_ids: [] };
const caller = (reach: Partial<RowScope> | null, employee_id: number | null = 7) =>
  ({ employee_id, rowScopeFor: () => reach && { ...none, ...reach } }) as unknown as Caller;
const all = { org: true };
const mine = { own: true, team: true };

it.each([
  ['the same', caller(mine), caller(mine), true],
  ['more', caller(mine), caller(all), true],
  ['another scope besides', caller(mine), caller({ ...mine, reports: true }), true],
  ['less', caller(all), caller(mine), false],
  ['other rows', caller({ own: true }), caller({ team: true }), false],
  ['nothing', caller(mine), caller(null), false],
  ['another team', caller({ team_ids: [1] }), caller({ team_ids: [2] }), false],
  ['one team of two', caller({ team_ids: [1, 2] }), caller({ team_ids: [2] }), false],
  ['as another employee', caller(mine), caller(mine, 8), false],
  ['as no employee any more', caller(mine), caller(mine, null), false],
  [
    'as another employee, where that does not matter',
    caller({ team_ids: [1] }),
    caller({ team_ids: [1] }, 8),
    true,
  ],
  ['all, as another employee', caller(mine), caller(all, 8), true],
])('whoever reaches %s may have what they reached then', (_, then, now, may) => {
  expect(stillReaches(now, 'task:export', reachOf(then, 'task:export'))).toBe(may);
});

it('where nothing was noted, whoever holds the permission may have it', () => {
  expect(stillReaches(caller(mine), 'task:export', null)).toBe(true);
  expect(stillReaches(caller(null), 'task:export', null)).toBe(false);
});
