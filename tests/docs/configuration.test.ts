import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '@wfp/shared/config';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The variables that the README's table explains, in the first cell of each line. */
async function explained(): Promise<string[]> {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const [, section = ''] = readme.split('\n## Configuration\n');
  const cells = section.split('\n').flatMap((line) => line.match(/^\|([^|]+)\|/)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
}

it('explains every variable once, and none that nobody reads', async () => {
  const config = readConfig({
    DATABASE_URL: 'postgresql://localhost/none',
    REDIS_URL: 'redis://localhost',
    JWT_SECRET: 'a secret that only this test reads',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
  });
  expect((await explained()).sort()).toEqual(Object.keys(config).sort());
});
