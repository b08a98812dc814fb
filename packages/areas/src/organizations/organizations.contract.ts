import { CurrencyCode, Id, Line, Locale, QueryId, Timestamp, TimeZone } from '@wfp/shared/contract';
import { z } from 'zod';
import { AllSettings, type Section, sections } from './settings/settings.registry.ts';

/** Slugs that are misleading or could collide with addresses of the service. */
const reserved = new Set([
  'admin',
  'administrator',
  'api',
  'app',
  'assets',
  'auth',
  'blog',
  'current',
  'docs',
  'help',
  'login',
  'mail',
  'public',
  'root',
  'signup',
  'static',
  'status',
  'support',
  'system',
  'www',
]);

export const OrgSlug = z
  .string()
  .min(3)
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must consist of a-z, 0-9 and single hyphens between them')
  .refine((slug) => !reserved.has(slug), 'Is reserved');

/** The id of the caller's organization, or `current`. Any other id gives 404. */
export const OrganizationParams = z.strictObject({ id: z.literal('current').or(QueryId) });
export type OrganizationParams = z.output<typeof OrganizationParams>;

/** The code of a plan. Every organization starts with `free`. */
export const PlanCode = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, 'Must be 2 to 40 characters of a-z, 0-9 and _, starting with a letter');

export const SuspensionReason = Line(500);

export const Organization = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  status: z.enum(['unverified', 'active', 'suspended', 'closing', 'closed']),
  legal_name: z.string().nullable(),
  registration_no: z.string().nullable(),
  plan_code: z.string().meta({ description: 'Plan of the organization, which operators of the service set' }),
  logo_file_id: Id.nullable().meta({
    description: 'Logo, a file that every user of the organization may read',
  }),
  primary_domain: z.string().nullable(),
  verified_at: Timestamp.nullable(),
  closing_at: Timestamp.nullable(),
  time_zone: z.string(),
  locale: z.string(),
  currency: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Must be a domain such as example.com');

export const PatchOrganization = z
  .strictObject({
    name: Line(100),
    slug: OrgSlug,
    legal_name: Line(200).nullable(),
    registration_no: Line(100).nullable(),
    primary_domain: Domain.nullable(),
    time_zone: TimeZone,
    locale: Locale,
    currency: CurrencyCode,
    logo_file_id: Id.nullable().meta({
      description: 'File id of a PNG, JPEG or WebP image that you uploaded; null removes the logo',
    }),
  })
  .partial();
export type PatchOrganization = z.output<typeof PatchOrganization>;

export const Settings = z.object({
  settings: AllSettings,
  set: z.array(z.string()).meta({ description: 'Settings that differ from their default, as section.key' }),
});

export const ListSettings = z.strictObject({
  section: z.enum(sections as [Section, ...Section[]]).optional(),
});

const Password = z.string().min(1).max(1_000);

export const TransferOwnership = z.strictObject({ user_id: Id, password: Password });
export type TransferOwnership = z.output<typeof TransferOwnership>;

export const CloseOrganization = z.strictObject({
  password: Password,
  confirm: z.string().max(100).meta({ description: 'Slug of the organization, as confirmation' }),
});
export type CloseOrganization = z.output<typeof CloseOrganization>;
