import { Line } from '@wfp/shared/contract';
import { z } from 'zod';

export const maxFileBytes = 25 * 1024 * 1024;

export const fileStatuses = ['pending', 'stored', 'refused'] as const;

const FileName = Line(255).refine(
  (name) => !/[/\\]/.test(name) && !/^\.+$/.test(name),
  'Must be a file name without path separators',
);

const MediaType = z
  .string()
  .trim()
  .max(127)
  .regex(/^[a-zA-Z0-9][\w.+-]{0,62}\/[a-zA-Z0-9][\w.+-]{0,62}$/, 'Must be a media type such as image/png')
  .toLowerCase();

export const CreateFile = z.strictObject({
  name: FileName,
  mime: MediaType,
  size: z.int().min(0).max(maxFileBytes).meta({ description: 'In bytes; at most 25 MiB' }),
});
export type CreateFile = z.output<typeof CreateFile>;

export const LinkQuery = z.strictObject({ token: z.string().min(1).max(200) });
export type LinkQuery = z.output<typeof LinkQuery>;
