import { ApiError, type Client, ConnectionError, type SignedInUser } from '@wfp/client';
import type { OpenedSession } from './hub-messages.ts';

/** The response of the operations that use the cookie. */
interface CookieSession {
  user: SignedInUser;
  access_token: string;
  expires_in: number;
}

export const openedFrom = ({ user, access_token, expires_in }: CookieSession): OpenedSession => ({
  user,
  access_token,
  expires_at: Date.now() + expires_in * 1_000,
});

/** A token is renewed this long before it expires, because a request takes time to arrive. */
const marginMs = 10_000;

/** The access token of a session, renewed with the cookie, once for all callers that wait for it. */
export class SessionTokens {
  readonly #org_id: number;
  readonly #anonymous: Client;
  #opened: OpenedSession | null = null;
  #renewing: Promise<OpenedSession | null> | undefined;

  /** @param anonymous sends requests without a token */
  constructor(org_id: number, anonymous: Client) {
    this.#org_id = org_id;
    this.#anonymous = anonymous;
  }

  get current(): OpenedSession | null {
    return this.#opened;
  }

  set current(opened: OpenedSession | null) {
    this.#opened = opened;
  }

  /**
   * Returns a valid token other than the rejected one; null if there is no session.
   *
   * @throws ApiError or ConnectionError if the token cannot be renewed now
   */
  async token(rejected: string | null): Promise<OpenedSession | null> {
    const opened = this.#opened;
    if (opened && opened.access_token !== rejected && opened.expires_at - marginMs > Date.now())
      return opened;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(): Promise<OpenedSession | null> {
    const before = this.#opened;
    const next = await exclusively(`wfp.session.${this.#org_id}`, () => this.#refresh());
    // A sign-in or sign-out during the request has replaced the session.
    if (this.#opened === before) this.#opened = next;
    return this.#opened;
  }

  async #refresh(): Promise<OpenedSession | null> {
    const send = () => this.#anonymous.post('/auth/cookie/refresh', { body: { org_id: this.#org_id } });
    try {
      return openedFrom(
        await send().catch((error: unknown) => {
          // The service accepts the cookie once more if its first response was lost.
          if (error instanceof ConnectionError) return send();
          throw error;
        }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  }
}

/** Runs one callback of this name at a time, in all tabs. Without TLS, browsers have no locks, except on localhost. */
function exclusively<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const { locks }: { locks?: LockManager } = navigator;
  return locks ? locks.request(name, run) : run();
}
