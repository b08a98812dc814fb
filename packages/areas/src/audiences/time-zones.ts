import type { Condition, ConditionLeaf } from '@wfp/shared';
import { TimeZone } from '@wfp/shared/contract';

/** Replaces the time zones in a condition by the names that employees are stored with. Leaves unknown ones, which match none. */
export function canonicalizeTimeZones(condition: Condition): Condition {
  if ('op' in condition) return canonicalizeLeaf(condition);
  const { all, any, not } = condition;
  return {
    ...(all && { all: all.map(canonicalizeTimeZones) }),
    ...(any && { any: any.map(canonicalizeTimeZones) }),
    ...(not && { not: canonicalizeTimeZones(not) }),
  };
}

function canonicalizeLeaf(leaf: ConditionLeaf): ConditionLeaf {
  if (leaf.field !== 'time_zone' || leaf.value === undefined) return leaf;
  const value = Array.isArray(leaf.value) ? leaf.value.map(canonicalize) : canonicalize(leaf.value);
  return { ...leaf, value } as ConditionLeaf;
}

function canonicalize(value: unknown): unknown {
  const zone = TimeZone.safeParse(value);
  return zone.success ? zone.data : value;
}
