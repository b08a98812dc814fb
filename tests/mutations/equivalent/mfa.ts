import { type EquivalentMutant, sameInstant } from './equivalent-mutant.ts';

const service = { file: 'packages/areas/src/mfa/mfa.service.ts' } as const;

const store = { file: 'packages/areas/src/mfa/mfa.store.ts', kind: 'sql' } as const;

const recoveryCodes = { file: 'packages/areas/src/mfa/codes/recovery-codes.ts' } as const;

const insertReturns = 'Narrows the type: the insert of a row without a conflict returns the row.';
const isSession = 'Narrows the type: callers without a session have been rejected.';
const frequency = 'Changes the frequency of characters by at most an eighth.';

export const equivalentInMfa: readonly EquivalentMutant[] = [
  {
    ...service,
    kind: 'statement',
    from: "throw new Error('Invariant: the insert returned no row');",
    change: 'removed',
    reason: insertReturns,
  },
  {
    ...service,
    kind: 'condition',
    from: "credential.kind !== 'session'",
    change: 'false',
    reason: isSession,
  },
  {
    ...service,
    kind: 'statement',
    from: "throw new Error('Invariant: verifying a second factor requires a session');",
    change: 'removed',
    reason: isSession,
  },
  {
    file: 'packages/areas/src/mfa/verify.service.ts',
    kind: 'operand',
    change: 'only !person?.may_sign_in',
    reason: 'Narrows the type: without a challenge, no user is read.',
  },
  { ...store, change: 'for update → removed', reason: 'The transaction holds a lock of the user.' },
  { ...store, change: '> → >=', reason: sameInstant },
  {
    file: 'packages/areas/src/mfa/codes/guesses.store.ts',
    kind: 'sql',
    change: '<= → <',
    reason: sameInstant,
  },
  { ...recoveryCodes, kind: 'operand', change: 'only code.length < length', reason: frequency },
  {
    ...recoveryCodes,
    kind: 'comparison',
    change: 'byte <= alphabet.length * 8',
    reason: frequency,
  },
];
