import { Email, Id, Paging, SortBy, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { identitySorts } from '../../accounts/index.ts';

const identityProviders = ['password', 'oidc', 'saml', 'scim'] as const;

export const Identity = z.object({
  org_id: Id,
  id: Id,
  user_id: Id,
  provider: z.enum(identityProviders),
  provider_key: z.string(),
  external_id: z.string(),
  verified_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable().meta({
    description:
      'Last sign-in. Null for other users unless you have user:manage or audit_log:read, or the setting privacy.show_sign_in_times is true',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});

export const ListIdentities = z.strictObject({ ...Paging, sort: SortBy(identitySorts, 'created_at') });
export type ListIdentities = z.output<typeof ListIdentities>;

export const ChangeEmail = z.strictObject({ email: Email, password: z.string().min(1).max(1_000) });
export type ChangeEmail = z.output<typeof ChangeEmail>;

export const PendingEmail = z.object({ email: z.string(), expires_at: Timestamp });

export const ConfirmEmail = z.strictObject({ token: z.string().min(1).max(200) });
export type ConfirmEmail = z.output<typeof ConfirmEmail>;
