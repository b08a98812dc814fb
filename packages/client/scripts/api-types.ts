// What the client knows of the API: what openapi-typescript makes of its document.

import openapi, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const written = '// Written by `npm run client-types`.\n\n';
const blob = ts.factory.createTypeReferenceNode('Blob');

/** The types of every path, operation and component. */
export async function apiTypesText(document: OpenAPI3): Promise<string> {
  const nodes = await openapi(JSON.stringify(document, withoutHeaders), {
    alphabetize: true,
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

/** The operations that need no credential, which the client must not sign in for. */
export function publicOperationsText({ paths = {} }: OpenAPI3): string {
  const open = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation?.security?.length === 0)
      .map(([method]) => `  '${method.toUpperCase()} ${path}',\n`),
  );
  return [
    written,
    '/** The operations that need no credential. */\n',
    'export const publicOperations: ReadonlySet<string> = new Set([\n',
    ...open.sort(),
    ']);\n',
  ].join('');
}
