import { consequence, defineArea, resource } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { fileEndpoints } from './files.endpoints.ts';
import { fileEvents } from './files.events.ts';
import { eraseFiles, fileRows } from './files.store.ts';
import { purgeFiles } from './purge/purge.lane.ts';

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
  consequences: [
    consequence({
      ...{ on: userErased, name: 'files.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseFiles(tx, caller, payload),
    }),
  ],
});

export { LinkQuery } from './files.contract.ts';
export { findStored, shareImage } from './files.store.ts';
export { downloadUrl, openLink } from './links.ts';
export { deleteBytesOf, storageOf } from './storage/storage-of.ts';
