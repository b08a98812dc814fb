import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { variablesOf } from './blocks/variables.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The variables that the README's table explains, in the first cell of each line. */
async function explained(): Promise<string[]> {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const [, section = ''] = readme.split('\n## Configuration\n');
  const cells = section.split('\n').flatMap((line) => line.match(/^\|([^|]+)\|/)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
}

it('explains every variable once, and none that nobody reads', async () => {
  expect((await explained()).sort()).toEqual(variablesOf().sort());
});
