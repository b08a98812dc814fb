import { Prisma } from '../db/generated/client.ts';

const { sql } = Prisma;

// The kernel names the tables `users` and `organizations`, because every area that sends mail depends on their state.

/** Mails with a token for the address to which they are sent. The operations that send them limit their number. */
const kindsForUnconfirmedAddresses: ReadonlySet<string> = new Set([
  'verify_email',
  'invitation',
  'change_email',
  'password_reset',
]);

/**
 * Condition on the user `u` of the organization `o`: a mail about the security of the account may be sent. False while
 * neither the organization nor the user's address is verified: the address could belong to anyone. Always true for the
 * founder.
 */
export const mayBeMailed = sql`(o.status <> 'unverified' or o.created_by = u.id or u.email_verified_at is not null)`;

/** Condition on the user `u`: the user has confirmed the address. */
export const hasConfirmedAddress = sql`u.email_verified_at is not null`;

/**
 * Condition: a mail may be sent to this address. Mails whose text others have chosen, such as reminders, require that the
 * user has confirmed the address, also in a verified organization: it was perhaps entered by an administrator.
 */
export function mayReceiveMail(
  org_id: number,
  { user_id, to, kind }: { user_id: number | null; to: string; kind: string },
): Prisma.Sql {
  if (kindsForUnconfirmedAddresses.has(kind)) return sql`true`;
  const isAllowed =
    kind === 'security_notice' ? mayBeMailed : sql`u.email = ${to} and ${hasConfirmedAddress}`;
  return sql`exists (select from users u join organizations o on o.id = u.org_id
    where u.org_id = ${org_id}::int and u.id = ${user_id}::int and ${isAllowed})`;
}
