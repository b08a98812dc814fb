import type { Caller, Platform } from '@wfp/shared';
import { type Change, Prisma, recordedTable, settingColumns, type Transaction } from '@wfp/shared/db';
import { executeOperational, executeOperationalFor } from '@wfp/shared/operational';
import { usersAs } from '../../accounts/index.ts';

const { sql } = Prisma;

/** Sign-ins that wait for a second factor. Their events belong to the user, like those of sessions. */
const challengesTable = recordedTable({
  name: 'mfa_challenges',
  aggregate: 'user',
  aggregate_id: 'user_id',
  resource: 'mfa_challenge',
  columns: Prisma.MfaChallengeScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
  personal: sql`c.user_id`,
});

const ttlMinutes = 5;
const maxTries = 5;

/** Adds a challenge after a password was verified. Returns false if the password was changed since. */
export async function insertChallenge(
  caller: Caller,
  token_hash: Buffer,
  password_hash: string | null,
): Promise<boolean> {
  const rows = await executeOperationalFor(
    caller,
    sql`insert into mfa_challenges (org_id, user_id, token_hash, expires_at)
      select u.org_id, u.id, ${token_hash}, now() + ${ttlMinutes} * interval '1 minute' from ${usersAs('u')}
      where u.org_id = ${caller.org_id} and u.id = ${caller.user_id} and u.password_hash = ${password_hash}::text
      for key share returning id`,
  );
  return rows.length === 1;
}

export interface Challenge {
  org_id: number;
  id: number;
  user_id: number;
}

/**
 * Counts an attempt. Returns undefined if the challenge is unknown, expired or used, or has no attempts left, or if the
 * password was changed since.
 */
export async function countTry(platform: Platform, token_hash: Buffer): Promise<Challenge | undefined> {
  const [row] = await executeOperational<Challenge>(
    platform,
    sql`update mfa_challenges c set tries = c.tries + 1 from ${usersAs('u')}
      where c.token_hash = ${token_hash} and c.used_at is null and c.expires_at > now() and c.tries < ${maxTries}::int
        and u.org_id = c.org_id and u.id = c.user_id
        and (u.password_changed_at is null or u.password_changed_at < c.created_at)
      returning c.org_id, c.id, c.user_id`,
  );
  return row;
}

/** Closes a challenge. Exactly one of several concurrent calls returns true. */
export async function closeChallenge(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const closed = await tx.executeUnrecorded(
    sql`update mfa_challenges set used_at = now() where org_id = ${caller.org_id} and id = ${id} and used_at is null`,
  );
  return closed === 1;
}

/** Records a wrong code; `countTry` has counted the attempt. */
export function recordFailedTry(caller: Caller, id: number): Change<{ id: number }> {
  return {
    table: challengesTable,
    statement: settingColumns(
      [],
      sql`update mfa_challenges set tries = tries where org_id = ${caller.org_id} and id = ${id}`,
    ),
  };
}
