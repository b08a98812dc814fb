import { sleep } from './delays.ts';
import { ApiError, SecondFactorRequiredError } from './errors.ts';
import { memoryStore, type TokenStore, type Tokens } from './tokens.ts';

export type SecondFactor = { code: string } | { recovery_code: string };

export interface PasswordSignIn {
  org_slug: string;
  email: string;
  password: string;
  /** Called if the account has a second factor. Without it, signing in throws a `SecondFactorRequiredError`. */
  secondFactor?: () => SecondFactor | Promise<SecondFactor>;
}

/** Completes a sign-in with a second factor. */
export type SecondStep = { mfa_token: string } & SecondFactor;

export interface SignedInUser {
  id: number;
  org_id: number;
  org_name: string;
  email: string;
}

/** The response to signing in, refreshing and signing up. */
export interface NewSession {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: SignedInUser;
}

/** Calls an endpoint for sessions, with or without a token. @throws ApiError */
export type Post = (path: string, body: object | undefined, token?: string) => Promise<unknown>;

export interface SessionOptions {
  post: Post;
  apiKey?: string | undefined;
  signIn?: PasswordSignIn | undefined;
  tokens?: Tokens | undefined;
  store?: TokenStore | undefined;
  onSignedOut?: (() => void) | undefined;
}

/** An access token is renewed this long before it expires, because a request takes time to arrive. */
const expiryMarginMs = 10_000;

/** Maximum time that another client takes to store its new tokens, if the store has no lock. */
const otherTabMs = 1_000;

/** Provides access tokens: signs in or refreshes, once for all concurrent calls. */
export class Session {
  readonly #options: SessionOptions;
  readonly #store: TokenStore;
  #initialized: Promise<void> | undefined;
  #renewing: Promise<Tokens | null> | undefined;
  #isSignedOut = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#store = options.store ?? memoryStore();
  }

  /** Returns the current token; undefined if the client has no credentials. */
  async token(): Promise<string | undefined> {
    if (this.#options.apiKey) return this.#options.apiKey;
    const tokens = this.#renewing ? await this.#renewing : await this.#stored();
    if (tokens && isValid(tokens)) return tokens.access_token;
    return (await this.#renew(tokens?.access_token))?.access_token;
  }

  /** Returns a new token after this one was rejected; undefined if it cannot be renewed. */
  async renewedToken(rejected: string): Promise<string | undefined> {
    if (this.#options.apiKey) return undefined;
    return (await this.#renew(rejected))?.access_token;
  }

  async signIn(given: PasswordSignIn | SecondStep): Promise<SignedInUser> {
    const made = await this.#requestSession(given);
    await this.use(made);
    return made.user;
  }

  async use(given: Tokens | NewSession): Promise<void> {
    await this.#initialize();
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
    await this.#initialize();
    return this.#store.get();
  }

  /** The initial tokens are used only if the store is empty. */
  #initialize(): Promise<void> {
    this.#initialized ??= (async () => {
      const { tokens } = this.#options;
      if (tokens && !(await this.#store.get())) await this.#store.set(tokensOf(tokens));
    })().catch((error: unknown) => {
      this.#initialized = undefined;
      throw error;
    });
    return this.#initialized;
  }

  #renew(rejected: string | undefined): Promise<Tokens | null> {
    const run = () => this.#renewNow(rejected);
    this.#renewing ??= (this.#store.lock ? this.#store.lock(run) : run()).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewNow(rejected: string | undefined): Promise<Tokens | null> {
    const tokens = await this.#stored();
    // Another client with the same store was faster.
    if (tokens && isValid(tokens) && tokens.access_token !== rejected) return tokens;
    const next = (await this.#refresh(tokens)) ?? (await this.#tokensOfOtherClient(tokens));
    if (next) return next;
    const signedIn = await this.#signInAgain().catch(async (error: unknown) => {
      if (isRejection(error) || error instanceof SecondFactorRequiredError) await this.#endSession(tokens);
      throw error;
    });
    if (signedIn) await this.#store.set(signedIn);
    else await this.#endSession(tokens);
    return signedIn;
  }

  async #endSession(tokens: Tokens | null): Promise<void> {
    if (!tokens) return;
    await this.#store.set(null);
    this.#options.onSignedOut?.();
  }

  async #refresh(tokens: Tokens | null): Promise<Tokens | null> {
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

  /** A refresh token is valid once: it may be rejected because another client with the same store has used it. */
  async #tokensOfOtherClient(rejected: Tokens | null): Promise<Tokens | null> {
    if (!rejected || !this.#options.store) return null;
    const isOther = (tokens: Tokens | null) => tokens && tokens.access_token !== rejected.access_token;
    const tokens = await this.#store.get();
    if (isOther(tokens) || this.#store.lock) return isOther(tokens) ? tokens : null;
    await sleep(otherTabMs);
    const later = await this.#store.get();
    return isOther(later) ? later : null;
  }

  async #signInAgain(): Promise<Tokens | null> {
    const { signIn } = this.#options;
    return signIn && !this.#isSignedOut ? tokensOf(await this.#requestSession(signIn)) : null;
  }

  async #requestSession(given: PasswordSignIn | SecondStep): Promise<NewSession> {
    const { post } = this.#options;
    if ('mfa_token' in given) return (await post('/auth/mfa/verify', given)) as NewSession;
    const { secondFactor, ...body } = given;
    const response = (await post('/auth/login', body)) as
      | NewSession
      | { mfa_required: true; mfa_token: string };
    if (!('mfa_required' in response)) return response;
    const { mfa_token } = response;
    if (!secondFactor) throw new SecondFactorRequiredError(mfa_token);
    return (await post('/auth/mfa/verify', { mfa_token, ...(await secondFactor()) })) as NewSession;
  }
}

function isValid({ expires_at = Number.POSITIVE_INFINITY }: Tokens): boolean {
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
