import { type EquivalentMutant, uniqueIds } from './equivalent-mutant.ts';

const recordedTable = {
  file: 'packages/shared/src/db/writes/recorded/recorded-table.ts',
  kind: 'statement',
} as const;

const write = { file: 'packages/shared/src/db/writes/write.ts' } as const;

const cacheOnly = 'Saves the creation of SQL that is the same each time.';

export const equivalentInWrites: readonly EquivalentMutant[] = [
  {
    file: 'packages/shared/src/db/writes/combined/combined-queue.ts',
    kind: 'operand',
    change: 'only others.length === 0',
    reason: 'Narrows the type: a statement has at least one write.',
  },
  { ...recordedTable, from: 'fragments.set(table, known);', change: 'removed', reason: cacheOnly },
  { ...recordedTable, from: 'known.set(name, found);', change: 'removed', reason: cacheOnly },
  {
    ...write,
    kind: 'condition',
    from: '!recording',
    change: 'false',
    reason: 'Narrows the type: the overloads require a recording.',
  },
  {
    ...write,
    kind: 'statement',
    from: "throw new Error('A change requires a recording');",
    change: 'removed',
    reason: 'Narrows the type: the overloads require a recording.',
  },
  {
    file: 'packages/shared/src/db/writes/authors.ts',
    kind: 'operand',
    change: 'only credential.by',
    reason: 'Narrows the type: only the credential of the system has this property.',
  },
  {
    file: 'packages/shared/src/db/writes/events/event-rows.ts',
    kind: 'sql',
    change: 'c.${identifier(other.org_id)} = o._org → true',
    reason: uniqueIds,
  },
];
