import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { catalogueOf } from '@wfp/shared';
import { readArguments } from '@wfp/shared/arguments';
import { apiTypesText, operationMetadataText } from '../packages/client/scripts/api-types.ts';
import { openApiFile } from './openapi/file.ts';
import { withParametersInPlace } from './openapi/parameters-in-place.ts';

const folder = path.resolve(import.meta.dirname, '../packages/client/src');
const adminOperations = path.resolve(import.meta.dirname, '../apps/admin/src/api/operations.ts');

interface Operation {
  'x-permission'?: string;
  parameters?: { name?: string; $ref?: string }[];
}

interface OpenApiPaths {
  paths: Record<string, Record<string, Operation>>;
}

/** True for an operation that accepts `include=can`. */
const hasRights = ({ parameters = [] }: Operation) =>
  parameters.some(({ name, $ref }) => name === 'include' || $ref?.endsWith('/include'));

/** The operations that change data although the organization is read-only, as the table of permissions names them. */
function writesWhileReadOnly(): string[] {
  return areas
    .flatMap(({ endpoints = [] }) => endpoints)
    .filter(
      ({ method, can, exemptFrom }) =>
        method !== 'get' && can.includes(':') && exemptFrom?.includes('read_only'),
    )
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .sort();
}

/** The generated modules, by file. */
export async function clientModules(): Promise<Record<string, string>> {
  const document = JSON.parse(await readFile(openApiFile, 'utf8'));
  return {
    [path.join(folder, 'api-types.ts')]: await apiTypesText(withParametersInPlace(document)),
    [path.join(folder, 'event-types.ts')]: eventTypesText(),
    [path.join(folder, 'operation-metadata.ts')]: operationMetadataText(document),
    [adminOperations]: adminOperationsText(document),
  };
}

/** The operations that require a permission, for the admin application. */
function adminOperationsText({ paths }: OpenApiPaths): string {
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { 'x-permission': permission }]) =>
      permission?.includes(':') ? [`  '${method.toUpperCase()} ${path}': '${permission}',\n`] : [],
    ),
  );
  const withRights = Object.entries(paths).flatMap(([path, { get }]) =>
    get && hasRights(get) ? [`  '${path}',\n`] : [],
  );
  const exempt = writesWhileReadOnly().map((operation) => `  '${operation}',\n`);
  return [
    '// Written by `npm run client-types`.\n\n',
    '/** The permission that each operation requires. Operations that every user may call are omitted. */\n',
    `export const operations = {\n${lines.join('')}} as const satisfies Readonly<Record<string, string>>;\n\n`,
    '/** The operations among them, other than GET, that remain available while the organization is read-only. */\n',
    `export const availableWhileReadOnly: ReadonlySet<string> = new Set([\n${exempt.join('')}]);\n\n`,
    '/** The paths of records and lists that accept `include=can`. */\n',
    `export const pathsWithRights: readonly string[] = [\n${withRights.join('')}];\n`,
  ].join('');
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
      'Usage: npm run client-types\nWrites the generated modules of packages/client and apps/admin. A test fails if one is outdated.',
  });
  const modules = Object.entries(await clientModules());
  await Promise.all(modules.map(([file, text]) => writeFile(file, text)));
}
