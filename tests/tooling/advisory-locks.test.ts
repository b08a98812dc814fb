import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { lockCall, lockKey, lockNames } from '@wfp/shared/advisory-locks';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const registry = 'packages/shared/src/db/advisory-locks.ts';
/** The key of Prisma's schema engine. */
const engineKey = 72_707_369;

it('gives each lock its own key', () => {
  const keys = [engineKey, ...lockNames.map(lockKey)];
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  expect(keys.filter((key) => key >= 2 ** 31)).toEqual([]);
});

it('no other file calls an advisory lock function of PostgreSQL', async () => {
  const list = await promisify(execFile)('git', ['ls-files', '*.ts', '*.mjs', '*.sql'], { cwd: root });
  const own = path.relative(root, import.meta.filename);
  const files = list.stdout
    .trim()
    .split('\n')
    .filter((file) => file !== own);
  const callers: string[] = [];
  for (const file of files) {
    const text = await readFile(path.join(root, file), 'utf8').catch(() => '');
    if (/pg_(try_)?advisory_(?!unlock_all)\w*lock\w*\s*\(/.test(text)) callers.push(file);
  }
  // Applied migrations are immutable: their functions use one lock by its number.
  const migrations = callers.filter((file) => file.startsWith('prisma/migrations/'));
  for (const file of migrations) {
    const calls = (await readFile(path.join(root, file), 'utf8')).match(/pg_\w*advisory_\w+\([^)]*\)/g) ?? [];
    expect([...new Set(calls)]).toEqual([lockCall('tryLockInTransaction', 'partitions')]);
  }
  expect(callers.filter((file) => !migrations.includes(file))).toEqual([]);
  expect(await readFile(path.join(root, registry), 'utf8')).toMatch(/pg_advisory_xact_lock/);
});

it('uses the id as second key for organizations and records, and a hash for requests', () => {
  expect(lockCall('lockInTransaction', 'access', '$1')).toBe('pg_advisory_xact_lock(2003198307, $1)');
  expect(lockCall('tryLock', 'archive')).toBe('pg_try_advisory_lock(72707372)');
  expect(lockCall('tryLockInTransaction', 'idempotency', '$1')).toBe(
    'pg_try_advisory_xact_lock(hashtextextended($1, 0))',
  );
});
