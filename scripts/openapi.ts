import { writeFile } from 'node:fs/promises';
import { areas } from '@wfp/areas';
import { createOpenApiDocument, listServers } from '@wfp/shared';
import { readArguments } from '@wfp/shared/arguments';
import stringify from 'json-stringify-pretty-compact';
import { openApiFile } from './openapi/file.ts';

export function openApiText(): string {
  return `${stringify(createOpenApiDocument(areas, listServers('http://localhost:3001', 3001)), { maxLength: 110 })}\n`;
}

if (import.meta.main) {
  readArguments({
    usage: 'Usage: npm run openapi\nWrites docs/openapi.json. A test fails if it is outdated.',
  });
  await writeFile(openApiFile, openApiText());
}
