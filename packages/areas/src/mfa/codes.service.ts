import {
  AppError,
  type Caller,
  decryptSecret,
  encryptionKeys,
  encryptSecret,
  invalidField,
  writeAuditNote,
} from '@wfp/shared';
import type { EncryptedColumn, Transaction } from '@wfp/shared/db';
import { countGuess, type EncryptedMethod } from './guesses.store.ts';
import { consumeStep, hasMethod } from './mfa.store.ts';
import { findTimeStep } from './totp.ts';

const mfaEncryptionContext = (org_id: number) => `mfa-secret:${org_id}`;

export const encryptedMfaColumns: readonly EncryptedColumn[] = [
  { table: 'mfa_methods', column: 'secret_enc', context: mfaEncryptionContext },
];

export function encryptTotpSecret(caller: Caller, secret: string): Uint8Array<ArrayBuffer> {
  return encryptSecret(caller.platform.config.ENCRYPTION_KEY, mfaEncryptionContext(caller.org_id), secret);
}

/** The step that a code is of, by one method's secret; null when it is wrong. */
export function findStep(caller: Caller, method: EncryptedMethod, code: string): number | null {
  const keys = encryptionKeys(caller.platform.config);
  const secret = decryptSecret(keys, mfaEncryptionContext(caller.org_id), method.secret_enc);
  return findTimeStep(secret, code, caller.platform.clock.now());
}

/**
 * What a code of a user may be held against. Taken before the transaction that uses the code, so that the
 * guess stays counted when that fails.
 *
 * @throws AppError `rate_limited` after too many wrong codes within an hour
 */
export async function requireGuess(caller: Caller): Promise<EncryptedMethod[]> {
  const user_id = Number(caller.user_id);
  const methods = await countGuess(caller, user_id);
  if (methods.length === 0 && (await hasMethod(caller, user_id))) {
    throw new AppError(
      'rate_limited',
      'Too many wrong codes for this account: wait for an hour, or sign in with a recovery code',
      { headers: { 'Retry-After': '3600' } },
    );
  }
  return methods;
}

/** Uses a code up, whichever of the methods it is of. False for a wrong one and for one used before. */
export async function consumeCode(
  tx: Transaction,
  caller: Caller,
  methods: readonly EncryptedMethod[],
  code: string,
): Promise<boolean> {
  for (const method of methods) {
    const step = findStep(caller, method, code);
    if (step !== null && (await consumeStep(tx, caller, method.id, step))) return true;
  }
  return false;
}

/**
 * Uses a code of the caller's up.
 *
 * @throws AppError `invalid` on `code`; the attempt stays in the audit log
 */
export async function requireCode(
  tx: Transaction,
  caller: Caller,
  methods: readonly EncryptedMethod[],
  code: string,
): Promise<void> {
  if (await consumeCode(tx, caller, methods, code)) return;
  rejectCode(caller);
}

/** @throws AppError `invalid` on `code` */
export function rejectCode(caller: Caller): never {
  const note = {
    action: 'prove_second_factor',
    resource: 'mfa_method',
    record_id: caller.user_id,
    outcome: 'failed',
  } as const;
  caller.platform.runInBackground(() => writeAuditNote(caller, note), 'A wrong code could not be noted');
  throw invalidField('code', 'Is wrong, or was used already; wait for the next one');
}

const recentMs = 10 * 60_000;

/**
 * For what somebody who sits at another's open session must not do. Asks nothing of users without a second
 * factor.
 *
 * @throws AppError `forbidden` unless this session proved a second factor within 10 minutes
 */
export async function requireRecentMfa(caller: Caller): Promise<void> {
  const { user_id } = caller;
  if (user_id === null || !(await hasMethod(caller, user_id))) return;
  requireRecentProof(caller);
}

/** The same for somebody who is known to have a second factor. */
export function requireRecentProof({ mfa_at, platform }: Caller): void {
  if (mfa_at && platform.clock.now().getTime() - mfa_at.getTime() <= recentMs) return;
  throw new AppError('forbidden', 'Prove your second factor again first: POST /api/auth/mfa/step-up');
}
