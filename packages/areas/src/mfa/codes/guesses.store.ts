import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';

const { sql } = Prisma;

const maxGuessesPerHour = 30;

export interface EncryptedMethod {
  id: number;
  secret_enc: Uint8Array;
}

/**
 * Counts a guess and returns the methods to compare the code with, except those with 30 guesses within an hour. Guesses
 * are counted per account, because an attacker with the password or an open session could otherwise guess six digits
 * from many addresses. They are counted before the comparison, and stay counted if the request fails.
 */
export async function countGuess(caller: Caller, user_id: number): Promise<EncryptedMethod[]> {
  const isNewHour = sql`(guesses_since is null or guesses_since <= now() - interval '1 hour')`;
  return executeOperational<EncryptedMethod>(
    caller.platform,
    sql`update mfa_methods set guesses = case when ${isNewHour} then 1 else guesses + 1 end,
        guesses_since = case when ${isNewHour} then now() else guesses_since end
      where org_id = ${caller.org_id} and user_id = ${user_id} and confirmed_at is not null and deleted_at is null
        and (${isNewHour} or guesses < ${maxGuessesPerHour}::int)
      returning id, secret_enc`,
  );
}
