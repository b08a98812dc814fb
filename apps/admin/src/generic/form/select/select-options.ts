import type { EnumValue } from '../../../api/start.ts';
import { labelOf } from '../../labels.ts';

/**
 * The options of a select: the active values of an enum, or the fixed ones. The present value is always among them: the
 * input would show another one.
 *
 * @param present empty for none
 */
export function selectOptions(
  fixed: readonly string[],
  values: readonly EnumValue[] | undefined,
  present: string,
): { code: string; label: string }[] {
  const options = values
    ? values.filter(({ code, is_active }) => is_active || code === present)
    : fixed.map((code) => ({ code, label: labelOf(code) }));
  const isKnown = present === '' || options.some(({ code }) => code === present);
  return isKnown ? options : [...options, { code: present, label: labelOf(present) }];
}

/** The options of which several can be chosen. Those that are chosen are among them. */
export function choiceOptions(
  fixed: readonly string[],
  values: readonly EnumValue[] | undefined,
  chosen: readonly string[],
): { code: string; label: string }[] {
  const all = ['', ...chosen].flatMap((present) => selectOptions(fixed, values, present));
  return [...new Map(all.map((option) => [option.code, option])).values()];
}
