import type { BadgeQuery } from '@wfp/shared';
import { BoundedRecord, hasInvisible, Line } from '@wfp/shared/contract';
import { z } from 'zod';

export const targetKinds = ['resource', 'route', 'url'] as const;
export type TargetKind = (typeof targetKinds)[number];

export const NavigationKey = z
  .string()
  .max(50)
  .regex(
    /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/,
    'Must consist of a-z, 0-9 and single hyphens or underscores between them, such as time-off',
  );

const maxTargetLength = 2_000;
export const Target = z
  .string()
  .min(1)
  .max(maxTargetLength)
  .refine((text) => !hasInvisible(text), 'Must not contain control or invisible characters');

export const Position = z.int().min(0).max(100_000);

const maxBadgeFilters = 10;
const FilterValue = z.union([Line(200), z.int(), z.boolean()]);

export const Badge = z
  .strictObject({
    resource: Line(60).meta({ description: 'The code of a resource whose list is counted' }),
    filter: BoundedRecord(z.string().max(60), FilterValue, { max: maxBadgeFilters, keys: 'filters' }),
  })
  .meta({ description: 'Counts the records of a list that the caller can see; null for no number' });

export const ShownBadge: z.ZodType<BadgeQuery> = z.object({
  resource: z.string(),
  filter: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])),
});
