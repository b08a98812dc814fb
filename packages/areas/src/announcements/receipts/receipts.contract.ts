import { Id, Line, ListOf, named, PagingWithoutIds, SortBy, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const receiptStates = ['unread', 'read', 'unacknowledged', 'acknowledged'] as const;
export type ReceiptState = (typeof receiptStates)[number];

export const receiptSorts = ['name', 'read_at', 'acknowledged_at'] as const;

export const ListReceipts = z.strictObject({
  ...PagingWithoutIds,
  state: z.enum(receiptStates).optional().meta({ description: 'Only users with this state' }),
  q: Line(100).optional().meta({ description: 'Part of the name; case-insensitive' }),
  sort: SortBy(receiptSorts, 'name'),
});
export type ListReceipts = z.output<typeof ListReceipts>;

const Reader = named(
  'AnnouncementReader',
  z.object({
    user_id: Id,
    employee_id: Id.nullable(),
    first_name: z.string(),
    last_name: z.string(),
    read_at: Timestamp.nullable().meta({ description: 'Time at which the user first read any version' }),
    acknowledged_at: Timestamp.nullable().meta({ description: 'Of the current version' }),
    acknowledged_version: z.int().positive().nullable().meta({
      description: 'The last version that the user acknowledged',
    }),
  }),
);

export const ReaderList = ListOf(Reader);

const count = z.int().nonnegative();

export const Progress = z.object({
  audience: count.meta({ description: 'Active users in the audience now' }),
  read: count.meta({ description: 'Users among them who have read any version' }),
  acknowledged: count.meta({ description: 'Users among them who acknowledged the current version' }),
});
