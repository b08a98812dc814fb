import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { catalogueOf } from '@wfp/shared';
import { expect, it } from 'vitest';
import { scenarios } from './scenarios.ts';

const root = path.resolve(import.meta.dirname, '../..');
const catalogue = catalogueOf(areas);

it('has no event type that nothing emits', () => {
  expect(catalogue.filter((one) => one.emittedBy.length === 0).map((one) => one.type)).toEqual([]);
});

it('has no event type that no scenario writes and no test names', async () => {
  const written = new Set(Object.values(scenarios).flatMap((one) => one.events ?? []));
  // One lane assembles files of whatever is exported.
  const others = catalogue.map((one) => one.type).filter((type) => !type.endsWith('.post_export'));
  const unseen = new Set(others.filter((type) => !written.has(type)));
  for await (const file of glob('{apps,packages}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const type of unseen) if (new RegExp(`['\`]${type}['\` ]`).test(text)) unseen.delete(type);
  }
  expect([...unseen]).toEqual([]);
});
