import {
  AppError,
  type Caller,
  decryptSecret,
  encryptionKeys,
  encryptSecret,
  forbidden,
  invalidField,
  writeAuditNote,
} from '@wfp/shared';
import type { EncryptedColumn, Transaction } from '@wfp/shared/db';
import { serializeByUser } from '../../accounts/index.ts';
import { consumeStep, hasMethod } from '../mfa.store.ts';
import { countGuess, type EncryptedMethod } from './guesses.store.ts';
import { findTimeStep } from './totp.ts';

const mfaEncryptionContext = (org_id: number) => `mfa-secret:${org_id}`;

export const encryptedMfaColumns: readonly EncryptedColumn[] = [
  { table: 'mfa_methods', column: 'secret_enc', context: mfaEncryptionContext },
];

export function encryptTotpSecret(caller: Caller, secret: string): Uint8Array<ArrayBuffer> {
  return encryptSecret(caller.platform.config.ENCRYPTION_KEY, mfaEncryptionContext(caller.org_id), secret);
}

/** Returns the time step of a code for one method; null if the code is wrong. */
export function findStep(caller: Caller, method: EncryptedMethod, code: string): number | null {
  const keys = encryptionKeys(caller.platform.config);
  const secret = decryptSecret(keys, mfaEncryptionContext(caller.org_id), method.secret_enc);
  return findTimeStep(secret, code, caller.platform.clock.now());
}

/**
 * Returns the methods that a code may match. Called before the transaction that consumes the code, so that the guess
 * stays counted if the transaction fails.
 *
 * @throws AppError `rate_limited` after too many wrong codes within an hour
 */
export async function requireGuess(caller: Caller): Promise<EncryptedMethod[]> {
  const user_id = Number(caller.user_id);
  const methods = await countGuess(caller, user_id);
  if (methods.length === 0 && (await hasMethod(caller, user_id))) {
    throw new AppError(
      'rate_limited',
      'Too many wrong codes for this account; wait an hour, or sign in with a recovery code',
      { headers: { 'Retry-After': '3600' } },
    );
  }
  return methods;
}

/** Consumes a code of any of the methods. False if it is wrong or was used before. Locks the user. */
export async function consumeCode(
  tx: Transaction,
  caller: Caller,
  methods: readonly EncryptedMethod[],
  code: string,
): Promise<boolean> {
  await serializeByUser(tx, caller, Number(caller.user_id));
  for (const method of methods) {
    const step = findStep(caller, method, code);
    if (step !== null && (await consumeStep(tx, caller, method.id, step))) return true;
  }
  return false;
}

/**
 * Consumes a code of the caller.
 *
 * @throws AppError `invalid` on `code`; the audit log records the wrong code although the transaction is rolled back
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
  caller.platform.runInBackground(() => writeAuditNote(caller, note), 'Could not audit a wrong code');
  throw invalidField('code', 'Is wrong or was already used; wait for the next code');
}

const recentMs = 10 * 60_000;

/**
 * Protects sensitive operations from the use of an unattended session. Has no effect for users without a second
 * factor.
 *
 * @throws AppError `forbidden` unless this session proved a second factor within 10 minutes
 */
export async function requireRecentMfa(caller: Caller): Promise<void> {
  if (await hasMethod(caller, Number(caller.user_id))) requireRecentProof(caller);
}

/** Like {@link requireRecentMfa}, for a user who is known to have a second factor. */
export function requireRecentProof({ mfa_at, platform }: Caller): void {
  if (mfa_at && platform.clock.now().getTime() - mfa_at.getTime() <= recentMs) return;
  throw forbidden('mfa_step_up', 'Verify your second factor again with POST /api/auth/mfa/step-up');
}
