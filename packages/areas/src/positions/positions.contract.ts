import { CalendarDate, Id, Line, Paging, PagingWithoutIds, QueryId, SortBy } from '@wfp/shared/contract';
import { z } from 'zod';
import { holderSorts } from '../employees/index.ts';

export const positionStatuses = ['draft', 'open', 'frozen', 'closed'] as const;

export const ListVacancies = z.strictObject({
  ...Paging,
  team_id: QueryId.optional(),
  family: Line(100).optional(),
  q: Line(100).optional().meta({ description: 'Part of the title or code; case-insensitive' }),
  sort: SortBy(['title', 'code', 'family', 'level', 'created_at', 'updated_at'], 'title'),
});
export type ListVacancies = z.output<typeof ListVacancies>;

export const ListHolders = z.strictObject({
  ...PagingWithoutIds,
  as_of: CalendarDate.optional().meta({ description: 'Default: today (UTC)' }),
  q: Line(100).optional().meta({ description: 'Part of a name or employee number; case-insensitive' }),
  sort: SortBy(holderSorts, 'name'),
});
export type ListHolders = z.output<typeof ListHolders>;

export const Holder = z.object({
  employee_id: Id,
  employee_number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  since: CalendarDate,
});
