import { Id, Paging, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const mostFileBytes = 25 * 1024 * 1024;

export const fileStatuses = ['pending', 'stored', 'refused'] as const;

/** Characters that would say something else than they show, or lead into another folder. */
const unfitForName = /[\p{Cc}\p{Cf}/\\]/u;

const FileName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((name) => !unfitForName.test(name) && !/^\.+$/.test(name), 'Must be a plain name of a file');

const MediaType = z
  .string()
  .trim()
  .max(127)
  .regex(/^[a-zA-Z0-9][\w.+-]{0,62}\/[a-zA-Z0-9][\w.+-]{0,62}$/, 'Must be a media type such as image/png')
  .toLowerCase();

export const CreateFile = z.strictObject({
  name: FileName,
  mime: MediaType,
  size: z.int().min(0).max(mostFileBytes).meta({ description: 'In bytes; at most 25 MiB' }),
});
export type CreateFile = z.output<typeof CreateFile>;

export const StoredFile = z.object({
  org_id: Id,
  id: Id,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  status: z.enum(fileStatuses).meta({
    description: 'pending until the bytes come; refused when the scanner found something in them',
  }),
  sha256: z.string().nullable().meta({ description: 'Of the bytes, in hexadecimal' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
  upload_url: z
    .string()
    .nullable()
    .meta({ description: 'Where to PUT the bytes, with the same credentials; null once they are there' }),
  download_url: z
    .string()
    .nullable()
    .meta({ description: 'Downloads without credentials, for 15 minutes; null while there is nothing' }),
});

export const ListFiles = z.strictObject({ ...Paging, status: z.enum(fileStatuses).optional() });
export type ListFiles = z.output<typeof ListFiles>;

export const LinkQuery = z.strictObject({ token: z.string().min(1).max(200) });
export type LinkQuery = z.output<typeof LinkQuery>;
