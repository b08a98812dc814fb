import { invalidField } from '@wfp/shared';
import type { EnumRules, LiveValue } from './values.store.ts';

export interface SentValue {
  is_active?: boolean | undefined;
  is_default?: boolean | undefined;
}

/** The default is part of the API contract. */
const fixedDefaultMessage = 'Cannot be changed for an enum of the service';

export function rejectInvalidValue(rules: EnumRules, sent: SentValue): void {
  if (!rules.is_extensible) throw invalidField('code', 'Cannot be added: the values of this enum are fixed');
  if (rules.is_system && sent.is_default) throw invalidField('is_default', fixedDefaultMessage);
  rejectInactiveDefault(sent, { is_active: true, is_default: false });
}

export function rejectInvalidChange(
  rules: EnumRules,
  before: Required<SentValue> & { is_system: boolean },
  sent: SentValue,
): void {
  const changesDefault = sent.is_default !== undefined && sent.is_default !== before.is_default;
  if (rules.is_system && changesDefault) throw invalidField('is_default', fixedDefaultMessage);
  if (before.is_system && sent.is_active === false)
    throw invalidField('is_active', 'Cannot be false for a value of the service');
  rejectInactiveDefault(sent, before);
}

function rejectInactiveDefault(sent: SentValue, before: Required<SentValue>): void {
  const { is_active = before.is_active, is_default = before.is_default } = sent;
  if (is_active || !is_default) return;
  const field = sent.is_active === undefined ? 'is_default' : 'is_active';
  throw invalidField(field, 'The default value must be active');
}

export function rejectValueInUse(
  value: Pick<LiveValue, 'code' | 'is_system' | 'is_default'>,
  all: readonly LiveValue[],
): void {
  if (value.is_system) throw invalidField('id', 'Must not be a value of the service');
  if (value.is_default)
    throw invalidField('id', 'Must not be the default; make another value the default first');
  if (isTarget(value, all)) throw invalidField('id', 'Must not be the target of an unfinished replacement');
}

/** A value with an unfinished replacement cannot be a target: records could be moved in a circle. */
export function rejectReplacement(
  rules: EnumRules,
  value: LiveValue,
  all: readonly LiveValue[],
  with_code: string,
): void {
  if (!rules.is_extensible) throw invalidField('with_code', 'The values of this enum are fixed');
  if (with_code === value.code) throw invalidField('with_code', 'Must be another value');
  const target = all.find((one) => one.code === with_code);
  if (!target?.is_active) throw invalidField('with_code', 'Must be an active value');
  if (target.is_replaced) throw invalidField('with_code', 'Must not have an unfinished replacement');
  if (value.is_default && !rules.is_system)
    throw invalidField('id', 'Must not be the default; make another value the default first');
  if (isTarget(value, all)) throw invalidField('id', 'Must not be the target of an unfinished replacement');
}

const isTarget = ({ code }: Pick<LiveValue, 'code'>, all: readonly LiveValue[]) =>
  all.some((one) => one.is_replaced && one.replaced_with === code);
