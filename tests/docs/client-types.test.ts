import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { clientModules } from '../../scripts/client-types.ts';

it('the generated modules match the declarations (npm run client-types writes them)', async () => {
  for (const [file, text] of Object.entries(await clientModules())) {
    const isCurrent = (await readFile(file, 'utf8')) === text;
    // Compared as a boolean: vitest takes minutes to print the difference of texts of this size.
    expect([file, isCurrent]).toEqual([file, true]);
  }
});
