import path from 'node:path';

/** The file of the OpenAPI document. */
export const openApiFile = path.resolve(import.meta.dirname, '../../docs/openapi.json');
