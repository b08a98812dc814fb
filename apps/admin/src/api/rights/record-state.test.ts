import { expect, it } from 'vitest';
import type { Action } from '../resources.ts';
import { isPossibleIn } from './record-state.ts';

const erasable = [{ status: ['deactivated'], erased_at: [null] }];
const deactivatable: Action['when'] = [{ status: ['active', 'invited'] }, { left_as_employee: [true] }];

it('compares all fields of a state with the record', () => {
  expect(isPossibleIn({ status: 'deactivated', erased_at: null }, erasable)).toBe(true);
  expect(isPossibleIn({ status: 'active', erased_at: null }, erasable)).toBe(false);
  expect(isPossibleIn({ status: 'deactivated', erased_at: '2026-03-14T09:26:53Z' }, erasable)).toBe(false);
});

it('permits each of several states', () => {
  const possible = (left_as_employee: boolean | null) =>
    isPossibleIn({ status: 'deactivated', left_as_employee }, deactivatable);
  expect([possible(true), possible(false), possible(null)]).toEqual([true, false, false]);
});

it('leaves it to the service if the state is not known', () => {
  expect(isPossibleIn({ status: 'active' }, undefined)).toBe(true);
  expect(isPossibleIn({ id: 7 }, [{ status: ['draft'] }])).toBe(true);
});
