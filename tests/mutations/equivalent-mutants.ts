import type { MutantKind } from '../../scripts/testing/mutations/systematic/find-mutants.ts';

/** A systematic mutant that no test can detect. */
export interface EquivalentMutant {
  file: string;
  kind: MutantKind;
  /** The changed part of the source as reports show it; default: any part with this change. */
  from?: string;
  /** The change as reports show it. */
  change: string;
  reason: string;
}

const uniqueIds = 'Ids are unique in the whole installation, not only in their organization.';
const sameInstant = 'Differs only if two times are equal to the microsecond.';

const lock = { file: 'packages/areas/src/access/authority/lock.store.ts', kind: 'sql' } as const;

const grants = { file: 'packages/areas/src/access/grants/grants.store.ts', kind: 'sql' } as const;

const authenticate = { file: 'packages/areas/src/auth/credentials/authenticate.ts' } as const;

const principals = { file: 'packages/areas/src/auth/credentials/authenticate.store.ts' } as const;
const cacheOnly = 'Saves a second query, which returns the roles that the cache would have.';

const streamTickets = { file: 'packages/areas/src/auth/credentials/stream-tickets.ts' } as const;

const storable = { file: 'apps/api/src/http/requests/input/storable.ts' } as const;

const userTokens = {
  file: 'packages/areas/src/auth/credentials/user-tokens.store.ts',
  kind: 'sql',
} as const;

const invitations = { file: 'packages/areas/src/auth/sign-in/invitations.service.ts' } as const;

const tokens = { file: 'packages/areas/src/auth/credentials/tokens.ts' } as const;

export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: 'packages/shared/src/db/idempotency.ts',
    kind: 'sql',
    change: '> → >=',
    reason: sameInstant,
  },
  {
    file: 'packages/shared/src/db/writes/idempotency-claim.ts',
    kind: 'sql',
    change: '<= → <',
    reason: sameInstant,
  },
  {
    file: 'apps/api/src/http/requests/idempotency.ts',
    kind: 'operand',
    change: 'only !keyPattern.test(key)',
    reason: 'Narrows the type: Node joins repeated headers of this name into one string.',
  },
  {
    file: 'apps/api/src/http/requests/idempotency.ts',
    kind: 'condition',
    from: "!('id' in caller.credential)",
    change: 'false',
    reason: 'Narrows the type: only the system has no id, and it sends no requests.',
  },
  {
    file: 'apps/api/src/http/requests/entity-tags.ts',
    kind: 'condition',
    from: 'last === undefined',
    change: 'false',
    reason: 'Narrows the type: no parameter has this name.',
  },
  {
    file: 'apps/api/src/http/requests/authorize.ts',
    kind: 'condition',
    from: 'start === -1',
    change: 'false',
    reason: 'Without a query, the last character of the path is parsed, which is no parameter.',
  },
  {
    file: 'packages/areas/src/access/authority/access.policy.ts',
    kind: 'condition',
    from: 'role.is_builtin',
    change: 'false',
    reason: 'The permissions in a grant of a built-in role are not read, and the role stores none.',
  },
  {
    file: 'packages/areas/src/access/roles/delete-role.service.ts',
    kind: 'condition',
    from: 'rows.length === 0',
    change: 'false',
    reason: 'All changes of roles hold the access lock, so the role that was read still exists.',
  },
  {
    file: 'packages/areas/src/access/grants/grants.service.ts',
    kind: 'condition',
    from: 'grant.team_id == null',
    change: 'false',
    reason: 'Saves a statement, which would return no team.',
  },
  {
    file: 'packages/areas/src/access/grants/grants.service.ts',
    kind: 'condition',
    from: 'grant.ends_at',
    change: 'true',
    reason: 'An invalid date, like null, is after the end of every grant that ends.',
  },
  {
    file: 'packages/areas/src/access/authority/authority.ts',
    kind: 'condition',
    from: 'grant.team_id === null',
    change: 'false',
    reason: 'Saves a statement, which would return no team.',
  },
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
    change: "(last_used_at is null or last_used_at <= now() - interval '1 minute') → true",
    reason: 'Saves updates by concurrent uses, which would store the same minute.',
  },
  {
    ...principals,
    kind: 'statement',
    from: 'caches.set(database, cache);',
    change: 'removed',
    reason: cacheOnly,
  },
  {
    ...principals,
    kind: 'statement',
    from: 'cacheOf(platform).add(row.org_id, row.roles_version, roles);',
    change: 'removed',
    reason: cacheOnly,
  },
  { ...principals, kind: 'condition', from: 'principal', change: 'false', reason: cacheOnly },
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
    from: "throw new AppError('forbidden', 'A ticket requires a session or an API key');",
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
  {
    ...storable,
    kind: 'operand',
    change: 'only value === null',
    reason: 'Numbers and booleans have no keys.',
  },
  {
    ...storable,
    kind: 'condition',
    from: '!Array.isArray(value)',
    change: 'true',
    reason: 'Saves the keys of arrays. The texts of paths are the same.',
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
  { ...grants, change: 'o.org_id = g.org_id → true', reason: uniqueIds },
  { ...lock, change: 'r.org_id = g.org_id → true', reason: uniqueIds },
  { ...lock, change: 'g.org_id = ${caller.org_id} → true', reason: uniqueIds },
  {
    ...lock,
    change: 'r.deleted_at is null → true',
    reason: 'Deleting a role ends its grants under the access lock.',
  },
  { ...lock, change: '> → >=', reason: sameInstant },
  { ...lock, change: '<= → <', reason: sameInstant },
];
