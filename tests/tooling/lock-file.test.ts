import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  integrity?: string;
  link?: boolean;
}

const root = path.resolve(import.meta.dirname, '../..');

it('has a hash for every package of every platform; `npm run lock-hashes` adds those that npm omits', async () => {
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(
    await readFile(path.join(root, 'package-lock.json'), 'utf8'),
  );
  const unverified = Object.entries(packages).filter(
    ([name, { integrity, link }]) => name.includes('node_modules/') && !integrity && !link,
  );
  expect(unverified.map(([name]) => name)).toEqual([]);
});
