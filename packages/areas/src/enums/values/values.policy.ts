import { invalidField } from '@wfp/shared';
import { maxValues } from '../enums.contract.ts';
import type { LiveValue, Vocabulary } from './values.store.ts';

/** The fields of a value that rules depend on, as a client sends them. */
export interface SentValue {
  is_active?: boolean | undefined;
  is_default?: boolean | undefined;
}

/** The service sets a default where nothing is sent: that is part of its contract, not of the vocabulary. */
const fixedDefaultMessage = 'The service sets the default of this enum; it cannot be changed';

export function rejectInvalidValue(of: Vocabulary, count: number, sent: SentValue): void {
  if (!of.is_extensible) throw invalidField('code', 'This enum takes new labels and colours, no new values');
  if (of.is_system && sent.is_default) throw invalidField('is_default', fixedDefaultMessage);
  if (count >= maxValues) throw invalidField('code', `An enum has at most ${maxValues} values`);
  rejectInactiveDefault(sent, { is_active: true, is_default: false });
}

export function rejectInvalidChange(
  of: Vocabulary,
  before: Required<SentValue> & { is_system: boolean },
  sent: SentValue,
): void {
  const changesDefault = sent.is_default !== undefined && sent.is_default !== before.is_default;
  if (of.is_system && changesDefault) throw invalidField('is_default', fixedDefaultMessage);
  if (before.is_system && sent.is_active === false)
    throw invalidField('is_active', 'The service works with this value; it stays');
  rejectInactiveDefault(sent, before);
}

function rejectInactiveDefault(sent: SentValue, before: Required<SentValue>): void {
  const { is_active = before.is_active, is_default = before.is_default } = sent;
  if (is_active || !is_default) return;
  const named = sent.is_active === undefined ? 'is_default' : 'is_active';
  throw invalidField(named, 'The default is a value that new records may have');
}

/** @throws AppError `invalid` for a value that records need */
export function rejectValueInUse(
  value: Pick<LiveValue, 'code' | 'is_system' | 'is_default'>,
  all: readonly LiveValue[],
): void {
  if (value.is_system) throw invalidField('id', 'The service works with this value; it stays');
  if (value.is_default) throw invalidField('id', 'Make another value the default first');
  if (isTarget(value, all)) throw invalidField('id', 'Records are being moved to this value');
}

/** A replacement leads to a value that stays: otherwise records would be moved for ever. */
export function rejectReplacement(
  of: Vocabulary,
  value: LiveValue,
  all: readonly LiveValue[],
  with_code: string,
): void {
  if (!of.is_extensible) throw invalidField('with_code', 'The values of this enum are fixed');
  if (with_code === value.code) throw invalidField('with_code', 'Must be another value');
  const target = all.find((one) => one.code === with_code);
  if (!target?.is_active) throw invalidField('with_code', 'Is no value that records may have');
  if (target.is_replaced) throw invalidField('with_code', 'Is itself being replaced');
  if (value.is_default && !of.is_system) throw invalidField('id', 'Make another value the default first');
  if (isTarget(value, all)) throw invalidField('id', 'Records are being moved to this value');
}

const isTarget = ({ code }: Pick<LiveValue, 'code'>, all: readonly LiveValue[]) =>
  all.some((one) => one.is_replaced && one.replaced_with === code);
