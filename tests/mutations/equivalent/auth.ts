import { type EquivalentMutant, sameInstant, uniqueIds } from './equivalent-mutant.ts';

const authenticate = { file: 'packages/areas/src/auth/credentials/authenticate.ts' } as const;

const principals = { file: 'packages/areas/src/auth/credentials/authenticate.store.ts' } as const;

const streamTickets = { file: 'packages/areas/src/auth/credentials/stream-tickets.ts' } as const;

const userTokens = {
  file: 'packages/areas/src/auth/credentials/user-tokens.store.ts',
  kind: 'sql',
} as const;

const challenges = { file: 'packages/areas/src/auth/sign-in/challenges.store.ts', kind: 'sql' } as const;

const invitations = { file: 'packages/areas/src/auth/sign-in/invitations.service.ts' } as const;

const tokens = { file: 'packages/areas/src/auth/credentials/tokens.ts' } as const;

const passwords = { file: 'packages/areas/src/auth/passwords/passwords.service.ts' } as const;

const passwordHolders = { file: 'packages/areas/src/auth/passwords/passwords.store.ts' } as const;

export const equivalentInAuth: readonly EquivalentMutant[] = [
  {
    ...tokens,
    kind: 'condition',
    from: 'known',
    change: 'false',
    reason: 'Saves the derivation of a key that is the same each time.',
  },
  {
    ...tokens,
    kind: 'statement',
    from: 'keys.set(secret, made);',
    change: 'removed',
    reason: 'Saves the derivation of a key that is the same each time.',
  },
  {
    ...tokens,
    kind: 'statement',
    from: "throw new Error('unknown key');",
    change: 'removed',
    reason: 'Without a key, the verification of the token fails with the same response.',
  },
  {
    ...authenticate,
    kind: 'condition',
    from: "credential.kind === 'api_key'",
    change: 'true',
    reason: 'Saves a query: without a key, it would find a user without a key, who is rejected too.',
  },
  {
    ...authenticate,
    kind: 'operand',
    from: '!found || found.key_id === null',
    change: 'only !found',
    reason: 'Narrows the type: the queries for a key find only users with that key.',
  },
  {
    ...authenticate,
    kind: 'condition',
    from: 'apiKey.test(key)',
    change: 'true',
    reason: 'Saves a query: no stored digest is that of a malformed key.',
  },
  {
    ...authenticate,
    kind: 'condition',
    from: '!found.key_used_recently',
    change: 'true',
    reason: 'Saves a statement, which would change no row.',
  },
  {
    ...principals,
    kind: 'sql',
    change: "(k.last_used_at is null or k.last_used_at <= now() - interval '1 minute') → true",
    reason: 'Saves updates by concurrent uses, which would store the same minute.',
  },
  { ...principals, kind: 'sql', change: 'e.org_id = u.org_id → true', reason: uniqueIds },
  { ...principals, kind: 'sql', change: 'k.org_id = u.org_id → true', reason: uniqueIds },
  { ...principals, kind: 'sql', change: 's.org_id = u.org_id → true', reason: uniqueIds },
  { ...principals, kind: 'sql', change: '> → >=', reason: sameInstant },
  { ...principals, kind: 'sql', change: '< → <=', reason: sameInstant },
  { ...principals, kind: 'sql', change: '<= → <', reason: sameInstant },
  {
    ...streamTickets,
    kind: 'condition',
    from: '!made',
    change: 'false',
    reason: 'Narrows the type: the insert of a row without a conflict returns the row.',
  },
  {
    ...streamTickets,
    kind: 'statement',
    from: "throw new Error('Invariant: the insert returned no row');",
    change: 'removed',
    reason: 'Narrows the type: the insert of a row without a conflict returns the row.',
  },
  {
    ...streamTickets,
    kind: 'condition',
    from: "credential.kind === 'api_key'",
    change: 'true',
    reason: 'Narrows the type: requests have a session or an API key.',
  },
  {
    ...streamTickets,
    kind: 'statement',
    from: "throw forbidden('rule', 'A ticket requires a session or an API key');",
    change: 'removed',
    reason: 'Narrows the type: requests have a session or an API key.',
  },
  {
    ...streamTickets,
    kind: 'condition',
    from: 'pattern.test(ticket)',
    change: 'true',
    reason: 'Saves a query: no stored digest is that of a malformed ticket.',
  },
  ...['only session_id !== null', 'only expires_at'].map(
    (change) =>
      ({
        ...streamTickets,
        kind: 'operand',
        change,
        reason: 'Narrows the type: a ticket without an API key has a session and its expiry.',
      }) as const,
  ),
  {
    ...streamTickets,
    kind: 'condition',
    from: 'session_id !== null && expires_at',
    change: 'true',
    reason: 'Narrows the type: a ticket without an API key has a session and its expiry.',
  },
  {
    file: 'packages/areas/src/auth/credentials/stream-tickets.store.ts',
    kind: 'sql',
    change: '> → >=',
    reason: sameInstant,
  },
  ...['t.used_at is null → true', 't.expires_at > now() → true'].map(
    (change) =>
      ({
        ...userTokens,
        change,
        reason: 'Consuming the token checks it again, with the same response.',
      }) as const,
  ),
  ...[' and purpose = ${purpose}::user_token_purpose', ''].map(
    (purpose) =>
      ({
        ...userTokens,
        from: `sql\`update user_tokens set used_at = now() where org_id = \${caller.org_id} and user_id = \${user_id}${purpose} and used_at is null\``,
        change: 'used_at is null → true',
        reason: 'When a used token was used is not read.',
      }) as const,
  ),
  { ...userTokens, change: 'org_id = ${caller.org_id} → true', reason: uniqueIds },
  { ...userTokens, change: '> → >=', reason: sameInstant },
  { ...challenges, change: 'u.org_id = ${caller.org_id} → true', reason: uniqueIds },
  { ...challenges, change: 'u.org_id = c.org_id → true', reason: uniqueIds },
  { ...challenges, change: 'org_id = ${caller.org_id} → true', reason: uniqueIds },
  {
    ...challenges,
    change: 'u.id = ${caller.user_id} → true',
    reason: 'No other user has the same hash, which is salted.',
  },
  { ...challenges, change: '> → >=', reason: sameInstant },
  {
    ...invitations,
    kind: 'condition',
    from: '!person',
    change: 'false',
    reason: 'Narrows the type: the query for the token has found the user.',
  },
  {
    ...invitations,
    kind: 'statement',
    from: "throw new Error('Invariant: the user of a token does not exist');",
    change: 'removed',
    reason: 'Narrows the type: the query for the token has found the user.',
  },
  {
    file: 'packages/areas/src/auth/sign-in/second-factor.store.ts',
    kind: 'sql',
    change: 'm.org_id = u.org_id → true',
    reason: uniqueIds,
  },
  {
    file: 'packages/areas/src/auth/passwords/password.ts',
    kind: 'operand',
    change: 'only timingSafeEqual(actual, expected)',
    reason: 'Without a hash, the key of the decoy is compared, which is that of no known password.',
  },
  {
    ...passwords,
    kind: 'condition',
    from: "caller.credential.kind === 'session'",
    change: 'true',
    reason: 'Narrows the type: API keys have been rejected.',
  },
  { ...passwordHolders, kind: 'sql', change: 'u.org_id = ${caller.org_id} → true', reason: uniqueIds },
  {
    ...passwordHolders,
    kind: 'condition',
    from: '!row',
    change: 'false',
    reason: 'Narrows the type: the row of the caller exists.',
  },
  {
    ...passwordHolders,
    kind: 'statement',
    from: "throw new Error('Invariant: the caller does not exist');",
    change: 'removed',
    reason: 'Narrows the type: the row of the caller exists.',
  },
  {
    file: 'packages/areas/src/auth/sign-in/sign-in.service.ts',
    kind: 'statement',
    from: "throw new Error('Invariant: the insert returned no row');",
    change: 'removed',
    reason: 'Narrows the type: the insert of a row without a conflict returns the row.',
  },
  {
    file: 'packages/areas/src/auth/sessions/sessions.store.ts',
    kind: 'condition',
    from: "caller.credential.kind === 'session'",
    change: 'true',
    reason: 'Narrows the type: API keys have been rejected.',
  },
  {
    file: 'packages/areas/src/auth/sessions/sessions.store.ts',
    kind: 'sql',
    change: '> → >=',
    reason: sameInstant,
  },
  {
    file: 'packages/areas/src/auth/sessions/refresh-tokens.store.ts',
    kind: 'sql',
    change: '<= → <',
    reason: sameInstant,
  },
];
