import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperationalFor } from '@wfp/shared/operational';
import { serializedUser } from '../../accounts/index.ts';

const { sql } = Prisma;

const maxGuessesPerHour = 30;

export interface EncryptedMethod {
  id: number;
  secret_enc: Uint8Array;
}

/**
 * Counts a guess and returns the methods to compare the code with, except those with 30 guesses within an hour. Guesses
 * are counted per account, because an attacker with the password or an open session could otherwise guess six digits
 * from many addresses. They are counted before the comparison, and stay counted if the request fails. Locks the user
 * first, as transactions that consume a code do: those lock methods in another order.
 */
export async function countGuess(caller: Caller, user_id: number): Promise<EncryptedMethod[]> {
  const isNewHour = sql`(guesses_since is null or guesses_since <= now() - interval '1 hour')`;
  return executeOperationalFor<EncryptedMethod>(
    caller,
    sql`update mfa_methods m set guesses = case when ${isNewHour} then 1 else guesses + 1 end,
        guesses_since = case when ${isNewHour} then now() else guesses_since end
      from (${serializedUser(caller, user_id)}) u
      where m.org_id = u.org_id and m.user_id = u.id and confirmed_at is not null and deleted_at is null
        and (${isNewHour} or guesses < ${maxGuessesPerHour}::int)
      returning m.id, m.secret_enc`,
  );
}
