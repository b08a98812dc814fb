import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { catalogueOf } from '@wfp/shared';
import { readArguments } from '@wfp/shared/arguments';
import { apiTypesText, operationMetadataText } from '../packages/client/scripts/api-types.ts';
import { openApiFile } from './openapi/file.ts';
import { withParametersInPlace } from './openapi/parameters-in-place.ts';

const folder = path.resolve(import.meta.dirname, '../packages/client/src');

/** The generated modules, by file. */
export async function clientModules(): Promise<Record<string, string>> {
  const document = JSON.parse(await readFile(openApiFile, 'utf8'));
  return {
    [path.join(folder, 'api-types.ts')]: await apiTypesText(withParametersInPlace(document)),
    [path.join(folder, 'event-types.ts')]: eventTypesText(),
    [path.join(folder, 'operation-metadata.ts')]: operationMetadataText(document),
  };
}

function eventTypesText(): string {
  const types = catalogueOf(areas)
    .map(({ type }) => `  | '${type}'\n`)
    .sort();
  return [
    '// Written by `npm run client-types`.\n\n',
    '/** The event types of the platform as of this version of the client. */\n',
    `export type EventType =\n${types.join('').trimEnd()};\n`,
  ].join('');
}

if (import.meta.main) {
  readArguments({
    usage:
      'Usage: npm run client-types\nWrites the generated modules of packages/client. A test fails if one is outdated.',
  });
  const modules = Object.entries(await clientModules());
  await Promise.all(modules.map(([file, text]) => writeFile(file, text)));
}
