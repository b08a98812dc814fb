import type { SignedInUser, WebhookEvent } from '@wfp/client';

/** An access token and the user whom it belongs to. The refresh token stays in a cookie. */
export interface OpenedSession {
  user: SignedInUser;
  access_token: string;
  /** Expiry of the access token, in milliseconds of the local clock. */
  expires_at: number;
}

/** `signed-out`: a user has ended or replaced the session; `ended`: the service no longer accepts it. */
export type EndReason = 'signed-out' | 'ended';

/**
 * The state of the event stream. `offline`: the service has not been reached for long; `busy`: it rejects streams for
 * now; `refused`: it rejects this user.
 */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'busy' | 'refused';

/** An error of a request, in a form that can be sent between threads. */
export type SentError =
  | { status: number; body: unknown; requestId: string | null }
  | { status: null; message: string };

/** Messages from a page to the hub. */
export type PageMessage =
  /** Adds the page to the receivers. Sent again when the browser continues a stored page. */
  | { type: 'hello' }
  | { type: 'bye' }
  /** Requests a token other than `rejected`. */
  | { type: 'token'; id: number; rejected: string | null }
  /** Hands over the session of a new sign-in. */
  | { type: 'adopt'; opened: OpenedSession }
  | { type: 'sign-out' }
  /** The user has returned to the page, or the browser has a network again. */
  | { type: 'wake' };

/** Messages that all pages receive. */
export type HubNotice =
  | { type: 'state'; state: LiveState }
  | { type: 'events'; events: readonly WebhookEvent[] }
  /** Events may be missing. `isSpread`: many pages may receive this at the same time. */
  | { type: 'gap'; isSpread: boolean }
  /** The stream is connected again, without a gap. */
  | { type: 'reconnected' }
  | { type: 'ended'; reason: EndReason };

/** Messages from the hub to a page. `opened` is null if the session has ended. */
export type HubMessage =
  | HubNotice
  | { type: 'token'; id: number; opened: OpenedSession | null }
  | { type: 'token'; id: number; error: SentError };
