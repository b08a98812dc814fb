import { accessRestrictions } from '@wfp/shared';
import { named } from '@wfp/shared/contract';
import { z } from 'zod';
import { PermissionRow } from '../access/index.ts';
import { AllSettings, Organization } from '../organizations/index.ts';
import { Me, Preferences } from '../users/index.ts';

const Restriction = z.object({
  reason: z
    .enum(accessRestrictions)
    .meta({ description: 'The reason of the 403 with which other requests are answered' }),
  message: z.string(),
  remedy: z.string().meta({ description: 'What a user can do to end the restriction' }),
  operation: z.string().nullable().meta({
    description: 'The operation that ends the restriction, such as `POST /mfa/totp`; null if none does',
  }),
});
named('StartRestriction', Restriction);
export type Restriction = z.output<typeof Restriction>;

const StartEnum = z.object({
  code: z.string(),
  label: z.string(),
  is_extensible: z.boolean(),
  values: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      color: z.string().nullable(),
      icon: z.string().nullable(),
      is_active: z.boolean(),
      is_default: z.boolean(),
    }),
  ),
});
named('StartEnum', StartEnum);

const likeOperation = (operation: string) => ({
  description: `As \`${operation}\`; null if you may not call it`,
});

export const Start = z.object({
  user: Me.nullable().meta(likeOperation('GET /users/me')),
  organization: Organization.nullable().meta(likeOperation('GET /organizations/{id}')),
  permissions: z.array(PermissionRow).nullable().meta(likeOperation('GET /users/me/permissions')),
  restrictions: z.array(Restriction).meta({ description: 'The access restrictions of this session or key' }),
  settings: AllSettings.nullable().meta(likeOperation('GET /organizations/{id}/settings')),
  enums: z.array(StartEnum).nullable().meta({
    description:
      'The enums of the service with the values that are not deleted; null if you may not read enums',
  }),
  preferences: Preferences.nullable().meta(likeOperation('GET /users/me/preferences')),
  version: z.string().meta({ description: 'Version of the service' }),
});
named('Start', Start);
