import { z } from 'zod';

export const teamKinds = ['department', 'squad', 'committee'] as const;

export const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must consist of a-z, 0-9 and single hyphens between them')
  .meta({ description: 'Default: derived from the name' });

export const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Must be a colour such as #1f6feb');

export const MembersCount = z
  .int()
  .nonnegative()
  .meta({ description: 'Number of members today, without those of child teams' });
