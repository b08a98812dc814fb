import {
  AppError,
  type Caller,
  invalidField,
  type Platform,
  type PublicCall,
  queueMail,
  userCaller,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { addPasswordIdentity, insertUser, type NewUser, recordAboutUser } from '../accounts/index.ts';
import {
  consumeToken,
  hashPassword,
  ignoreTooManyTokens,
  issueMailedToken,
  issueUserToken,
  type LoginResponse,
  openSession,
  recordVerifiedEmail,
  rejectCommonPassword,
  requireUserToken,
} from '../auth/index.ts';
import { OrgSlug, verifyOrganization } from '../organizations/index.ts';
import { organizationFounded } from './announcements.ts';
import type { ResendVerification, SignupBody, VerifySignup } from './signup.contract.ts';
import { findTakenSlugs, findUnverifiedFounder, insertOrganization, reserveIds } from './signup.store.ts';
import { listSlugCandidates } from './slugs.ts';

type SignupCall<Body> = PublicCall<unknown, unknown, Body>;

const verificationTtlSeconds = 7 * 24 * 3600;

/**
 * Creates an organization with its initial rows, its owner and the owner's first session, in one transaction. The owner
 * is also the first employee.
 */
export async function signUp({
  platform,
  origin,
  emits,
  body,
}: SignupCall<SignupBody>): Promise<LoginResponse> {
  rejectCommonPassword(body.password);
  const { email, first_name, last_name, org_name } = body;
  const password_hash = await hashPassword(platform, body.password, { origin });
  const { org_id, user_id } = await reserveIds(platform);
  const caller = userCaller(platform, { org_id, user_id, name: `${first_name} ${last_name}` }, origin, emits);
  const owner = { id: user_id, email, first_name, last_name, password_hash };
  const work = writeInTransaction(caller, async (tx) => {
    await tx.write(insertOrganization(caller, body), { event: 'organization.post_create' });
    await addOwner(tx, caller, owner);
    await sendVerification(tx, caller, email, org_name);
    return openSession(tx, caller, { org_id, user_id, org_name, email });
  });
  return work.catch(rejectTakenSlug);
}

/** Events and announcements of {@link foundOrganization}. */
export const foundingEffects = {
  emits: ['organization.post_create', 'user.post_create', 'user.invited'],
  announces: [organizationFounded],
} as const;

type Owner = NewUser & { id: number };

async function addOwner(tx: Transaction, caller: Caller, owner: Owner): Promise<void> {
  const { id: user_id, first_name, last_name } = owner;
  const invited = owner.password_hash === null ? [{ type: 'user.invited' }] : [];
  await tx.write(insertUser(caller, owner), { event: 'user.post_create', also: invited });
  if (owner.password_hash !== null) await addPasswordIdentity(tx, caller, user_id);
  await tx.announce(organizationFounded, { user_id, first_name, last_name });
}

interface Founding {
  org_name: string;
  org_slug: string;
  email: string;
  first_name: string;
  last_name: string;
}

const foundingTokenTtlSeconds = 7 * 24 * 3600;

/**
 * Creates an organization for another person. Sends no mail.
 *
 * @param callerOf returns the caller in the new organization, with the events of {@link foundingEffects}
 * @returns the ids, and the token with which the owner sets a password; only its hash is stored
 */
export async function foundOrganization(
  platform: Platform,
  callerOf: (org_id: number) => Caller,
  founding: Founding,
): Promise<{ org_id: number; user_id: number; token: string }> {
  const { org_id, user_id } = await reserveIds(platform);
  const caller = callerOf(org_id);
  const { email, first_name, last_name } = founding;
  const work = writeInTransaction(caller, async (tx) => {
    await tx.write(insertOrganization(caller, founding, true), { event: 'organization.post_create' });
    await addOwner(tx, caller, { id: user_id, email, first_name, last_name, password_hash: null });
    const invitation = {
      user_id,
      purpose: 'invitation',
      email,
      ttlSeconds: foundingTokenTtlSeconds,
    } as const;
    return { org_id, user_id, token: await issueUserToken(tx, caller, invitation) };
  });
  return work.catch(rejectTakenSlug);
}

function rejectTakenSlug(error: unknown): never {
  throw isTakenSlug(error) ? invalidField('org_slug', 'Is already taken') : error;
}

/** The unique index reports the column `slug`; the request field is `org_slug`. */
function isTakenSlug(error: unknown): boolean {
  return error instanceof AppError && error.details?.fieldErrors.slug !== undefined;
}

async function sendVerification(
  tx: Transaction,
  caller: Caller,
  email: string,
  org_name: string,
): Promise<void> {
  const user_id = Number(caller.user_id);
  const instructions = await issueMailedToken(tx, caller, {
    user_id,
    purpose: 'verify_email',
    email,
    ttlSeconds: verificationTtlSeconds,
  });
  await queueMail(tx, caller, {
    user_id,
    to: email,
    kind: 'verify_email',
    subject: `Confirm your address for ${org_name}`,
    text: `Welcome. ${instructions}\n\nUntil then ${org_name} can invite three people; after 7 days it becomes read-only until the address is confirmed.`,
  });
}

export async function verifySignup({ platform, origin, emits, body }: SignupCall<VerifySignup>) {
  const found = await requireUserToken(platform, 'verify_email', body.token);
  const caller = userCaller(platform, found, origin, emits);
  await writeInTransaction(caller, async (tx) => {
    await consumeToken(tx, caller, found);
    await tx.write(recordVerifiedEmail(caller, found.user_id, found.email), { event: 'user.post_update' });
    await tx.write(verifyOrganization(caller), { event: 'organization.verified', action: 'verify' });
  });
  return { verified: true as const };
}

/**
 * Resends the mail if the address is that of the founder of an unverified organization who was not sent too many in the last
 * hour. The response and its timing do not reveal whether a mail is sent.
 */
export async function resendVerification({ platform, origin, emits, body }: SignupCall<ResendVerification>) {
  const found = await findUnverifiedFounder(platform, body.org_slug, body.email);
  if (found) {
    const caller = userCaller(platform, found, origin, emits);
    platform.runInBackground(
      () =>
        writeInTransaction(caller, async (tx) => {
          await recordAboutUser(tx, caller, found.user_id, { event: 'user.verification_requested' });
          await sendVerification(tx, caller, found.email, found.org_name);
        }).catch(ignoreTooManyTokens),
      'Sending a verification mail failed',
    );
  }
  return { received: true as const };
}

/** Returns a free slug derived from a name, or undefined if all candidates are taken. */
export async function findFreeOrganizationSlug(
  platform: Platform,
  name: string,
): Promise<string | undefined> {
  const tried = listSlugCandidates(name);
  const taken = await findTakenSlugs(platform, tried);
  return tried.find((slug) => !taken.has(slug));
}

export async function checkSlug({ platform, params }: PublicCall<{ slug: string }, unknown, unknown>) {
  const isSlug = OrgSlug.safeParse(params.slug).success;
  const tried = listSlugCandidates(params.slug);
  const taken = await findTakenSlugs(platform, isSlug ? [params.slug, ...tried] : tried);
  const available = isSlug && !taken.has(params.slug);
  return { available, suggestion: available ? null : (tried.find((slug) => !taken.has(slug)) ?? null) };
}
