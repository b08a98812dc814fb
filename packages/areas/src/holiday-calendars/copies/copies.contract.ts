import { CalendarDate } from '@wfp/shared/contract';
import { z } from 'zod';

const Year = z.int().min(1).max(9999);

export const CopyYear = z
  .strictObject({
    from: Year.meta({ description: 'The year whose holidays are copied' }),
    to: Year.meta({ description: 'The year that gets them' }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Must be another year than from' })
  .meta({ example: { from: 2026, to: 2027 } });
export type CopyYear = z.output<typeof CopyYear>;

export const CopiedYear = z.object({
  copied: z.int().meta({ description: 'Number of holidays that were created' }),
  existing: z
    .array(CalendarDate)
    .meta({ description: 'Dates in `to` that already had a holiday, which was not changed' }),
  omitted: z
    .array(CalendarDate)
    .meta({ description: 'Dates in `from` that `to` does not have: 29 February' }),
});
export type CopiedYear = z.output<typeof CopiedYear>;
