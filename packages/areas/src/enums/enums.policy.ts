import { invalidField } from '@wfp/shared';
import { type CreateEnumValue, mostValues, type PatchEnumValue } from './enums.contract.ts';
import type { EnumRow } from './enums.store.ts';
import type { EnumValueRow } from './values/enum-values.store.ts';

/** What the service sets by itself where nothing is sent is part of its contract, not of the vocabulary. */
const defaultIsFixed = 'The service sets the default of this enum; it cannot be changed';

export function refuseNewValue(of: EnumRow, live: readonly EnumValueRow[], body: CreateEnumValue): void {
  if (!of.is_extensible) throw invalidField('code', 'This enum takes new labels and colours, no new values');
  if (of.is_system && body.is_default) throw invalidField('is_default', defaultIsFixed);
  if (live.length >= mostValues) throw invalidField('code', `An enum has at most ${mostValues} values`);
}

export function refusePatch(of: EnumRow, value: EnumValueRow, patch: PatchEnumValue): void {
  const changesDefault = patch.is_default !== undefined && patch.is_default !== value.is_default;
  if (of.is_system && changesDefault) throw invalidField('is_default', defaultIsFixed);
  const is_active = patch.is_active ?? value.is_active;
  const is_default = patch.is_default ?? value.is_default;
  if (value.is_system && !is_active)
    throw invalidField('is_active', 'The service works with this value; it stays');
  if (!is_active && is_default) {
    const named = patch.is_active === undefined ? 'is_default' : 'is_active';
    throw invalidField(named, 'The default is a value that new records may have');
  }
}

export function refuseArchive(value: EnumValueRow, all: readonly EnumValueRow[]): void {
  if (value.is_system) throw invalidField('id', 'The service works with this value; it stays');
  if (value.is_default) throw invalidField('id', 'Make another value the default first');
  if (isTaken(value, all)) throw invalidField('id', 'Records are being moved to this value');
}

/** @throws AppError `invalid` unless the ids are exactly those of the live values, each once */
export function refuseReorder(live: readonly EnumValueRow[], ids: readonly number[]): void {
  const named = new Set(ids);
  const isExact =
    named.size === ids.length && ids.length === live.length && live.every(({ id }) => named.has(id));
  if (!isExact)
    throw invalidField('ids', 'Must name every value of the enum that is not archived, each once');
}

/** A replacement leads to a value that stays: otherwise records would be moved on for ever. */
export function refuseReplacement(
  of: EnumRow,
  value: EnumValueRow,
  all: readonly EnumValueRow[],
  with_code: string,
): void {
  if (!of.is_extensible) throw invalidField('with_code', 'The values of this enum are fixed');
  if (with_code === value.code) throw invalidField('with_code', 'Must be another value');
  const target = all.find((one) => one.code === with_code);
  if (!target?.is_active) throw invalidField('with_code', 'Is no value that records may have');
  if (isReplaced(target)) throw invalidField('with_code', 'Is itself being replaced');
  if (value.is_default && !of.is_system) throw invalidField('id', 'Make another value the default first');
  if (isTaken(value, all)) throw invalidField('id', 'Records are being moved to this value');
}

const isReplaced = (value: EnumValueRow) => value.replaced_with !== null && value.replaced_at === null;

const isTaken = (value: EnumValueRow, all: readonly EnumValueRow[]) =>
  all.some((one) => isReplaced(one) && one.replaced_with === value.code);
