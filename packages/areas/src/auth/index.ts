import { consequence, defineArea } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { authEvents } from './auth.events.ts';
import { eraseSignIns } from './erasure.store.ts';
import { expiredSignIns } from './expired.store.ts';

export const auth = defineArea({
  name: 'auth',
  about: 'Signing in and out, sessions, passwords and invitations.',
  expired: expiredSignIns,
  endpoints: authEndpoints,
  events: authEvents,
  consequences: [
    consequence({
      ...{ on: userErased, name: 'auth.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseSignIns(tx, caller, payload.user_id),
    }),
  ],
});

export { LoginResponse, NewPassword, Received } from './auth.contract.ts';
export {
  apiKeyPrefix,
  authenticate,
  callerByCredential,
  callerOfUser,
  isAmong,
  type KnownCaller,
} from './credentials/authenticate.ts';
export { AddressRange, isWithin, liesWithin } from './credentials/networks.ts';
export { callerOfTicket, isStreamTicket, issueStreamTicket } from './credentials/stream-tickets.ts';
export { unauthenticated } from './credentials/tokens.ts';
export { countInvitations, issueUserToken, spendAllUserTokens } from './credentials/user-tokens.store.ts';
export { hashPassword, refuseCommonPassword } from './passwords/password.ts';
export { requirePassword, requireUserToken, takeToken } from './passwords/passwords.service.ts';
export { noteVerifiedEmail } from './passwords/passwords.store.ts';
export { sessionsOfUser } from './references.store.ts';
export {
  endSessionsOf,
  findForSession,
  limitSessions,
  sessionBegan,
  sessionsTable,
} from './sessions/sessions.store.ts';
export { openSession, sessionFor } from './sign-in/auth.service.ts';
export { closeChallenge, failChallenge, takeTry } from './sign-in/challenges.store.ts';
export { operatorResetEvents, resetForUser } from './sign-in/operator-reset.service.ts';
export { stageFor } from './sign-in/sign-in.policy.ts';
