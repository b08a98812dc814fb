import { type Call, type Caller, invalidField, queueMail } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { recordAboutUser } from '../accounts/index.ts';
import { issueMailedToken } from '../auth/index.ts';
import type { OrganizationParams } from './organizations.contract.ts';
import { requireOwnerSession, requireOwnId } from './organizations.service.ts';
import { findPendingVerification, type PendingVerification } from './organizations.store.ts';

const tokenTtlSeconds = 7 * 24 * 3600;

/**
 * Sends an owner a token that verifies the organization by their own address. Without this, an organization whose founder
 * left before verifying it would stay read-only for ever.
 */
export async function requestVerification({
  caller,
  params,
}: Pick<Call<OrganizationParams, unknown, unknown>, 'caller' | 'params'>) {
  requireOwnId(caller, params.id);
  requireOwnerSession(caller, 'verify the organization');
  const found = await findPendingVerification(caller);
  if (!found) throw invalidField('id', 'Is already verified, or is closing');
  return writeInTransaction(caller, async (tx) => {
    await recordAboutUser(tx, caller, found.user_id, { event: 'user.verification_requested' });
    await sendVerificationMail(tx, caller, found);
    return { received: true as const };
  });
}

async function sendVerificationMail(
  tx: Transaction,
  caller: Caller,
  { user_id, email, org_name }: PendingVerification,
): Promise<void> {
  const request = { user_id, purpose: 'verify_email', email, ttlSeconds: tokenTtlSeconds } as const;
  const instructions = await issueMailedToken(tx, caller, request);
  await queueMail(tx, caller, {
    user_id,
    to: email,
    kind: 'verify_email',
    subject: `Verify ${org_name}`,
    text: `As an owner of ${org_name}, you requested its verification. ${instructions}\n\nIf you did not request this, ignore this message.`,
  });
}
