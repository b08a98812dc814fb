import { defineResource, field } from '@wfp/shared';
import { z } from 'zod';
import { deletedFields, hasContent, rejectShown, restoredFields, uploader } from './file-fields.store.ts';
import { fileStatuses } from './files.contract.ts';
import { rejectOverQuota } from './quota/quota.policy.ts';

const never = { writable: 'never' } as const;

/** Built-in roles give access to the user's own files only. */
const own = 'RCUA@own';

/**
 * Files are created and uploaded by endpoints of this area, and returned with links that expire. A deleted file can
 * be restored while its content is kept.
 */
export const files = defineResource({
  code: 'file',
  noun: ['file', 'files'],
  label: 'Files',
  path: '/files',
  model: 'File',
  table: 'files',
  subject: { users: ['created_by'] },
  personal: uploader,
  scopes: ['own'],
  owners: { users: ['created_by'] },
  builtin: { owner: own, admin: own, hr: own, manager: own, employee: own, viewer: own, auditor: own },
  endpoints: { archive: 'archive', restore: 'archive' },
  fields: {
    name: field(z.string(), { ...never, search: true, sort: 'text' }),
    mime: field(z.string(), { ...never, filter: true, sort: 'value' }),
    size: field(z.int(), { ...never, filter: true, sort: 'value' }),
    status: field(
      z.enum(fileStatuses).meta({
        description: 'pending until the content is uploaded; refused if the virus scanner rejected it',
      }),
      { ...never, filter: true, pgType: 'file_status' },
    ),
    sha256: field(z.string().nullable().meta({ description: 'SHA-256 of the content, in hexadecimal' }), {
      ...never,
      filter: true,
    }),
  },
  sort: '-created_at',
  restrictions: { archive: hasContent },
  hooks: {
    beforeArchive: ({ tx, caller, before }) => rejectShown(tx, caller, before.id),
    afterRestore: ({ tx, caller }) => rejectOverQuota(tx, caller, 'id'),
  },
  onArchive: deletedFields,
  onRestore: restoredFields,
  meanings: {
    archive: 'A file was deleted; its content is deleted a day later.',
    restore: 'A deleted file was restored with its content.',
  },
});
