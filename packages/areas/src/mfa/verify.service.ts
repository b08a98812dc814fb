import { type Caller, encryptionKeys, hashToken, type PublicCall, userCaller } from '@wfp/shared';
import { write, writeInTransaction } from '@wfp/shared/db';
import { serializeByUser } from '../accounts/index.ts';
import {
  closeChallenge,
  countTry,
  findUserForSession,
  type LoginResponse,
  newSessionFor,
  openSession,
  recordFailedTry,
  suspensionError,
  unauthenticated,
} from '../auth/index.ts';
import { consumeCode, requireGuess } from './codes/codes.service.ts';
import { recoveryCodeHash } from './codes/recovery-codes.ts';
import type { VerifyMfa } from './mfa.contract.ts';
import { notifyUser } from './mfa.service.ts';
import { markRecoveryCodeUsed } from './mfa.store.ts';

const invalidCodeError = () =>
  unauthenticated('The code or the mfa_token is not valid; log in again after five attempts');

export async function verifyMfa({
  platform,
  origin,
  emits,
  body,
}: PublicCall<unknown, unknown, VerifyMfa>): Promise<LoginResponse> {
  const challenge = await countTry(platform, hashToken(body.mfa_token));
  const person = challenge && (await findUserForSession(platform, challenge.org_id, challenge.user_id));
  if (!challenge || !person?.may_sign_in) throw (person && suspensionError(person)) || invalidCodeError();
  const caller = userCaller(platform, person, origin, emits);
  const methods = body.code === undefined ? [] : await requireGuess(caller);
  const opened = await writeInTransaction(caller, async (tx) => {
    const isProven =
      body.code === undefined
        ? await consumeRecoveryCode(tx, caller, body.recovery_code ?? '')
        : await consumeCode(tx, caller, methods, body.code);
    if (!isProven || !(await closeChallenge(tx, caller, challenge.id))) throw invalidCodeError();
    return openSession(tx, caller, person, newSessionFor(caller, person, true));
  }).catch(async (error: unknown) => {
    if ((error as { kind?: string }).kind === 'unauthenticated')
      await write(caller, recordFailedTry(caller, challenge.id), {
        event: 'auth.mfa_failed',
        action: 'fail',
        outcome: 'failed',
      });
    throw error;
  });
  return opened;
}

async function consumeRecoveryCode(
  tx: Parameters<typeof consumeCode>[0],
  caller: Caller,
  code: string,
): Promise<boolean> {
  const user_id = Number(caller.user_id);
  // Otherwise, the challenge would be locked while the transaction waits for the user.
  await serializeByUser(tx, caller, user_id);
  const hashes = encryptionKeys(caller.platform.config).map((key) => recoveryCodeHash(key, code));
  const [used] = await tx.write(markRecoveryCodeUsed(caller, user_id, hashes), {
    event: 'auth.mfa_recovery_used',
    action: 'use',
  });
  if (!used) return false;
  await notifyUser(tx, caller, user_id, {
    subject: 'A recovery code was used',
    text: 'A recovery code was used to sign in to your account. Create new codes before they run out.',
    doubt: 'If this was not you',
  });
  return true;
}
