import { z } from 'zod';

export const teamKinds = ['department', 'squad', 'committee'] as const;

export const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be a-z, 0-9 and single hyphens between them')
  .meta({ description: 'Made from the name when left out' });

export const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Must look like #1f6feb');

export const MembersCount = z
  .int()
  .nonnegative()
  .meta({ description: 'Members of today, without those of teams below' });
