import { AppError } from '@wfp/shared';
import { expect, it } from 'vitest';
import {
  rejectInvalidChange,
  rejectInvalidValue,
  rejectReplacement,
  rejectValueInUse,
} from './values.policy.ts';
import type { LiveValue } from './values.store.ts';

const ofService = { is_system: true, is_extensible: true };
const fixed = { is_system: true, is_extensible: false };
const ofOrganization = { is_system: false, is_extensible: true };
const value = (code: string, more: Partial<LiveValue> = {}): LiveValue => ({
  ...{ id: 1, code, is_active: true, is_default: false, is_system: false },
  ...{ is_replaced: false, replaced_with: null, ...more },
});
const [red, blue] = [value('red'), value('blue')];
const unfinished = [red, value('green', { is_replaced: true, replaced_with: 'red' })];

function fieldErrorsFrom(check: () => void): unknown {
  try {
    check();
  } catch (error) {
    if (error instanceof AppError) return (error.details as { fieldErrors: unknown }).fieldErrors;
    throw error;
  }
  return undefined;
}

it.each<[string, string, () => void]>([
  ['code', 'Cannot be added: the values of this enum are fixed', () => rejectInvalidValue(fixed, {})],
  [
    'is_default',
    'Cannot be changed for an enum of the service',
    () => rejectInvalidValue(ofService, { is_default: true }),
  ],
  [
    'is_default',
    'Cannot be changed for an enum of the service',
    () => rejectInvalidChange(ofService, red, { is_default: true }),
  ],
  [
    'is_active',
    'Cannot be false for a value of the service',
    () => rejectInvalidChange(ofOrganization, { ...red, is_system: true }, { is_active: false }),
  ],
  [
    'is_active',
    'The default value must be active',
    () => rejectInvalidChange(ofOrganization, { ...red, is_default: true }, { is_active: false }),
  ],
  ['id', 'Must not be a value of the service', () => rejectValueInUse({ ...red, is_system: true }, [])],
  [
    'id',
    'Must not be the default; make another value the default first',
    () => rejectValueInUse({ ...red, is_default: true }, []),
  ],
  ['id', 'Must not be the target of an unfinished replacement', () => rejectValueInUse(red, unfinished)],
  ['with_code', 'The values of this enum are fixed', () => rejectReplacement(fixed, red, [blue], 'blue')],
  ['with_code', 'Must be another value', () => rejectReplacement(ofOrganization, red, [red], 'red')],
  ['with_code', 'Must be an active value', () => rejectReplacement(ofOrganization, red, [red], 'blue')],
  [
    'with_code',
    'Must not have an unfinished replacement',
    () => rejectReplacement(ofOrganization, blue, unfinished, 'green'),
  ],
  [
    'id',
    'Must not be the target of an unfinished replacement',
    () => rejectReplacement(ofOrganization, red, [...unfinished, blue], 'blue'),
  ],
])('reports for %s: %s', (field, message, check) => {
  expect(fieldErrorsFrom(check)).toEqual({ [field]: [message] });
});
