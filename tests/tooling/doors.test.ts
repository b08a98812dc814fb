import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as forAreas from '@wfp/shared/db';
import * as operational from '@wfp/shared/operational';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const reads = ['readOne', 'readPage', 'readRows'];
const writes = ['write', 'writeInTransaction'];

/** Functions that build or describe statements without sending them. */
const builders = [
  ...[
    'byKey',
    'plannedOnce',
    'anyOf',
    'limitedToPage',
    'identifier',
    'literal',
    'wireColumns',
    'publicFields',
    'cachedFragment',
  ],
  ...['insertInto', 'updateRows', 'recordedTable', 'sqlCheck', 'purgePlan', 'metadataOf'],
  ...[
    'containsPattern',
    'prefixPattern',
    'orderBy',
    'differs',
    'updateIfDifferent',
    'isUnchanged',
    'versionCheck',
  ],
  ...[
    'insertCombined',
    'updateAccepted',
    'updateCombined',
    'countUpTo',
    'limitCounted',
    'isCountComplete',
    'toTotal',
  ],
  ...['selectFilteredPage', 'selectSortedPage', 'selectDistantPage', 'partsByNullable'],
  ...[
    'ascending',
    'descending',
    'orderClause',
    'orderValues',
    'isAfter',
    'rowRange',
    'takeRange',
    'withNext',
  ],
  'settingColumns',
  ...[
    'interruptLongWork',
    'lockOrganization',
    'lockRecord',
    'recordLock',
    'lockShared',
    'tryLockShared',
    'isRecorded',
    'isSecret',
    'isTenantTable',
    'isUnrecorded',
  ],
];

const functionsOf = (module: object) =>
  Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' && !(value.prototype instanceof Error) ? [name] : [],
  );

it('provides areas with three functions for reading and two for writing', () => {
  const doors = functionsOf(forAreas).filter((name) => !builders.includes(name));
  expect(doors.sort()).toEqual([...reads, ...writes].sort());
});

it('does not export operational functions to areas', () => {
  const names = functionsOf(operational);
  expect(names).toEqual(expect.arrayContaining(['readCrossTenant', 'executeOperational', 'readInSnapshot']));
  for (const name of names) expect(Object.keys(forAreas)).not.toContain(name);
});

it('documents each function in one table', async () => {
  const text = await readFile(path.join(root, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = text.split('## Database access');
  const rows = [...(section.split('\n## ')[0]?.matchAll(/^\| `(\w+)\(/gm) ?? [])].map(([, name]) => name);
  expect(rows).toEqual([...reads, ...writes]);
});

it('takes connections for an organization from its share', async () => {
  const folder = path.join(root, 'packages/shared/src/db');
  const files = await readdir(folder, { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const users = [];
  for (const file of sources)
    if (/\bpoolsOf\(/.test(await readFile(path.join(folder, file), 'utf8'))) users.push(file);
  // Work of no single organization, and the single connections for reads by key.
  expect(users.sort()).toEqual(['connections/database.ts', 'operational.ts', 'statements/batched.ts']);
});

it('runs operational statements of a caller in the share of its organization', async () => {
  const folder = path.join(root, 'packages/areas/src');
  const files = await readdir(folder, { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const users = [];
  for (const file of sources) {
    const text = await readFile(path.join(folder, file), 'utf8');
    if (/\bexecuteOperational(?:<[^(]*>)?\(\s*caller\.platform/.test(text)) users.push(file);
  }
  expect(sources.length).toBeGreaterThan(500);
  expect(users).toEqual([]);
});
