// Writes the OpenAPI document. A test fails if it is outdated.

import { writeFile } from 'node:fs/promises';
import { areas } from '@wfp/areas';
import { createOpenApiDocument, listServers } from '@wfp/shared';
import stringify from 'json-stringify-pretty-compact';
import { openApiFile } from './openapi/file.ts';

export function openApiText(): string {
  return `${stringify(createOpenApiDocument(areas, listServers('http://localhost:3001')), { maxLength: 110 })}\n`;
}

if (import.meta.main) await writeFile(openApiFile, openApiText());
