import type { Caller, RowScope } from '@wfp/shared';
import { expect, it } from 'vitest';
import { captureScope, stillCovers } from './row-scope.ts';

const none: RowScope = { org: false, own: false, reports: false, team: false, team_ids: [] };
const caller = (reach: Partial<RowScope> | null, employee_id: number | null = 7) =>
  ({ employee_id, rowScopeFor: () => reach && { ...none, ...reach } }) as unknown as Caller;
const all = { org: true };
const mine = { own: true, team: true };

it.each([
  ['an equal scope', caller(mine), caller(mine), true],
  ['a wider scope', caller(mine), caller(all), true],
  ['an additional scope', caller(mine), caller({ ...mine, reports: true }), true],
  ['a narrower scope', caller(all), caller(mine), false],
  ['a different scope', caller({ own: true }), caller({ team: true }), false],
  ['no permission', caller(mine), caller(null), false],
  ['another team', caller({ team_ids: [1] }), caller({ team_ids: [2] }), false],
  ['one team of two', caller({ team_ids: [1, 2] }), caller({ team_ids: [2] }), false],
  ['another employee', caller(mine), caller(mine, 8), false],
  ['no employee', caller(mine), caller(mine, null), false],
  [
    'another employee, for teams named by the grant',
    caller({ team_ids: [1] }),
    caller({ team_ids: [1] }, 8),
    true,
  ],
  ['the whole organization as another employee', caller(mine), caller(all, 8), true],
])('compares a captured scope with %s', (_, then, now, isCovered) => {
  expect(stillCovers(now, 'task:export', captureScope(then, 'task:export'))).toBe(isCovered);
});

it('requires only the permission if no scope was captured', () => {
  expect(stillCovers(caller(mine), 'task:export', null)).toBe(true);
  expect(stillCovers(caller(null), 'task:export', null)).toBe(false);
});
