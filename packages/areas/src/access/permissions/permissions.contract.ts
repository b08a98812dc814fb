import { rights, scopes } from '@wfp/shared';
import { Id, named, QueryId } from '@wfp/shared/contract';
import { z } from 'zod';
import { grantScopes, grantSource } from '../grants/grants.contract.ts';
import { PermissionName } from '../roles/roles.contract.ts';

const Scopes = z.array(z.enum(scopes));

export const PermissionRow = z.object({
  permission: z.string(),
  resource: z.string(),
  right: z.string(),
  scopes: Scopes,
});

export const RightRow = z.object({ code: z.enum(rights), description: z.string() });

export const ResourceRow = z.object({
  code: z.string(),
  label: z.string(),
  area: z.string(),
  rights: z.array(z.enum(rights)),
  scopes: Scopes,
  fields: z.array(z.string()),
});

export const ResourceParams = z.strictObject({
  code: z.string().regex(/^[a-z][a-z_]*$/, 'Must consist of a-z and _, starting with a letter'),
});

export const ExplainPermission = z.strictObject({
  user_id: QueryId,
  permission: PermissionName,
  record_id: QueryId.optional().meta({ description: 'Explains the permission for this record' }),
});
export type ExplainPermission = z.output<typeof ExplainPermission>;

export const Explanation = z.object({
  allowed: z.boolean(),
  via: z
    .array(
      z.object({
        grant_id: Id,
        role_id: Id,
        role_code: z.string(),
        scope: z.enum(grantScopes),
        team_id: Id.nullable(),
        source: grantSource,
        scopes: Scopes.meta({ description: 'The scopes in which the grant gives the permission' }),
        reaches_record: z
          .boolean()
          .optional()
          .meta({ description: 'True if the scopes include the record; only if record_id is set' }),
      }),
    )
    .meta({ description: 'The grants in force that give the permission' }),
  missing: z.string().optional().meta({ description: 'The reason, if not allowed' }),
});
named('PermissionExplanation', Explanation);
export type Explanation = z.output<typeof Explanation>;
