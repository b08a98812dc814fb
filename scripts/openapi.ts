// Writes the description of the API. A test fails when it is behind.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { openApiOf, serversOf } from '@wfp/shared';
import { compactJson } from './openapi/compact.ts';

/** The file that holds it. */
export const openApiFile = path.resolve(import.meta.dirname, '../docs/openapi.json');

/** The description as it should be. */
export function openApiText(): string {
  return `${compactJson(openApiOf(areas, serversOf('http://localhost:3001')))}\n`;
}

if (import.meta.main) await writeFile(openApiFile, openApiText());
