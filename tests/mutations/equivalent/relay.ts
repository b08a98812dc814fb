import type { EquivalentMutant } from './equivalent-mutant.ts';

const leadership = {
  file: 'packages/shared/src/events/relay/sharing/relay-leadership.ts',
  kind: 'sql',
} as const;

export const equivalentInRelay: readonly EquivalentMutant[] = [
  {
    ...leadership,
    change: "l.locktype = 'advisory' → true",
    reason: 'No other type of lock has the keys of the relay.',
  },
  {
    ...leadership,
    change: 'l.objsubid = 2 → true',
    reason: 'Differs only if the hash of an Idempotency-Key begins with a key of the relay.',
  },
  {
    ...leadership,
    change: 'l.granted → true',
    reason: 'Relays do not wait for these locks.',
  },
  {
    ...leadership,
    change: 'l.classid in (${shardLock}::int, ${sessionLock}::int) → true',
    reason: 'Saves rows with other keys, which the code ignores.',
  },
];
