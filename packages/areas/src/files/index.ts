import { defineArea, resource } from '@wfp/shared';
import { fileEndpoints } from './files.endpoints.ts';
import { fileEvents } from './files.events.ts';
import { fileRows } from './files.store.ts';
import { purgeFiles } from './purge.lane.ts';

/** Everybody has files of their own, and sees nobody else's. */
const own = 'RCUA@own';

export const files = defineArea({
  name: 'files',
  about: 'Files of users, announced first and then uploaded.',
  resources: [
    resource({
      code: 'file',
      label: 'Files',
      scopes: ['own'],
      rows: fileRows,
      builtin: { owner: own, admin: own, hr: own, manager: own, employee: own, viewer: own, auditor: own },
    }),
  ],
  endpoints: fileEndpoints,
  events: fileEvents,
  jobs: [purgeFiles],
});

export { LinkQuery } from './files.contract.ts';
export { eraseFiles, findStored, shareImage } from './files.store.ts';
export { downloadUrl, openLink } from './links.ts';
export { deleteBytesOf, storageOf } from './storage/storage-of.ts';
