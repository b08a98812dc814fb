import { randomBytes } from 'node:crypto';
import {
  AppError,
  type Caller,
  forbidden,
  hashToken,
  type PublicCall,
  restrictionMessages,
  userCaller,
} from '@wfp/shared';
import { type Recording, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { recordAboutUser, recordLogin } from '../../accounts/index.ts';
import type { LoginBody, LoginResponse, SignInResponse } from '../auth.contract.ts';
import { isAllowedFrom } from '../credentials/authenticate.ts';
import { suspensionError } from '../credentials/suspension.ts';
import { newRefreshToken, signAccessToken } from '../credentials/tokens.ts';
import { verifyPassword } from '../passwords/password.ts';
import { insertRefreshToken } from '../sessions/refresh-tokens.store.ts';
import {
  findUserForLogin,
  insertSession,
  type NewSession,
  type SignInUser,
} from '../sessions/sessions.store.ts';
import { insertChallenge } from './challenges.store.ts';
import { computeSessionStage, isPasswordTooOld } from './sign-in.policy.ts';

type PublicBodyCall<Body> = PublicCall<unknown, unknown, Body>;
type SessionUser = Pick<SignInUser, 'org_id' | 'org_name' | 'user_id' | 'email'>;

const wrongCredentialsError = () =>
  new AppError('unauthenticated', 'Organization, email or password is wrong');

/**
 * Signs in. A wrong organization, user or password has the same response and takes the same time. Only the right password
 * reveals that the user or the organization is suspended.
 */
export async function login({
  platform,
  origin,
  emits,
  body,
}: PublicBodyCall<LoginBody>): Promise<SignInResponse> {
  const found = await findUserForLogin(platform, body.org_slug, body.email);
  const matches = await verifyPassword(platform, body.password, found?.password_hash, { origin });
  if (!found || !matches || !found.may_sign_in) {
    if (found) recordFailure(userCaller(platform, found, origin, emits));
    throw (found && matches && suspensionError(found)) || wrongCredentialsError();
  }
  if (isPasswordTooOld(found, platform.clock.now())) {
    throw forbidden(
      'password_expired',
      'Your password has expired; reset it with POST /api/auth/password-reset',
    );
  }
  return signIn(userCaller(platform, found, origin, emits), found);
}

const loginFailed: Recording = { event: 'auth.login_failed', action: 'login', outcome: 'failed' };

/** Runs in the background, because the response must not take longer for an account that exists. */
function recordFailure(caller: Caller): void {
  const record = () =>
    writeInTransaction(caller, (tx) =>
      recordAboutUser(tx, caller, Number(caller.user_id), loginFailed, 'session'),
    );
  caller.platform.runInBackground(record, 'Could not record a failed sign-in');
}

/**
 * Signs in a user whose password was verified: opens a session, or returns a challenge if the user has a second factor.
 *
 * @throws AppError `forbidden` from a network that is not allowed
 */
export async function signIn(caller: Caller, found: SignInUser): Promise<SignInResponse> {
  rejectForeignNetwork(caller, found);
  if (found.has_second_factor) {
    const mfa_token = randomBytes(32).toString('base64url');
    if (!(await insertChallenge(caller, hashToken(mfa_token), found.password_hash)))
      throw wrongCredentialsError();
    return { mfa_required: true, mfa_token };
  }
  return writeInTransaction(caller, (tx) =>
    openSession(tx, caller, found, newSessionFor(caller, found, false)),
  );
}

/** A new session under the organization's security settings. */
export function newSessionFor(caller: Caller, found: SignInUser, with_mfa: boolean): NewSession {
  return {
    stage: computeSessionStage(found, caller.platform.clock.now()),
    with_mfa,
    hours: found.policy?.session_hours ?? null,
    password_hash: found.password_hash,
  };
}

/** A session without security settings, for a new organization. */
const defaultSession: NewSession = { stage: 'full', with_mfa: false, hours: null, password_hash: null };

/** @throws AppError `forbidden` from a network that the organization does not allow */
export function rejectForeignNetwork(caller: Caller, found: SignInUser): void {
  if (isAllowedFrom(found.policy?.allowed_networks ?? null, caller.origin)) return;
  throw forbidden('foreign_network', restrictionMessages.foreign_network);
}

/** Opens a session for a verified user, in the transaction that verified the user. */
export async function openSession(
  tx: Transaction,
  caller: Caller,
  person: SessionUser,
  begins: NewSession = defaultSession,
): Promise<LoginResponse> {
  if (!(await recordLogin(tx, caller, begins.password_hash))) throw wrongCredentialsError();
  const [session] = await tx.write(insertSession(caller, begins), { event: 'auth.login' });
  if (!session) throw new Error('Invariant: the insert returned no row');
  return issueTokens(caller, person, session.id, (hash) => insertRefreshToken(tx, caller, session.id, hash));
}

/** @param insert stores the hash of the refresh token */
export async function issueTokens(
  caller: Caller,
  { org_id, user_id, org_name, email }: SessionUser,
  session_id: number,
  insert: (hash: Buffer) => Promise<void>,
): Promise<LoginResponse> {
  const refresh_token = newRefreshToken();
  await insert(hashToken(refresh_token));
  return {
    access_token: signAccessToken(caller.platform, { org_id, user_id, session_id }),
    refresh_token,
    expires_in: caller.platform.config.ACCESS_TOKEN_TTL,
    user: { id: user_id, org_id, org_name, email },
  };
}
