import type { Caller } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import type { Transaction } from '@wfp/shared/db';
import { findOrganizationSlug } from '../sign-in/organizations.store.ts';
import { issueUserToken, type NewUserToken, type UserTokenPurpose } from './user-tokens.store.ts';

interface TokenUse {
  goal: string;
  /** The page of the admin application, below `/auth`. */
  page: string;
  /** The request that accepts the token, in words. */
  request: string;
  path: string;
}

const uses: Readonly<Record<UserTokenPurpose, TokenUse>> = {
  reset_password: {
    goal: 'set a new password',
    page: 'password-reset',
    request: 'send this token with the new password',
    path: '/auth/password-reset/confirm',
  },
  invitation: {
    goal: 'accept it',
    page: 'invitation',
    request: 'send this token with a password of your choice',
    path: '/auth/invitation/accept',
  },
  verify_email: {
    goal: 'confirm that this address is yours',
    page: 'verify',
    request: 'send this token',
    path: '/public/signup/verify',
  },
  change_email: {
    goal: 'confirm it',
    page: 'email',
    request: 'sign in with your current address and send this token',
    path: '/users/me/email/confirm',
  },
};

/**
 * Issues a token and returns the paragraphs of a mail that say how to use it: in the admin application, unless it is
 * switched off, and with the API.
 *
 * @throws AppError `rate_limited` as {@link issueUserToken}
 */
export async function issueMailedToken(
  tx: Transaction,
  caller: Caller,
  token: NewUserToken,
): Promise<string> {
  const raw = await issueUserToken(tx, caller, token);
  const { ADMIN_UI, PUBLIC_URL } = caller.platform.config;
  const { goal, request, path } = uses[token.purpose];
  const period = periodOf(token.ttlSeconds);
  const operation = `POST ${PUBLIC_URL}/api${path}`;
  if (ADMIN_UI === 'off') return `To ${goal}, ${request} to ${operation} within ${period}:\n\n${raw}`;
  const org_slug = await findOrganizationSlug(tx, caller);
  const link = linkToken(caller.platform.config, { ...token, token: raw, org_slug });
  return `To ${goal}, open this page within ${period}:\n\n${link}\n\nPrograms ${request} to ${operation}:\n\n${raw}`;
}

interface LinkedToken extends Pick<NewUserToken, 'purpose' | 'email'> {
  token: string;
  org_slug: string;
}

/**
 * Returns the address of the page of the admin application that takes a token. Token, organization and address of the
 * user are in the fragment, which no server receives.
 */
export function linkToken(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { purpose, email, token, org_slug }: LinkedToken,
): string {
  const address = Buffer.from(email).toString('base64url');
  return `${PUBLIC_URL}/auth/${uses[purpose].page}#${token}/${org_slug}/${address}`;
}

function periodOf(seconds: number): string {
  const hours = seconds / 3600;
  if (hours === 1) return 'an hour';
  return hours > 24 ? `${hours / 24} days` : `${hours} hours`;
}
