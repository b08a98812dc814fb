import type { Caller, Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { operate } from '@wfp/shared/unscoped';

const { sql } = Prisma;

const minutes = 5;
const mostTries = 5;

/** Notes that a password was right and a second factor is still to come. */
export async function insertChallenge(caller: Caller, token_hash: Buffer): Promise<void> {
  await operate(
    caller.platform,
    sql`insert into mfa_challenges (org_id, user_id, token_hash, expires_at)
      values (${caller.org_id}, ${caller.user_id}, ${token_hash}, now() + ${minutes} * interval '1 minute') returning id`,
  );
}

/** A challenge with a try left, and whose it is. */
export interface Challenge {
  org_id: number;
  id: number;
  user_id: number;
}

/** Takes one of the few tries of a challenge; undefined when it is unknown, over, used or has none left. */
export async function takeTry(platform: Platform, token_hash: Buffer): Promise<Challenge | undefined> {
  const [row] = await operate<Challenge>(
    platform,
    sql`update mfa_challenges set tries = tries + 1
      where token_hash = ${token_hash} and used_at is null and expires_at > now() and tries < ${mostTries}::int
      returning org_id, id, user_id`,
  );
  return row;
}
