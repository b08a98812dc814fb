// Writes the description of the API. A test fails when it is behind.

import { writeFile } from 'node:fs/promises';
import { areas } from '@wfp/areas';
import { createOpenApiDocument, listServers } from '@wfp/shared';
import stringify from 'json-stringify-pretty-compact';
import { openApiFile } from './openapi/file.ts';

/** The description as it should be. */
export function openApiText(): string {
  return `${stringify(createOpenApiDocument(areas, listServers('http://localhost:3001')), { maxLength: 110 })}\n`;
}

if (import.meta.main) await writeFile(openApiFile, openApiText());
