import { type Caller, encryptionKeys, hashToken, type PublicCall, userCaller } from '@wfp/shared';
import { write, writeInTransaction } from '@wfp/shared/db';
import {
  closeChallenge,
  failChallenge,
  findForSession,
  type LoginResponse,
  openSession,
  sessionFor,
  takeTry,
  unauthenticated,
} from '../auth/index.ts';
import { guessFor, useCode } from './codes.service.ts';
import type { VerifyMfa } from './mfa.contract.ts';
import { notify } from './mfa.service.ts';
import { useRecoveryCode } from './mfa.store.ts';
import { recoveryCodeHash } from './recovery-codes.ts';

const refused = () =>
  unauthenticated('The code or the mfa_token is not valid; after five tries log in again');

/** Answers the question for the second factor, and opens the session that the password alone did not. */
export async function verifyMfa({
  platform,
  origin,
  emits,
  body,
}: PublicCall<unknown, unknown, VerifyMfa>): Promise<LoginResponse> {
  const challenge = await takeTry(platform, hashToken(body.mfa_token));
  const person = challenge && (await findForSession(platform, challenge.org_id, challenge.user_id));
  if (!challenge || !person?.may_sign_in) throw refused();
  const caller = userCaller(platform, person, origin, emits);
  const methods = body.code === undefined ? [] : await guessFor(caller);
  const opened = await writeInTransaction(caller, async (tx) => {
    const isProven =
      body.code === undefined
        ? await takeRecoveryCode(tx, caller, body.recovery_code ?? '')
        : await useCode(tx, caller, methods, body.code);
    if (!isProven || !(await closeChallenge(tx, caller, challenge.id))) throw refused();
    return openSession(tx, caller, person, sessionFor(caller, person, true));
  }).catch(async (error: unknown) => {
    if ((error as { kind?: string }).kind === 'unauthenticated')
      await write(caller, failChallenge(caller, challenge.id), { event: 'auth.mfa_failed', action: 'fail' });
    throw error;
  });
  return opened;
}

async function takeRecoveryCode(
  tx: Parameters<typeof useCode>[0],
  caller: Caller,
  code: string,
): Promise<boolean> {
  const user_id = Number(caller.user_id);
  const hashes = encryptionKeys(caller.platform.config).map((key) => recoveryCodeHash(key, code));
  const [used] = await tx.write(useRecoveryCode(caller, user_id, hashes), {
    event: 'auth.mfa_recovery_used',
    action: 'use',
  });
  if (!used) return false;
  const what = 'A recovery code was used to sign in to your account. Make a new set before they run out.';
  await notify(tx, caller, user_id, 'A recovery code was used', what);
  return true;
}
