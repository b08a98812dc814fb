import { Email, Id, Line, named, Paging, QueryId, SortBy, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const OrgSlug = z.string().trim().toLowerCase().min(1).max(100);
/** A token sent by a client. The schema accepts any text; an unknown token is rejected like an expired one. */
const SentToken = z.string().min(1).max(200);
const SentPassword = z.string().min(1).max(1_000);

export const LoginBody = z
  .strictObject({ email: Email, password: SentPassword, org_slug: OrgSlug })
  // The demo login of `npm start`, so that the example works there unchanged.
  .meta({ example: { email: 'admin@demo.test', password: 'demo-password', org_slug: 'demo' } });
export type LoginBody = z.output<typeof LoginBody>;

export const RefreshBody = z.strictObject({ refresh_token: SentToken });
export type RefreshBody = z.output<typeof RefreshBody>;

/** A new password. All characters are allowed; its strength depends on its length. */
export const NewPassword = z.string().min(12, 'Must be at least 12 characters').max(128);

export const LoginResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int().meta({ description: 'Seconds until the access token expires' }),
  user: z.object({ id: Id, org_id: Id, org_name: z.string(), email: z.string() }),
});
named('SignedIn', LoginResponse);
export type LoginResponse = z.output<typeof LoginResponse>;

/** A session whose refresh token only a cookie has. */
export const BrowserSession = LoginResponse.omit({ refresh_token: true });
named('BrowserSession', BrowserSession);
export type BrowserSession = z.output<typeof BrowserSession>;

/** A browser has one session cookie for each organization. */
export const OrganizationOfCookie = z.strictObject({ org_id: Id });
export type OrganizationOfCookie = z.output<typeof OrganizationOfCookie>;
export const OrganizationOfEndedCookie = z.strictObject({ org_id: QueryId });

export const MfaRequired = z.object({
  mfa_required: z.literal(true),
  mfa_token: z.string().meta({ description: 'For POST /auth/mfa/verify, within 5 minutes' }),
});
named('MfaRequired', MfaRequired);
export type MfaRequired = z.output<typeof MfaRequired>;

/** A session, or a challenge for the second factor. */
export const SignInResponse = z.union([LoginResponse, MfaRequired]);
named('SignInResponse', SignInResponse);
export type SignInResponse = z.output<typeof SignInResponse>;

export const Session = z.object({
  id: Id,
  created_at: Timestamp,
  refreshed_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  mfa_at: Timestamp.nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
});

export const sessionSorts = ['is_current', 'created_at', 'refreshed_at', 'expires_at'] as const;

export const ListSessions = z.strictObject({
  ...Paging,
  q: Line(100).optional().meta({ description: 'Part of the ip or user_agent; case-insensitive' }),
  sort: SortBy(sessionSorts, '-is_current'),
});
export type ListSessions = z.output<typeof ListSessions>;

export const ChangePassword = z.strictObject({ current_password: SentPassword, new_password: NewPassword });
export type ChangePassword = z.output<typeof ChangePassword>;

export const RequestPasswordReset = z.strictObject({ email: Email, org_slug: OrgSlug });
export type RequestPasswordReset = z.output<typeof RequestPasswordReset>;

/** Returned whether or not the user exists. */
export const Received = z.object({ received: z.literal(true) });
named('Received', Received);

export const ResetPassword = z.strictObject({ token: SentToken, new_password: NewPassword });
export type ResetPassword = z.output<typeof ResetPassword>;

export const AcceptInvitation = z.strictObject({
  token: SentToken,
  password: NewPassword,
  first_name: Line(100).optional(),
  last_name: Line(100).optional(),
});
export type AcceptInvitation = z.output<typeof AcceptInvitation>;
