import { AppError, invalidField, type PublicCall, userCaller } from '@wfp/shared';
import { writeSteps } from '@wfp/shared/db';
import { seedAccess } from '../access/index.ts';
import { hashPassword, type LoginResponse, openSession, refuseCommonPassword } from '../auth/index.ts';
import { insertUser } from '../users/index.ts';
import type { SignupBody } from './signup.contract.ts';
import { insertOrganization, takeIds } from './signup.store.ts';

/**
 * Makes an organization, its built-in roles, its owner and the owner's first session, all in one
 * transaction: a slug that is taken leaves nothing behind.
 */
export async function signUp({
  platform,
  origin,
  emits,
  body,
}: PublicCall<unknown, unknown, SignupBody>): Promise<LoginResponse> {
  refuseCommonPassword(body.password);
  const { email, first_name, last_name, org_name, org_slug } = body;
  const password_hash = await hashPassword(body.password);
  const { org_id, user_id } = await takeIds(platform);
  const caller = userCaller(platform, { org_id, user_id, name: `${first_name} ${last_name}` }, origin, emits);
  const work = writeSteps(caller, async (tx) => {
    await tx.write(insertOrganization(caller, org_name, org_slug), { event: 'organization.post_create' });
    const owner = insertUser(caller, { id: user_id, email, first_name, last_name, password_hash });
    await tx.write(owner, { event: 'user.post_create' });
    await seedAccess(tx, caller, user_id);
    return openSession(tx, caller, { org_id, user_id, org_name, email });
  });
  return work.catch((error: unknown) => {
    throw isTaken(error) ? invalidField('org_slug', 'Is already taken') : error;
  });
}

/** The column is called `slug`; the client sent `org_slug`. */
function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.details?.fieldErrors.slug !== undefined;
}
