import { randomBytes } from 'node:crypto';
import { AppError, type Caller, type Credential, hashToken, type Origin, type Platform } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { reauthenticate } from './authenticate.ts';
import { consumeStreamTicket, insertStreamTicket, type TicketCredential } from './stream-tickets.store.ts';
import { unauthenticated } from './tokens.ts';

const prefix = 'ticket_';
const pattern = /^ticket_[\w-]{43}$/;

/** Whether a text is meant as a ticket for the stream, whatever it is worth. */
export function isStreamTicket(token: string): boolean {
  return token.startsWith(prefix);
}

/**
 * Makes a ticket for the credential of this call: 256 random bits, of which only the SHA-256 is stored. It
 * opens one stream, which then lives as long as one that was opened with that credential.
 */
export async function issueStreamTicket(caller: Caller): Promise<{ ticket: string; expires_at: Date }> {
  const ticket = `${prefix}${randomBytes(32).toString('base64url')}`;
  const [made] = await write(
    caller,
    insertStreamTicket(caller, hashToken(ticket), toTicketCredential(caller.credential)),
    { event: 'auth.stream_ticket_issued' },
  );
  if (!made) throw new Error('A ticket was not written');
  return { ticket, expires_at: made.expires_at };
}

function toTicketCredential(credential: Credential): TicketCredential {
  if (credential.kind === 'session') {
    return { session_id: credential.id, api_key_id: null, credential_expires_at: credential.expires_at };
  }
  if (credential.kind === 'api_key') {
    return { session_id: null, api_key_id: credential.id, credential_expires_at: credential.expires_at };
  }
  throw new AppError('forbidden', 'A ticket stands for a session or an API key');
}

/**
 * The caller behind a ticket, which is used up by this, whatever comes of it.
 *
 * @throws AppError `unauthenticated`, the same for a ticket that never was, is used or is over
 */
export async function authenticateTicket(
  platform: Platform,
  ticket: string,
  origin: Origin,
  emits: ReadonlySet<string>,
): Promise<Caller> {
  const taken = pattern.test(ticket) ? await consumeStreamTicket(platform, hashToken(ticket)) : undefined;
  const credential = taken && toCredential(taken);
  if (!credential) throw unauthenticated('The ticket is not valid; ask for a new one');
  return reauthenticate({ ...taken, credential, origin, emits, platform });
}

function toCredential(taken: TicketCredential): Credential | null {
  const { session_id, api_key_id, credential_expires_at: expires_at } = taken;
  if (api_key_id !== null) return { kind: 'api_key', id: api_key_id, expires_at };
  return session_id !== null && expires_at ? { kind: 'session', id: session_id, expires_at } : null;
}
