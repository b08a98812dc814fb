import { CalendarDate, Id, named } from '@wfp/shared/contract';
import { z } from 'zod';

export const ReadOccupancy = z.strictObject({
  date: CalendarDate.optional().meta({
    description:
      'Counts on that day, scheduled changes included; requires employee_change:read for the organization. Default: now',
  }),
});
export type ReadOccupancy = z.output<typeof ReadOccupancy>;

export const Occupancy = named(
  'PlaceOccupancy',
  z.object({
    place_id: Id,
    date: CalendarDate.nullable().meta({ description: 'Null: now' }),
    capacity: z.int().nullable(),
    people: z.int().nonnegative().meta({ description: 'Employees at the place or at a place below it' }),
    people_is_exact: z.boolean().meta({ description: 'False if more than 10,000 may have been counted' }),
    free: z.int().nullable().meta({
      description:
        'Capacity without these people, negative if it is exceeded; null if the capacity is not known',
    }),
  }),
);
