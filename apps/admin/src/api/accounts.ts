import type { SignedInUser } from '@wfp/client';
import { anonymous, storeSession } from './session/session.ts';

/** Requests the mail with which a password is reset. Also succeeds if there is no such user. @throws ApiError */
export const requestPasswordReset = (body: { org_slug: string; email: string }) =>
  anonymous.post('/auth/password-reset', { body });

/** Sets a new password, which ends all sessions of the user. @throws ApiError */
export const resetPassword = (body: { token: string; new_password: string }) =>
  anonymous.post('/auth/password-reset/confirm', { body });

interface AcceptedInvitation {
  token: string;
  password: string;
  first_name?: string;
  last_name?: string;
}

/** Accepts an invitation and signs in. Returns the slug; null if the user has to sign in. @throws ApiError */
export async function acceptInvitation(body: AcceptedInvitation): Promise<string | null> {
  const answer = await anonymous.post('/auth/invitation/accept', { body });
  if ('mfa_required' in answer) return null;
  // The slug of the organization may have changed since the mail was sent.
  const headers = { authorization: `Bearer ${answer.access_token}` };
  const { org_slug } = await anonymous.get('/users/me', { headers });
  await storeSession(org_slug, answer.refresh_token);
  return org_slug;
}

interface Founding {
  org_name: string;
  org_slug: string;
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

/** Creates an organization and signs in as its owner. @throws ApiError */
export async function signUp(body: Founding): Promise<SignedInUser> {
  const { refresh_token, user } = await anonymous.post('/public/signup', { body });
  await storeSession(body.org_slug, refresh_token);
  return user;
}

/** Returns whether a slug is free, otherwise a similar one that is. @throws ApiError */
export const checkSlug = (slug: string, signal: AbortSignal) =>
  anonymous.get('/public/org-slugs/{slug}', { params: { path: { slug } }, signal });

/** Confirms the address of a signup. @throws ApiError */
export const confirmSignup = (token: string) => anonymous.post('/public/signup/verify', { body: { token } });

/** Requests another mail with which the address of a signup is confirmed. @throws ApiError */
export const resendConfirmation = (body: { org_slug: string; email: string }) =>
  anonymous.post('/public/signup/resend', { body });
