import { AppError, type Call, invalidField } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { requirePassword } from '../../auth/index.ts';
import { type OrganizationParams, requireOwnerSession, requireOwnId } from '../../organizations/index.ts';
import { organizationResource } from '../exports/export-kinds.ts';
import { insertExport } from '../exports/exports.store.ts';
import type { ExportOrganization } from './organization-export.contract.ts';

type OrganizationExportCall = Pick<
  Call<OrganizationParams, unknown, ExportOrganization>,
  'caller' | 'params' | 'body'
>;

/** Queues an export of the whole organization. Rejects the request while another one is queued or running. */
export async function requestOrganizationExport({ caller, params, body }: OrganizationExportCall) {
  requireOwnId(caller, params.id);
  requireOwnerSession(caller, 'export the organization');
  await requirePassword(caller, body.password);
  const change = insertExport(caller, organizationResource, { format: body.format });
  const rows = await write(caller, change, { event: 'export.post_create' }).catch((error: unknown) => {
    throw isAlreadyRunning(error)
      ? invalidField('id', 'An export of this organization is already running')
      : error;
  });
  const [row] = rows;
  if (!row) throw new Error('Invariant: the insert returned no row');
  return row;
}

/** A unique index allows one queued or running export of the whole organization. */
function isAlreadyRunning(error: unknown): boolean {
  return error instanceof AppError && error.details?.fieldErrors.organization !== undefined;
}
