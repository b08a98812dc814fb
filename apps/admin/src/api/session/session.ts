import { type Client, createClient, type SignedInUser } from '@wfp/client';
import { connectHub, type HubConnection } from '../../live/hub/hub-connection.ts';
import type { EndReason, OpenedSession } from '../../live/hub/hub-messages.ts';
import { openedFrom } from '../../live/hub/session-tokens.ts';
import { cookieTokens } from './cookie-tokens.ts';
import { rememberedOrganization, rememberOrganization } from './remembered.ts';

/** A signed-in user of one organization. */
export interface Session {
  user: SignedInUser;
  /** Calls the API as the user. */
  client: Client;
  /** Reports events and the state of the connection. */
  hub: HubConnection;
  /** Ends the session in all tabs. */
  signOut(): Promise<void>;
}

/** The result of a password: a session, or the token with which a second factor is verified. */
export type SignInStep = { session: Session } | { mfa_token: string };

export type Code = { code: string } | { recovery_code: string };

interface Credentials {
  org_slug: string;
  email: string;
  password: string;
}

/** Calls without a session. Sign-in reports a rate limit at once instead of waiting. */
export const anonymous = createClient({ baseUrl: location.origin, retry: { attempts: 1 } });
const sessions = new Map<string, Session>();

const endReasons = new WeakMap<Session, EndReason>();

/** The reason why a session has ended; undefined if it has not. */
export const endReasonOf = (session: Session): EndReason | undefined => endReasons.get(session);

type EndListener = (slug: string, reason: EndReason) => void;

const endListeners = new Set<EndListener>();

/** Adds a function that is called when a session has ended. */
export function whenSessionEnds(call: EndListener): void {
  endListeners.add(call);
}

/** Signs in with a password. @throws ApiError */
export async function signIn(credentials: Credentials): Promise<SignInStep> {
  const answer = await anonymous.post('/auth/login', { body: credentials });
  if ('mfa_required' in answer) return { mfa_token: answer.mfa_token };
  return { session: await storeSession(credentials.org_slug, answer.refresh_token) };
}

/** Finishes a sign-in with a second factor. @throws ApiError */
export async function verifyCode(org_slug: string, mfa_token: string, code: Code): Promise<Session> {
  const { refresh_token } = await anonymous.post('/auth/mfa/verify', { body: { mfa_token, ...code } });
  return storeSession(org_slug, refresh_token);
}

/** Sessions that are continued before a page asks for them, by slug. */
const begun = new Map<string, Promise<Session | null>>();

/** Begins to continue the session of an organization, so that the first `findSession` waits for less. */
export function beginSession(slug: string): void {
  const session = continueSession(slug);
  // Reported to the page that asks for the session.
  session.catch(() => undefined);
  begun.set(slug, session);
}

/**
 * The session of an organization, continued from its cookie if necessary; null if the user has to sign in.
 *
 * @throws ApiError or ConnectionError if the service does not respond
 */
export function findSession(slug: string): Promise<Session | null> {
  const session = begun.get(slug) ?? continueSession(slug);
  begun.delete(slug);
  return session;
}

async function continueSession(slug: string): Promise<Session | null> {
  const existing = sessions.get(slug);
  if (existing) return existing;
  const org_id = rememberedOrganization(slug);
  if (org_id === undefined) return null;
  const opened = await connectHub(org_id).token(null);
  return opened && openSession(slug, opened);
}

/** Exchanges the refresh token of a sign-in for a cookie that scripts cannot read. */
export async function storeSession(slug: string, refresh_token: string): Promise<Session> {
  const opened = openedFrom(await anonymous.put('/auth/cookie', { body: { refresh_token } }));
  connectHub(opened.user.org_id).adopt(opened);
  return openSession(slug, opened);
}

function openSession(slug: string, opened: OpenedSession): Session {
  const { user } = opened;
  const existing = sessions.get(slug);
  if (existing?.user.id === user.id) return existing;
  if (existing) end(slug, existing, 'signed-out');
  const hub = connectHub(user.org_id);
  const session: Session = {
    user,
    client: createClient({
      baseUrl: location.origin,
      store: cookieTokens(opened, (rejected) => hub.token(rejected)),
    }),
    hub,
    signOut: async () => {
      await anonymous.delete('/auth/cookie', { params: { query: { org_id: user.org_id } } });
      hub.signOut();
    },
  };
  const stopListening = hub.listen((notice) => {
    if (notice.type !== 'ended') return;
    stopListening();
    end(slug, session, notice.reason);
  });
  rememberOrganization(slug, user.org_id);
  sessions.set(slug, session);
  return session;
}

function end(slug: string, session: Session, reason: EndReason): void {
  if (sessions.get(slug) !== session) return;
  sessions.delete(slug);
  endReasons.set(session, reason);
  for (const listener of endListeners) listener(slug, reason);
}
