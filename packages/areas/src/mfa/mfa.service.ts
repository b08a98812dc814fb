import {
  AppError,
  type Call,
  type Caller,
  forbidden,
  invalidField,
  notFound,
  queueMail,
  requireSession,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { lockPermittedUser } from '../access/index.ts';
import { serializeByUser } from '../accounts/index.ts';
import { endUserSessions, requirePassword } from '../auth/index.ts';
import {
  encryptTotpSecret,
  findStep,
  rejectCode,
  requireCode,
  requireGuess,
  requireRecentMfa,
  requireRecentProof,
} from './codes/codes.service.ts';
import { newRecoveryCodes, recoveryCodeHash } from './codes/recovery-codes.ts';
import { newTotpSecret, otpauthUrl } from './codes/totp.ts';
import type { BeginTotp, CodeBody, Proof } from './mfa.contract.ts';
import {
  archiveMethods,
  confirmMethod,
  countMethods,
  countRecoveryCodes,
  findMethods,
  findRecipient,
  insertMethod,
  lockEnrolment,
  markSessionProven,
  replaceRecoveryCodes,
} from './mfa.store.ts';

type BodyCall<Body = unknown> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;
type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

const maxMethods = 5;
const operation = 'change second factors';

export async function getMfa({ caller }: Pick<BodyCall, 'caller'>) {
  requireSession(caller, 'list second factors');
  const user_id = Number(caller.user_id);
  const [methods, recovery_codes_left] = await Promise.all([
    findMethods(caller, user_id),
    countRecoveryCodes(caller, user_id),
  ]);
  return { is_on: methods.length > 0, methods, recovery_codes_left, mfa_at: caller.mfa_at };
}

const tooManyMethods = (field: string) =>
  invalidField(field, `At most ${maxMethods} second factors are allowed; remove one first`);

/** Starts an enrolment. It has no effect until a code confirms it, within 10 minutes. */
export async function beginTotp({ caller, body }: BodyCall<BeginTotp>) {
  requireSession(caller, operation);
  await requireRecentMfa(caller);
  const methods = await findMethods(caller, Number(caller.user_id));
  if (methods.length >= maxMethods) throw tooManyMethods('label');
  const user = await requireRecipient(caller, Number(caller.user_id));
  const secret = newTotpSecret();
  return writeInTransaction(caller, async (tx) => {
    const [method] = await tx.write(insertMethod(caller, body.label, encryptTotpSecret(caller, secret)), {
      event: 'auth.mfa_enrolment_started',
      action: 'enrolment_started',
    });
    if (!method) throw new Error('Invariant: the insert returned no row');
    return { method_id: method.id, secret, otpauth_url: otpauthUrl(secret, user.org_name, user.email) };
  });
}

/** Confirms an enrolment with a code. Returns recovery codes if this is the first method of the user. */
export async function confirmTotp({ caller, params, body }: ById<CodeBody>) {
  requireSession(caller, operation);
  const user_id = Number(caller.user_id);
  return writeInTransaction(caller, async (tx) => {
    await serializeByUser(tx, caller, user_id);
    const method = await lockEnrolment(tx, caller, params.id);
    if (!method) throw notFound('Enrolment');
    const step = findStep(caller, method, body.code);
    if (step === null) return rejectCode(caller);
    const methods = await countMethods(tx, caller, user_id);
    // Otherwise, an enrolment that was started before the first method was confirmed would need no proof of that method.
    if (methods > 0) requireRecentProof(caller);
    if (methods >= maxMethods) throw tooManyMethods('code');
    await tx.write(confirmMethod(caller, method.id, step), { event: 'auth.mfa_enabled', action: 'enable' });
    await recordProof(tx, caller);
    await notifyUser(tx, caller, user_id, {
      subject: 'A second factor was added',
      text: 'A second factor was added to your account.',
      doubt: 'If this was not you',
    });
    return { recovery_codes: methods === 0 ? await issueRecoveryCodes(tx, caller) : [] };
  });
}

async function issueRecoveryCodes(tx: Transaction, caller: Caller): Promise<string[]> {
  const codes = newRecoveryCodes();
  const { ENCRYPTION_KEY } = caller.platform.config;
  const hashes = codes.map((code) => recoveryCodeHash(ENCRYPTION_KEY, code));
  await replaceRecoveryCodes(tx, caller, Number(caller.user_id), hashes);
  return codes;
}

async function recordProof(tx: Transaction, caller: Caller): Promise<Date> {
  const { credential } = caller;
  if (credential.kind !== 'session')
    throw new Error('Invariant: verifying a second factor requires a session');
  const [session] = await tx.write(markSessionProven(caller, credential.id), {
    event: 'auth.mfa_proven',
    action: 'proven',
  });
  if (!session) throw new AppError('unauthenticated', 'The session has ended');
  return session.mfa_at;
}

/** Removes a method. Removing the last one also deletes the recovery codes. */
export async function removeMethod({ caller, params, body }: ById<Proof>): Promise<void> {
  requireSession(caller, operation);
  const user_id = Number(caller.user_id);
  const methods = await findMethods(caller, user_id);
  if (!methods.some((one) => one.id === params.id)) throw notFound('Method');
  await requirePassword(caller, body.password);
  const against = await requireGuess(caller);
  await writeInTransaction(caller, async (tx) => {
    await requireCode(tx, caller, against, body.code);
    const [gone] = await tx.write(archiveMethods(caller, user_id, params.id), {
      event: 'auth.mfa_disabled',
      action: 'disable',
    });
    if (!gone) throw notFound('Method');
    if ((await countMethods(tx, caller, user_id)) === 0) await replaceRecoveryCodes(tx, caller, user_id, []);
    await notifyUser(tx, caller, user_id, {
      subject: 'A second factor was removed',
      text: 'A second factor was removed from your account.',
      doubt: 'If this was not you',
    });
  });
}

export async function renewRecoveryCodes({ caller, body }: BodyCall<Proof>) {
  requireSession(caller, operation);
  await requirePassword(caller, body.password);
  const against = await requireGuess(caller);
  return writeInTransaction(caller, async (tx) => {
    await requireCode(tx, caller, against, body.code);
    await recordProof(tx, caller);
    return { recovery_codes: await issueRecoveryCodes(tx, caller) };
  });
}

export async function stepUp({ caller, body }: BodyCall<CodeBody>) {
  requireSession(caller, 'verify a second factor');
  const against = await requireGuess(caller);
  return writeInTransaction(caller, async (tx) => {
    await requireCode(tx, caller, against, body.code);
    return { mfa_at: await recordProof(tx, caller) };
  });
}

/** Removes the second factors of a user who lost them, and ends the user's sessions. */
export async function resetMfa({ caller, params }: Pick<ById, 'caller' | 'params'>): Promise<void> {
  requireSession(caller, 'reset a second factor');
  if (params.id === caller.user_id)
    throw forbidden(
      'rule',
      'Cannot reset your own second factor; use POST /api/mfa/methods/:id/remove with your password and a code',
    );
  await writeInTransaction(caller, async (tx) => {
    await lockPermittedUser(tx, caller, params.id, 'user:manage');
    const gone = await tx.write(archiveMethods(caller, params.id, null), {
      event: 'auth.mfa_reset',
      action: 'reset',
    });
    if (gone.length === 0) throw invalidField('id', 'Must be a user with a second factor');
    await replaceRecoveryCodes(tx, caller, params.id, []);
    await tx.write(endUserSessions(caller, params.id, 'mfa_reset'), { event: 'auth.logout' });
    await notifyUser(tx, caller, params.id, {
      subject: 'Your second factor was reset',
      text: 'An administrator removed the second factor from your account and ended your sessions.',
      doubt: 'If you did not request this',
    });
  });
}

async function requireRecipient(caller: Caller, user_id: number) {
  const user = await findRecipient(caller, user_id);
  if (!user) throw notFound('User');
  return user;
}

interface SecurityNotice {
  subject: string;
  text: string;
  /** The condition under which the mail advises the user to act. The second is for changes by an administrator. */
  doubt: 'If this was not you' | 'If you did not request this';
}

/** Notifies a user of a change of their account, so that they can detect a takeover. */
export async function notifyUser(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  { subject, text, doubt }: SecurityNotice,
): Promise<void> {
  const { email, org_name } = await requireRecipient(caller, user_id);
  await queueMail(tx, caller, {
    user_id,
    to: email,
    kind: 'security_notice',
    subject: `${subject}: ${org_name}`,
    text: `${text}\n\n${doubt}, change your password immediately and inform an administrator of ${org_name}.`,
  });
}
