import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';

const { sql } = Prisma;

const mostAnHour = 30;

/** A method with its secret, still sealed. */
export interface SealedMethod {
  id: number;
  secret_enc: Uint8Array;
}

/**
 * The methods of a user that one more code may be held against. Six digits can be guessed by whoever has the
 * password or an open session and enough tries, from however many addresses: so they are counted for the
 * account, before the code is looked at, and stay counted whatever becomes of the request.
 */
export async function takeGuess(caller: Caller, user_id: number): Promise<SealedMethod[]> {
  const isNewHour = sql`(guesses_since is null or guesses_since <= now() - interval '1 hour')`;
  return executeOperational<SealedMethod>(
    caller.platform,
    sql`update mfa_methods set guesses = case when ${isNewHour} then 1 else guesses + 1 end,
        guesses_since = case when ${isNewHour} then now() else guesses_since end
      where org_id = ${caller.org_id} and user_id = ${user_id} and confirmed_at is not null and deleted_at is null
        and (${isNewHour} or guesses < ${mostAnHour}::int)
      returning id, secret_enc`,
  );
}
