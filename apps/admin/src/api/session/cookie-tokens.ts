import type { TokenStore, Tokens } from '@wfp/client';

/** An access token, whose refresh token is in a cookie. */
export interface AccessToken {
  access_token: string;
  /** In milliseconds of the local clock. */
  expires_at: number;
}

/**
 * Keeps the access token in memory. The client has no refresh token: when it locks the store to renew the access token,
 * the store requests another one, so that the client finds it.
 *
 * @param renew returns a token other than the given one; null if the session has ended
 */
export function cookieTokens(
  first: AccessToken,
  renew: (rejected: string) => Promise<AccessToken | null>,
): TokenStore {
  let tokens: Tokens | null = tokensOf(first);
  return {
    get: () => tokens,
    set: (next) => {
      tokens = next;
    },
    lock: async (run) => {
      const next = tokens && (await renew(tokens.access_token));
      tokens = next && tokensOf(next);
      return run();
    },
  };
}

const tokensOf = ({ access_token, expires_at }: AccessToken): Tokens => ({ access_token, expires_at });
