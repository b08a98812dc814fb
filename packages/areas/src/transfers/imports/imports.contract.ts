import { Id, named, Paging, SortBy, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { transferSorts, transferStatuses } from '../exports/exports.contract.ts';

export const CreateImport = z.strictObject({
  file_id: Id.meta({
    description:
      'A file that you have uploaded: CSV in UTF-8 with a header, or another format that the endpoint names; at most 10,000 rows and 10 MiB',
  }),
  dry_run: z
    .boolean()
    .default(false)
    .meta({ description: 'Validates the file and reports the result without writing anything' }),
});
named('ImportCreate', CreateImport);
export type CreateImport = z.output<typeof CreateImport>;

export const QueuedImport = z.object({ id: Id, status: z.enum(transferStatuses) });
named('QueuedImport', QueuedImport);

const RowError = z.object({
  row: z.int().meta({
    description:
      'In CSV, the row number: the header is row 1, and empty lines are not counted. In iCalendar, the number of the event, from 1',
  }),
  field: z.string().nullable(),
  message: z.string(),
});
export type RowError = z.output<typeof RowError>;

const ImportResult = z.object({
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int().meta({ description: 'Rows whose record already had all values' }),
  errors: z
    .array(RowError)
    .meta({ description: 'The first 100 errors. If there are any, nothing was imported' }),
});
export type ImportResult = z.output<typeof ImportResult>;

export const ImportRow = z.object({
  org_id: Id,
  id: Id,
  resource: z.string(),
  file_id: Id,
  parent_id: Id.nullable().meta({
    description: 'The record below which rows are imported, such as the calendar of holidays',
  }),
  dry_run: z.boolean(),
  status: z.enum(transferStatuses),
  result: ImportResult.nullable(),
  error: z.string().nullable(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id,
  updated_by: Id.nullable(),
});

export const ListImports = z.strictObject({
  ...Paging,
  resource: z.string().max(100).optional(),
  status: z.enum(transferStatuses).optional(),
  sort: SortBy(transferSorts, '-created_at'),
});
export type ListImports = z.output<typeof ListImports>;
