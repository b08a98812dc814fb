import type { Exportable } from '@wfp/shared';
import { Id, named, Paging, SortBy, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const exportFormats = ['csv', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const transferStatuses = ['queued', 'running', 'succeeded', 'failed', 'expired'] as const;

export const transferSorts = ['created_at', 'resource', 'status', 'finished_at'] as const;

export const CreateExport = ({ filter, columns }: Pick<Exportable, 'filter' | 'columns'>) =>
  z.strictObject({
    format: z.enum(exportFormats).default('csv'),
    filter: filter.optional().meta({ description: 'Records to export; default: all that you may export' }),
    columns: z
      .array(z.enum(columns as [string, ...string[]]))
      .min(1)
      .max(columns.length)
      .refine((named) => new Set(named).size === named.length, 'Must not contain duplicates')
      .optional()
      .meta({ description: 'Columns in this order; default: all' }),
  });
export interface CreateExport {
  format: ExportFormat;
  filter?: unknown;
  columns?: string[] | undefined;
}

export const QueuedExport = z.object({ id: Id, status: z.enum(transferStatuses) });
named('QueuedExport', QueuedExport);

export const ExportRow = z.object({
  org_id: Id,
  id: Id,
  resource: z.string(),
  format: z.enum(exportFormats),
  filter: z.record(z.string(), z.unknown()),
  columns: z.array(z.string()),
  status: z
    .enum(transferStatuses)
    .meta({ description: 'expired: the file was deleted, 24 hours after it was assembled' }),
  row_count: z.int().meta({ description: 'Number of records written so far' }),
  total_rows: z.int().nullable(),
  size: z.int().nullable().meta({ description: 'Size of the file in bytes' }),
  error: z.string().nullable(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id,
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
  download_url: z.string().nullable().meta({
    description:
      'Valid for 15 minutes, without credentials; null if there is no file or you may not download it',
  }),
});

export const ListExports = z.strictObject({
  ...Paging,
  resource: z.string().max(100).optional(),
  status: z.enum(transferStatuses).optional(),
  sort: SortBy(transferSorts, '-created_at'),
});
export type ListExports = z.output<typeof ListExports>;
