// What the client knows of the API: what openapi-typescript makes of its document.

import openapi, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const written = '// Written by `npm run client-types`.\n\n';
const blob = ts.factory.createTypeReferenceNode('Blob');

/** The types of every path, operation and component. */
export async function apiTypesText(document: OpenAPI3): Promise<string> {
  const nodes = await openapi(JSON.stringify(document, withoutHeaders), {
    alphabetize: true,
    // A field with a default may be left out of what is sent; answers say which they always have.
    defaultNonNullable: false,
    // Bytes are sent and received as such, not as text.
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  // Nobody uses what is empty.
  return `${written}${astToString(nodes).replace(/^export type \S+ = Record<string, never>;\n/gm, '')}`;
}

/** Headers of answers are read as `Headers`, whatever their types: without those the module is a third shorter. */
function withoutHeaders(key: string, value: unknown): unknown {
  return key === 'headers' ? undefined : value;
}

type Operation = { security?: unknown[]; parameters?: { $ref?: string }[] };

/** What the client has to know of operations while it runs. */
export function operationFactsText({ paths = {} }: OpenAPI3): string {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      isPublic: operation.security?.length === 0,
      takesKey: operation.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ?? false,
    })),
  );
  const setOf = (what: string, name: string, chosen: typeof all) =>
    [
      `\n/** ${what} */\n// biome-ignore format: one on each line, also where there is but one\n`,
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
    setOf('The operations that need no credential.', 'publicOperations', isOpen),
    setOf(
      'Of the others, those that create or act and take no `Idempotency-Key`.',
      'keylessOperations',
      posts.filter((one) => !isKeyed.includes(one)),
    ),
  ].join('');
}
