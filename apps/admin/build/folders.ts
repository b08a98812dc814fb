import path from 'node:path';

/** The folder of the admin application, `apps/admin`. */
export const adminFolder = path.dirname(import.meta.dirname);

/** The files that the API serves, written by `npm run build-admin`. */
export const distFolder = path.join(adminFolder, 'dist');
