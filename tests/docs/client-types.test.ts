import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventTypesModule, eventTypesText } from '../../scripts/client-types.ts';

it('gives clients every event type that there is; npm run client-types writes them', async () => {
  expect(await readFile(eventTypesModule, 'utf8')).toBe(eventTypesText());
});
