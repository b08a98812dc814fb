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
export { openSession, sessionFor } from './auth.service.ts';
export {
  apiKeyPrefix,
  authenticate,
  callerByCredential,
  callerOfUser,
  isAmong,
  type KnownCaller,
} from './authenticate.ts';
export { closeChallenge, failChallenge, takeTry } from './challenges.store.ts';
export { AddressRange, isWithin, liesWithin } from './networks.ts';
export { operatorResetEvents, resetForUser } from './operator-reset.service.ts';
export { hashPassword, refuseCommonPassword } from './password.ts';
export { requirePassword, requireUserToken, takeToken } from './passwords.service.ts';
export { noteVerifiedEmail } from './passwords.store.ts';
export { sessionsOfUser } from './references.store.ts';
export {
  endSessionsOf,
  findForSession,
  limitSessions,
  sessionBegan,
  sessionsTable,
} from './sessions.store.ts';
export { stageFor } from './sign-in.policy.ts';
export { callerOfTicket, isStreamTicket, issueStreamTicket } from './stream-tickets.ts';
export { unauthenticated } from './tokens.ts';
export { countInvitations, issueUserToken, spendAllUserTokens } from './user-tokens.store.ts';
