import { consequence, defineArea } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { fileEndpoints } from './files.endpoints.ts';
import { fileEvents } from './files.events.ts';
import { files as declared } from './files.resource.ts';
import { eraseFiles } from './files.store.ts';
import { filePurgeLane } from './purge/purge.lane.ts';
import { fileUsageCheck } from './quota/quota.store.ts';

export const files = defineArea({
  name: 'files',
  about: 'Files of users: metadata and content.',
  menu: [{ key: 'files', label: 'Files', icon: 'paperclip', group: 'activity', resource: 'file' }],
  declared: [declared],
  endpoints: fileEndpoints,
  events: fileEvents,
  jobs: [filePurgeLane],
  checks: [fileUsageCheck],
  consequences: [
    consequence({
      ...{ on: userErased, name: 'files.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseFiles(tx, caller, payload),
    }),
  ],
});

export { LinkQuery, maxFileBytes } from './files.contract.ts';
export { findStoredFile, type StoredFile, shareImage, shareOwnImage } from './files.store.ts';
export { downloadUrl, type LinkRequester, verifyLink } from './links.ts';
export {
  ExportQuotaError,
  type ExportRoom,
  findExportRoom,
  rejectExportOverQuota,
} from './quota/quota.policy.ts';
export { deleteOrganizationFiles, getStorage } from './storage/get-storage.ts';
export { openContent, readContent, UnreadableContentError } from './storage/open-content.ts';
