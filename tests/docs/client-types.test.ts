import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { clientModules } from '../../scripts/client-types.ts';

it('gives clients every endpoint and event that there is; npm run client-types writes them', async () => {
  for (const [file, text] of Object.entries(await clientModules())) {
    const isCurrent = (await readFile(file, 'utf8')) === text;
    // Compared as a whole: a difference in a million letters is shown for minutes.
    expect([file, isCurrent]).toEqual([file, true]);
  }
});
