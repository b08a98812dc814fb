import { sleep } from './delays.ts';
import { ApiError, SecondFactorRequiredError } from './errors.ts';
import { memoryStore, type TokenStore, type Tokens } from './tokens.ts';

/** One of the two proves a second factor. */
export type SecondFactor = { code: string } | { recovery_code: string };

/** Signs in by a password. */
export interface PasswordSignIn {
  org_slug: string;
  email: string;
  password: string;
  /** Asked where the account has a second factor. Without it, signing in throws a `SecondFactorRequiredError`. */
  secondFactor?: () => SecondFactor | Promise<SecondFactor>;
}

/** Finishes a sign-in that a second factor was asked for. */
export type SecondStep = { mfa_token: string } & SecondFactor;

/** Who is signed in. */
export interface SignedInUser {
  id: number;
  org_id: number;
  org_name: string;
  email: string;
}

/** What a new session is told by: signing in, refreshing and signing up answer with it. */
export interface NewSession {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: SignedInUser;
}

/** Sends a body to an endpoint about sessions, with a token or without. @throws ApiError */
export type Post = (path: string, body: object | undefined, token?: string) => Promise<unknown>;

export interface SessionOptions {
  post: Post;
  apiKey?: string | undefined;
  signIn?: PasswordSignIn | undefined;
  tokens?: Tokens | undefined;
  store?: TokenStore | undefined;
  onSignedOut?: (() => void) | undefined;
}

/** So long before its end an access token is not used any more: a call takes a while to arrive. */
const expiryMarginMs = 10_000;

/** How long somebody who has new tokens takes to keep them, where no lock is there to wait for. */
const otherTabMs = 1_000;

/** Has a token for every call: signs in, refreshes, and does either once for all who wait for it. */
export class Session {
  readonly #options: SessionOptions;
  readonly #store: TokenStore;
  #begun: Promise<void> | undefined;
  #renewing: Promise<Tokens | null> | undefined;
  #isSignedOut = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#store = options.store ?? memoryStore();
  }

  /** The token to call with; undefined where there is nothing to sign in with. */
  async token(): Promise<string | undefined> {
    if (this.#options.apiKey) return this.#options.apiKey;
    const tokens = this.#renewing ? await this.#renewing : await this.#stored();
    if (tokens && isGood(tokens)) return tokens.access_token;
    return (await this.#renew(tokens?.access_token))?.access_token;
  }

  /** A token for the same call again, after this one was refused; undefined where there is no other. */
  async renewedToken(refused: string): Promise<string | undefined> {
    if (this.#options.apiKey) return undefined;
    return (await this.#renew(refused))?.access_token;
  }

  async signIn(given: PasswordSignIn | SecondStep): Promise<SignedInUser> {
    const made = await this.#enter(given);
    await this.use(made);
    return made.user;
  }

  /** Goes on with a session that was made elsewhere. */
  async use(given: Tokens | NewSession): Promise<void> {
    await this.#begin();
    await this.#renewing?.catch(() => undefined);
    this.#isSignedOut = false;
    await this.#store.set(tokensOf(given));
  }

  async signOut(everywhere: boolean): Promise<void> {
    this.#isSignedOut = true;
    try {
      const token = this.#options.apiKey || (await this.#stored()) ? await this.token() : undefined;
      if (token) await this.#options.post(everywhere ? '/auth/logout-all' : '/auth/logout', undefined, token);
    } catch (error) {
      if (!isRejection(error)) throw error;
    } finally {
      await this.#store.set(null);
    }
  }

  async #stored(): Promise<Tokens | null> {
    await this.#begin();
    return this.#store.get();
  }

  /** What the client was made with counts where the store has nothing. */
  #begin(): Promise<void> {
    this.#begun ??= (async () => {
      const { tokens } = this.#options;
      if (tokens && !(await this.#store.get())) await this.#store.set(tokensOf(tokens));
    })().catch((error: unknown) => {
      this.#begun = undefined;
      throw error;
    });
    return this.#begun;
  }

  #renew(refused: string | undefined): Promise<Tokens | null> {
    const run = () => this.#renewed(refused);
    this.#renewing ??= (this.#store.lock ? this.#store.lock(run) : run()).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewed(refused: string | undefined): Promise<Tokens | null> {
    const tokens = await this.#stored();
    // Somebody else who shares the store was faster.
    if (tokens && isGood(tokens) && tokens.access_token !== refused) return tokens;
    const next = (await this.#refreshed(tokens)) ?? (await this.#madeByOthers(tokens));
    if (next) return next;
    const anew = await this.#signedInAnew().catch(async (error: unknown) => {
      if (isRejection(error) || error instanceof SecondFactorRequiredError) await this.#over(tokens);
      throw error;
    });
    if (anew) await this.#store.set(anew);
    else await this.#over(tokens);
    return anew;
  }

  async #over(tokens: Tokens | null): Promise<void> {
    if (!tokens) return;
    await this.#store.set(null);
    this.#options.onSignedOut?.();
  }

  async #refreshed(tokens: Tokens | null): Promise<Tokens | null> {
    if (!tokens?.refresh_token) return null;
    try {
      const { refresh_token } = tokens;
      const next = tokensOf((await this.#options.post('/auth/refresh', { refresh_token })) as NewSession);
      await this.#store.set(next);
      return next;
    } catch (error) {
      if (isRejection(error)) return null;
      throw error;
    }
  }

  /** A refresh token is used once: it may be refused because somebody who shares the store has just used it. */
  async #madeByOthers(refused: Tokens | null): Promise<Tokens | null> {
    if (!refused || !this.#options.store) return null;
    const isOther = (tokens: Tokens | null) => tokens && tokens.access_token !== refused.access_token;
    const tokens = await this.#store.get();
    if (isOther(tokens) || this.#store.lock) return isOther(tokens) ? tokens : null;
    await sleep(otherTabMs);
    const later = await this.#store.get();
    return isOther(later) ? later : null;
  }

  async #signedInAnew(): Promise<Tokens | null> {
    const { signIn } = this.#options;
    return signIn && !this.#isSignedOut ? tokensOf(await this.#enter(signIn)) : null;
  }

  async #enter(given: PasswordSignIn | SecondStep): Promise<NewSession> {
    const { post } = this.#options;
    if ('mfa_token' in given) return (await post('/auth/mfa/verify', given)) as NewSession;
    const { secondFactor, ...body } = given;
    const answer = (await post('/auth/login', body)) as
      | NewSession
      | { mfa_required: true; mfa_token: string };
    if (!('mfa_required' in answer)) return answer;
    const { mfa_token } = answer;
    if (!secondFactor) throw new SecondFactorRequiredError(mfa_token);
    return (await post('/auth/mfa/verify', { mfa_token, ...(await secondFactor()) })) as NewSession;
  }
}

function isGood({ expires_at = Number.POSITIVE_INFINITY }: Tokens): boolean {
  return expires_at - expiryMarginMs > Date.now();
}

function isRejection(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function tokensOf(given: Tokens | NewSession): Tokens {
  const { access_token, refresh_token, expires_at, expires_in }: Tokens & { expires_in?: number } = given;
  const endsAt = expires_in === undefined ? undefined : Date.now() + expires_in * 1_000;
  return {
    access_token,
    ...(refresh_token !== undefined && { refresh_token }),
    ...((expires_at ?? endsAt) !== undefined && { expires_at: expires_at ?? endsAt }),
  };
}
