import { CalendarDate, Id, Paging } from '@wfp/shared/contract';
import { z } from 'zod';

export const ListHolders = z.strictObject({
  ...Paging,
  as_of: CalendarDate.optional().meta({ description: 'Today (UTC) when left out' }),
});
export type ListHolders = z.output<typeof ListHolders>;

export const Holder = z.object({
  employee_id: Id,
  employee_number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  since: CalendarDate.nullable(),
});
