import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { expect, it } from 'vitest';

const guide = path.resolve(import.meta.dirname, '../../docs/architecture.md');

it('lists every announcement with the areas that react to it', async () => {
  const declared = areas
    .flatMap((area) => area.announcements ?? [])
    .map((one) => {
      const reacting = areas.filter((area) => area.consequences?.some(({ on }) => on === one));
      return [one.name, reacting.map(({ name }) => name).sort()];
    });
  const rows = (await readFile(guide, 'utf8')).matchAll(/^\| `([a-z]+\.[a-z_]+)` +\| (.+) \|$/gm);
  const names = new Set(areas.map(({ name }) => name));
  const listed = [...rows].map(([, name, reactions = '']) => [
    name,
    reactions
      .split(/[;,:] ?/)
      .map((word) => word.trim())
      .filter((word) => names.has(word))
      .sort(),
  ]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(declared));
});
