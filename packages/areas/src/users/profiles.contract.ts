import { Email, Id, Line, Prose, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const identityProviders = ['password', 'oidc', 'saml', 'scim'] as const;

const Link = z.strictObject({
  label: Line(50),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .meta({ description: 'http or https' }),
});

const birthdayVisibilities = ['hidden', 'day_month'] as const;

export const Profile = z.object({
  org_id: Id,
  user_id: Id,
  pronouns: z.string().nullable(),
  bio: z.string().nullable(),
  phone: z.string().nullable(),
  skills: z.array(z.string()),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  birthday_visibility: z.enum(birthdayVisibilities),
  updated_at: Timestamp,
});

const distinct = (words: string[]) => new Set(words.map((word) => word.toLowerCase())).size === words.length;

export const PatchProfile = z
  .strictObject({
    pronouns: Line(50).nullable(),
    bio: Prose(2_000).nullable(),
    phone: z
      .string()
      .trim()
      .regex(/^\+?[0-9][0-9 ()./-]{3,30}$/, 'Must be a telephone number')
      .nullable(),
    skills: z.array(Line(50)).max(50).refine(distinct, 'Must name each skill once'),
    links: z.array(Link).max(10),
    birthday_visibility: z.enum(birthdayVisibilities),
  })
  .partial();
export type PatchProfile = z.output<typeof PatchProfile>;

export const Identity = z.object({
  org_id: Id,
  id: Id,
  user_id: Id,
  provider: z.enum(identityProviders),
  provider_key: z.string(),
  external_id: z.string(),
  verified_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});

export const ChangeEmail = z.strictObject({ email: Email, password: z.string().min(1).max(1_000) });
export type ChangeEmail = z.output<typeof ChangeEmail>;

export const PendingEmail = z.object({ email: z.string(), expires_at: Timestamp });

export const ConfirmEmail = z.strictObject({ token: z.string().min(1).max(200) });
export type ConfirmEmail = z.output<typeof ConfirmEmail>;
