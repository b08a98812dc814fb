import { type EquivalentMutant, sameInstant } from './equivalent-mutant.ts';

const input = { file: 'apps/api/src/http/requests/input/input.ts' } as const;

const storable = { file: 'apps/api/src/http/requests/input/storable.ts' } as const;

export const equivalentInRequests: readonly EquivalentMutant[] = [
  {
    file: 'packages/shared/src/db/idempotency.ts',
    kind: 'sql',
    change: '> → >=',
    reason: sameInstant,
  },
  {
    file: 'packages/shared/src/db/writes/idempotency-claim.ts',
    kind: 'sql',
    change: '<= → <',
    reason: sameInstant,
  },
  {
    file: 'apps/api/src/http/requests/idempotency.ts',
    kind: 'operand',
    change: 'only !keyPattern.test(key)',
    reason: 'Narrows the type: Node joins repeated headers of this name into one string.',
  },
  {
    file: 'apps/api/src/http/requests/idempotency.ts',
    kind: 'condition',
    from: "!('id' in caller.credential)",
    change: 'false',
    reason: 'Narrows the type: only the system has no id, and it sends no requests.',
  },
  {
    file: 'apps/api/src/http/requests/entity-tags.ts',
    kind: 'condition',
    from: 'last === undefined',
    change: 'false',
    reason: 'Narrows the type: no parameter has this name.',
  },
  {
    file: 'apps/api/src/http/requests/authorize.ts',
    kind: 'condition',
    from: 'start === -1',
    change: 'false',
    reason: 'Without a query, the last character of the path is parsed, which is no parameter.',
  },
  {
    file: 'apps/api/src/http/requests/audit-denied.ts',
    kind: 'operand',
    change: 'only caller',
    reason: 'Narrows the type: only an AppError has a kind.',
  },
  {
    ...input,
    kind: 'statement',
    from: 'parsers.set(limit, parse);',
    change: 'removed',
    reason: 'Saves the creation of a parser that is the same each time.',
  },
  {
    ...input,
    kind: 'condition',
    from: 'errors.isFull',
    change: 'false',
    reason: 'Saves the paths of errors that the full list does not add.',
  },
  {
    ...storable,
    kind: 'operand',
    change: 'only value === null',
    reason: 'Numbers and booleans have no keys.',
  },
  {
    ...storable,
    kind: 'condition',
    from: '!Array.isArray(value)',
    change: 'true',
    reason: 'Saves the keys of arrays. The texts of paths are the same.',
  },
];
