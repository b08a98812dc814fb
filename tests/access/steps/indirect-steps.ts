import { Prisma } from '@wfp/shared/db';
import type { Client, TestService } from '@wfp/testing';
import { putBytes, toServiceUrl } from '@wfp/testing/files.ts';
import { runLane } from '../../../packages/areas/src/announcements/testing/run-lane.ts';
import { importLane } from '../../../packages/areas/src/transfers/imports/import.lane.ts';

const { sql } = Prisma;

interface ImportStage {
  service: TestService;
  actor: Client;
  role_code: string;
  /** The address of an existing user; undefined for a new one. */
  email: string | undefined;
}

let counter = 0;

/**
 * Imports a user with a role. Runs the import at once, so that the next step sees its grants.
 *
 * @returns 200 if the import succeeded, 422 if it failed, otherwise 403 or another status of the rejected request
 */
export async function runImport({ service, actor, role_code, email }: ImportStage): Promise<number> {
  counter += 1;
  const address = email ?? `imported${counter}@example.test`;
  const bytes = Buffer.from(`email,first_name,last_name,role_codes\n${address},M,M,${role_code}\n`);
  const described = { name: 'users.csv', mime: 'text/csv', size: bytes.length };
  const file = await actor.call('POST', '/files', described);
  if (file.status !== 201) return file.status;
  const uploaded = await putBytes(toServiceUrl(service, file.body.upload_url), actor.token, bytes);
  if (uploaded.status !== 200) return uploaded.status;
  const { status, body } = await actor.call('POST', '/users/import', { file_id: file.body.id });
  // A file that the actor may not read is reported as missing.
  if (status !== 202) return status === 422 ? 403 : status;
  const { org_id } = actor.user;
  await runLane(service, org_id, importLane);
  // An import can be read only by its requester, who may lack the permission to.
  const [row] = await service.rows<{ status: string }>(
    sql`select status from imports where org_id = ${org_id} and id = ${body.id}`,
  );
  if (row?.status !== 'succeeded' && row?.status !== 'failed')
    throw new Error(`The import did not end: ${row?.status}`);
  return row.status === 'succeeded' ? 200 : 422;
}

/**
 * Merges a new team into another, or archives it in favor of the other. Grants that are limited to the other team, or to
 * teams above it, then include the rows of the new team, as if it were placed below the other.
 */
export async function runMerge(
  owner: Client,
  actor: Client,
  { below, isArchived }: { below: number; isArchived: boolean },
): Promise<{ status: number; nested?: { team: number; below: number } }> {
  counter += 1;
  const { body } = await owner.call('POST', '/teams', { name: `Merged ${counter}` });
  const team: number = body.id;
  const { status } = isArchived
    ? await actor.call('POST', `/teams/${team}/archive`, { move_to: below })
    : await actor.call('POST', `/teams/${team}/merge`, { into_id: below });
  return status === 200 ? { status, nested: { team, below } } : { status };
}
