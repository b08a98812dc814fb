import { consequence, defineArea } from '@wfp/shared';
import { userAccessEnded, userErased } from '../users/announcements.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { authEvents } from './auth.events.ts';
import { invalidateAllUserTokens } from './credentials/user-tokens.store.ts';
import { eraseSignIns } from './erasure.store.ts';
import { expiredSignIns } from './expired.store.ts';

export const auth = defineArea({
  name: 'auth',
  title: 'Sign-in',
  about: 'Signing in and out, sessions, passwords and invitations.',
  expired: expiredSignIns,
  endpoints: authEndpoints,
  events: authEvents,
  consequences: [
    consequence({
      ...{ on: userAccessEnded, name: 'auth.invalidate_tokens', writes: [] },
      run: ({ tx, caller, payload }) => invalidateAllUserTokens(tx, caller, payload.user_id),
    }),
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
  callerForUser,
  includesPermission,
  type KnownCaller,
  reauthenticate,
} from './credentials/authenticate.ts';
export { issueMailedToken, linkToken } from './credentials/mailed-tokens.ts';
export { AddressRange, areRangesWithin, clientNetwork, isAddressWithin } from './credentials/networks.ts';
export { authenticateTicket, isStreamTicket, issueStreamTicket } from './credentials/stream-tickets.ts';
export { suspensionError } from './credentials/suspension.ts';
export { unauthenticated } from './credentials/tokens.ts';
export {
  countInvitations,
  ignoreTooManyTokens,
  invalidateAllUserTokens,
  issueUserToken,
} from './credentials/user-tokens.store.ts';
export { hashPassword, rejectCommonPassword } from './passwords/password.ts';
export { consumeToken, requirePassword, requireUserToken } from './passwords/passwords.service.ts';
export { recordVerifiedEmail } from './passwords/passwords.store.ts';
export { sessionsOfUser } from './references.store.ts';
export {
  endUserSessions,
  findSessionStart,
  findUserForSession,
  limitSessions,
  sessionsTable,
} from './sessions/sessions.store.ts';
export { closeChallenge, countTry, recordFailedTry } from './sign-in/challenges.store.ts';
export { operatorResetEvents, resetPasswordByOperator } from './sign-in/operator-reset.service.ts';
export { computeSessionStage } from './sign-in/sign-in.policy.ts';
export { newSessionFor, openSession } from './sign-in/sign-in.service.ts';
