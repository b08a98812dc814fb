// Generates the client's types, with openapi-typescript, and its operation metadata from the OpenAPI document.

import openapi, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const written = '// Written by `npm run client-types`.\n\n';
const blob = ts.factory.createTypeReferenceNode('Blob');

export async function apiTypesText(document: OpenAPI3): Promise<string> {
  const nodes = await openapi(JSON.stringify(typesOnly(document)), {
    alphabetize: true,
    // Fields with a default are optional in requests; response schemas list them as required.
    defaultNonNullable: false,
    // Binary data is sent and received as bytes, not as text.
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  return written + withoutAbsent(astToString(nodes));
}

/** Omitted keywords: they have no effect on types, except `headers`, which callers read from `Headers`. */
const forReaders = new Set(['description', 'title', 'example', 'examples', 'default', 'headers']);

/** The parts of a document that types are generated from. Error responses are omitted: the client throws an ApiError. */
function typesOnly(node: unknown, parent = ''): unknown {
  if (Array.isArray(node)) return node.map((one) => typesOnly(one));
  if (typeof node !== 'object' || node === null) return node;
  const isNames = parent === 'properties' || parent === 'schemas';
  const entries = Object.entries(node).filter(([key]) => {
    if (isNames) return true;
    if (parent === 'responses') return /^2|^NoContent$/.test(key);
    return !forReaders.has(key);
  });
  return Object.fromEntries(entries.map(([key, value]) => [key, typesOnly(value, isNames ? '' : key)]));
}

const absentMethod = /^ {8}(?:get|put|post|delete|options|head|patch|trace)\?: never;\n/gm;
const absentParameters = /^ {8}parameters: \{\n(?: {12}\w+\?: never;\n){4} {8}\};\n/gm;
const emptyType = /^export type \S+ = Record<string, never>;\n/gm;

/** Removes the entries for absent methods and parameters, which the generator writes for every path, and empty types. */
function withoutAbsent(text: string): string {
  return text.replace(emptyType, '').replace(absentMethod, '').replace(absentParameters, '');
}

type Operation = { security?: unknown[]; parameters?: { $ref?: string }[] };

/** The operation metadata that the client needs at run time. */
export function operationMetadataText({ paths = {} }: OpenAPI3): string {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      isPublic: operation.security?.length === 0,
      takesKey: operation.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ?? false,
    })),
  );
  const setOf = (what: string, name: string, chosen: typeof all) =>
    [
      `\n/** ${what} */\n// biome-ignore format: always one per line\n`,
      `export const ${name}: ReadonlySet<string> = new Set([\n`,
      ...chosen.map((one) => `  '${one.name}',\n`).sort(),
      ']);\n',
    ].join('');
  const isOpen = all.filter((one) => one.isPublic);
  const isKeyed = all.filter((one) => one.takesKey);
  const posts = all.filter((one) => one.name.startsWith('POST ') && !isOpen.includes(one));
  return [
    written.trimEnd(),
    '\n',
    setOf('Operations without authentication.', 'publicOperations', isOpen),
    setOf(
      'Authenticated POST operations without an `Idempotency-Key`.',
      'keylessOperations',
      posts.filter((one) => !isKeyed.includes(one)),
    ),
  ].join('');
}
