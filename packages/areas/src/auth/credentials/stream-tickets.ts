import { randomBytes } from 'node:crypto';
import { type Caller, type Credential, forbidden, hashToken, type Origin, type Platform } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { reauthenticate } from './authenticate.ts';
import { consumeStreamTicket, insertStreamTicket, type TicketCredential } from './stream-tickets.store.ts';
import { unauthenticated } from './tokens.ts';

const prefix = 'ticket_';
const pattern = /^ticket_[\w-]{43}$/;

/** True if a token has the form of a stream ticket, valid or not. */
export function isStreamTicket(token: string): boolean {
  return token.startsWith(prefix);
}

/**
 * Creates a ticket for the credential of this call: 256 random bits, of which only the SHA-256 is stored. It opens
 * one stream, which lives as long as one opened with that credential.
 */
export async function issueStreamTicket(caller: Caller): Promise<{ ticket: string; expires_at: Date }> {
  const ticket = `${prefix}${randomBytes(32).toString('base64url')}`;
  const [made] = await write(
    caller,
    insertStreamTicket(caller, hashToken(ticket), toTicketCredential(caller.credential)),
    { event: 'auth.stream_ticket_issued' },
  );
  if (!made) throw new Error('Invariant: the insert returned no row');
  return { ticket, expires_at: made.expires_at };
}

function toTicketCredential(credential: Credential): TicketCredential {
  if (credential.kind === 'session') {
    return { session_id: credential.id, api_key_id: null, credential_expires_at: credential.expires_at };
  }
  if (credential.kind === 'api_key') {
    return { session_id: null, api_key_id: credential.id, credential_expires_at: credential.expires_at };
  }
  throw forbidden('rule', 'A ticket requires a session or an API key');
}

/**
 * Returns the caller of a ticket and consumes it.
 *
 * @throws AppError `unauthenticated`, the same for an unknown, used or expired ticket
 */
export async function authenticateTicket(
  platform: Platform,
  ticket: string,
  origin: Origin,
  emits: ReadonlySet<string>,
): Promise<Caller> {
  const consumed = pattern.test(ticket) ? await consumeStreamTicket(platform, hashToken(ticket)) : undefined;
  const credential = consumed && toCredential(consumed);
  if (!credential) throw unauthenticated('The ticket is not valid; request a new one');
  return reauthenticate({ ...consumed, credential, origin, emits, platform });
}

function toCredential(consumed: TicketCredential): Credential | null {
  const { session_id, api_key_id, credential_expires_at: expires_at } = consumed;
  if (api_key_id !== null) return { kind: 'api_key', id: api_key_id, expires_at };
  return session_id !== null && expires_at ? { kind: 'session', id: session_id, expires_at } : null;
}
