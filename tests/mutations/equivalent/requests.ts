import { type EquivalentMutant, sameInstant } from './equivalent-mutant.ts';

const input = { file: 'apps/api/src/http/requests/input/input.ts' } as const;

const pipeline = { file: 'apps/api/src/http/pipeline.ts', kind: 'operand' } as const;

const app = { file: 'apps/api/src/http/app.ts' } as const;

const jsonValues = { file: 'apps/api/src/http/requests/input/json-values.ts' } as const;

const storable = { file: 'apps/api/src/http/requests/input/storable.ts' } as const;

export const equivalentInRequests: readonly EquivalentMutant[] = [
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
    file: 'apps/api/src/http/requests/idempotency/idempotency.ts',
    kind: 'operand',
    change: 'only !keyPattern.test(key)',
    reason: 'Narrows the type: Node joins repeated headers of this name into one string.',
  },
  {
    file: 'apps/api/src/http/requests/idempotency/idempotency.ts',
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
    ...pipeline,
    change: 'only endpoint.query',
    reason: 'Narrows the type: queries of endpoints without credentials contain no codes.',
  },
  {
    ...pipeline,
    change: "only endpoint.kind === 'stream'",
    reason: 'Narrows the type: streams require credentials.',
  },
  {
    ...pipeline,
    change: 'only (await runPreWriteHooks(endpoint, caller, input))',
    reason: 'Narrows the type: writes without credentials are not reviewed.',
  },
  { ...pipeline, change: 'only keyed', reason: 'Narrows the type: a request with a key has a caller.' },
  {
    ...pipeline,
    change: 'only endpoint.remembersNetwork',
    reason: 'Narrows the type: endpoints that remember the network limit attempts.',
  },
  {
    ...pipeline,
    change: "only error.kind === 'unauthenticated'",
    reason: 'Narrows the type: only an AppError has a kind.',
  },
  {
    ...pipeline,
    change: "only (endpoint.method !== 'patch' && endpoint.method !== 'put' && endpoint.method !== 'delete')",
    reason: 'Narrows the type: endpoints without credentials have none of these methods.',
  },
  {
    ...pipeline,
    kind: 'condition',
    from: 'precondition',
    change: 'true',
    reason: 'Saves a copy of the caller, without a condition.',
  },
  {
    ...pipeline,
    change: 'only !replica',
    reason: 'Narrows the type: without a caller, there is no replica either.',
  },
  {
    ...app,
    kind: 'statement',
    from: "app.disable('x-powered-by');",
    change: 'removed',
    reason: 'Saves a header, which helmet removes.',
  },
  ...["app.disable('etag');", "app.disable('query parser');"].map(
    (from) =>
      ({
        ...app,
        kind: 'statement',
        from,
        change: 'removed',
        reason: 'Applies to functions of Express that are not used: res.send and req.query.',
      }) as const,
  ),
  {
    ...app,
    kind: 'comparison',
    change: 'rank(a) <= rank(b)',
    reason: 'No two paths differ only in the names of their parameters.',
  },
  {
    file: 'apps/api/src/http/limits/request-counters.ts',
    kind: 'operand',
    change: 'only !caller',
    reason: 'Narrows the type: only the system and jobs have no id, and they send no requests.',
  },
  {
    file: 'packages/areas/src/auth/credentials/networks.ts',
    kind: 'operand',
    change: 'only !ipaddr.isValid(ip)',
    reason: 'Narrows the type: no address is no valid address.',
  },
  ...["only error.kind === 'unavailable'", 'only isStream'].map(
    (change) =>
      ({
        file: 'apps/api/src/http/server/retry-later.ts',
        kind: 'operand',
        change,
        reason: 'Narrows the type: only an AppError has this kind.',
      }) as const,
  ),
  {
    ...jsonValues,
    kind: 'condition',
    from: 'text.length <= 2 * limits.values && text.length <= 5 * limits.keys',
    change: 'false',
    reason: 'Saves counting in a text that is too short for more values.',
  },
  ...['text.length < 2 * limits.values', 'text.length < 5 * limits.keys'].map(
    (change) =>
      ({
        ...jsonValues,
        kind: 'comparison',
        change,
        reason: 'Saves counting in a text that is too short for more values.',
      }) as const,
  ),
  {
    file: 'apps/api/src/http/requests/audit-denied.ts',
    kind: 'operand',
    change: 'only caller',
    reason: 'Narrows the type: only an AppError has a kind.',
  },
  {
    ...input,
    kind: 'statement',
    from: 'parsers.set(limit, parse);',
    change: 'removed',
    reason: 'Saves the creation of a parser that is the same each time.',
  },
  {
    ...input,
    kind: 'condition',
    from: 'errors.isFull',
    change: 'false',
    reason: 'Saves the paths of errors that the full list does not add.',
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
];
