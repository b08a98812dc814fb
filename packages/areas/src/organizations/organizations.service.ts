import {
  type Call,
  type Caller,
  invalidField,
  missingReference,
  notFound,
  type Proposal,
  proposeUpdate,
  requireSession,
} from '@wfp/shared';
import { type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import { requireOwner, transferOwnerRole } from '../access/index.ts';
import { requirePassword } from '../auth/index.ts';
import { shareOwnImage } from '../files/index.ts';
import type {
  CloseOrganization,
  OrganizationParams,
  PatchOrganization,
  TransferOwnership,
} from './organizations.contract.ts';
import {
  cancelClosing,
  findOrganization,
  hasLogo,
  type OrganizationRow,
  startClosing,
  updateOrganization,
  updateOrganizationIfDifferent,
} from './organizations.store.ts';

type ById<Body = unknown> = Pick<Call<OrganizationParams, unknown, Body>, 'caller' | 'params' | 'body'>;

/** @throws AppError `not_found` for any other organization */
export function requireOwnId(caller: Caller, id: OrganizationParams['id']): void {
  if (id !== 'current' && id !== caller.org_id) throw notFound('Organization');
}

/** @throws AppError `forbidden` unless the caller is an owner with a session */
export function requireOwnerSession(caller: Caller, act: string): void {
  requireSession(caller, act);
  requireOwner(caller, act);
}

export async function getOrganization({ caller, params }: ById) {
  requireOwnId(caller, params.id);
  return findOrganization(caller);
}

export async function patchOrganization({ caller, params, body }: ById<PatchOrganization>) {
  requireOwnId(caller, params.id);
  const { logo_file_id } = body;
  const change = updateOrganizationIfDifferent(caller, body);
  const recording = { event: 'organization.post_update' };
  if (logo_file_id == null) return requireUpdated(await write(caller, change, recording));
  return writeInTransaction(caller, async (tx) => {
    await requireLogo(tx, caller, logo_file_id);
    return requireUpdated(await tx.write(change, recording));
  });
}

/** SVG is not among them: it can contain scripts, and mail programs do not show it. */
const logoTypes = ['image/png', 'image/jpeg', 'image/jpg', 'image/webp'];

/** @throws AppError `invalid`, the same for a missing file, another type and a file that the caller cannot read */
async function requireLogo(tx: Transaction, caller: Caller, file_id: number): Promise<void> {
  const isUsable =
    (await shareOwnImage(tx, caller, file_id, logoTypes)) || (await hasLogo(tx, caller, file_id));
  if (!isUsable) throw missingReference('logo_file_id');
}

export async function proposeOrganizationPatch({
  caller,
  params,
  body,
}: ById<PatchOrganization>): Promise<Proposal[]> {
  requireOwnId(caller, params.id);
  return proposeUpdate(caller, updateOrganizationIfDifferent(caller, body), body);
}

function requireUpdated([organization]: OrganizationRow[]): OrganizationRow {
  if (!organization) throw new Error('Invariant: the caller has no organization');
  return organization;
}

export async function transferOwnership({ caller, params, body }: ById<TransferOwnership>) {
  requireOwnId(caller, params.id);
  requireOwnerSession(caller, 'transfer ownership');
  if (body.user_id === caller.user_id) throw invalidField('user_id', 'Must be another user');
  await requirePassword(caller, body.password);
  return writeInTransaction(caller, async (tx) => {
    await transferOwnerRole(tx, caller, body.user_id);
    return requireUpdated(
      await tx.write(updateOrganization(caller, {}), {
        event: 'organization.ownership_transferred',
        action: 'transfer_ownership',
      }),
    );
  });
}

export function proposeClosing({ caller, params }: Pick<ById, 'caller' | 'params'>): Proposal[] {
  requireOwnId(caller, params.id);
  requireOwnerSession(caller, 'close the organization');
  return [{ record_id: caller.org_id, change: {} }];
}

export async function closeOrganization({ caller, params, body }: ById<CloseOrganization>) {
  requireOwnId(caller, params.id);
  requireOwnerSession(caller, 'close the organization');
  const { slug } = await findOrganization(caller);
  if (body.confirm !== slug) throw invalidField('confirm', `Must be the slug of the organization, ${slug}`);
  await requirePassword(caller, body.password);
  const [closing] = await write(caller, startClosing(caller), {
    event: 'organization.closing',
    action: 'close',
  });
  if (!closing) throw invalidField('id', 'Is already closing');
  return closing;
}

export async function reopenOrganization({ caller, params }: ById) {
  requireOwnId(caller, params.id);
  requireOwnerSession(caller, 'reopen the organization');
  const [open] = await write(caller, cancelClosing(caller), {
    event: 'organization.reopened',
    action: 'reopen',
  });
  if (!open) throw invalidField('id', 'Is not closing');
  return open;
}
