import path from 'node:path';

/** The file that holds the description of the API. */
export const openApiFile = path.resolve(import.meta.dirname, '../../docs/openapi.json');
