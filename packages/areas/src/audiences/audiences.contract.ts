import { asCondition, type Condition, conditionSchema } from '@wfp/shared';
import { Id, named } from '@wfp/shared/contract';
import { z } from 'zod';
import { audienceFields } from './audience-fields.ts';
import { canonicalizeTimeZones } from './time-zones.ts';

/** A condition over the fields of employees, as requests contain it. */
export const Audience = conditionSchema(audienceFields, { variables: ['today'] }).transform((accepted) => ({
  ...canonicalizeTimeZones(asCondition(accepted)),
}));

/** Null: all active users of the organization, including those who are not employees. */
export type Audience = Condition | null;

export const PreviewAudience = z.strictObject({
  audience: Audience.nullable().meta({
    description: 'A condition over the fields of employees; null for all active users',
    example: { field: 'status', op: 'eq', value: 'active' },
  }),
});
export type PreviewAudience = z.output<typeof PreviewAudience>;

const count = z.int().nonnegative();

export const AudiencePreview = named(
  'AudiencePreview',
  z.object({
    employee_count: count.meta({ description: 'Employees in the audience' }),
    user_count: count.meta({
      description:
        'Active users in the audience, without service users; with null, also users who are not employees',
    }),
    sample: z
      .array(
        z.object({
          employee_id: Id,
          user_id: Id.nullable(),
          first_name: z.string(),
          last_name: z.string(),
          job_title: z.string().nullable(),
        }),
      )
      .max(10)
      .meta({ description: 'The first employees in the audience, by id' }),
    warnings: z.array(z.string()).optional(),
  }),
);
