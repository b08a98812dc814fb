import { defineResource, field } from '@wfp/shared';
import { z } from 'zod';
import { deletedFields, hasContent, restoredFields, uploader } from './file-fields.store.ts';
import { fileStatuses } from './files.contract.ts';

const never = { writable: 'never' } as const;

/** Every user has files of their own, and sees no others. */
const own = 'RCUA@own';

/**
 * Files are announced and uploaded by acts of their own, and shown with links, which depend on the moment. A deleted file
 * can be restored as long as its bytes are kept.
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
        description: 'pending until the bytes come; refused when the scanner found something in them',
      }),
      { ...never, filter: true, pgType: 'file_status' },
    ),
    sha256: field(z.string().nullable().meta({ description: 'Of the bytes, in hexadecimal' }), {
      ...never,
      filter: true,
    }),
  },
  sort: '-created_at',
  restrictions: { archive: hasContent },
  onArchive: deletedFields,
  onRestore: restoredFields,
  meanings: {
    archive: 'A file was deleted; its bytes follow a day later.',
    restore: 'A deleted file is back, with its bytes.',
  },
});
