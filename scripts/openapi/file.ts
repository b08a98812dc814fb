import path from 'node:path';

export const openApiFile = path.resolve(import.meta.dirname, '../../docs/openapi.json');
