// Writes the event types that packages/client knows. A test fails when they are behind.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { catalogueOf } from '@wfp/shared';

/** The module that holds them. */
export const eventTypesModule = path.resolve(import.meta.dirname, '../packages/client/src/event-types.ts');

/** The module as it should be. */
export function eventTypesText(): string {
  const types = catalogueOf(areas)
    .map(({ type }) => `  | '${type}'\n`)
    .sort();
  return [
    '// Written by `npm run client-types`.\n\n',
    '/** The types of events that the platform knows as of this version of the client. */\n',
    `export type EventType =\n${types.join('').trimEnd()};\n`,
  ].join('');
}

if (import.meta.main) await writeFile(eventTypesModule, eventTypesText());
