/** A small change of the kernel that a test must detect. */
export interface Mutant {
  name: string;
  file: string;
  /** The text to replace; occurs once in the file. */
  from: string;
  to: string;
  /** The test files that cover the text. At least one must fail; the run is shortest if the first one does. */
  tests: readonly string[];
}

const shared = 'packages/shared/src';
const db = (name: string) => `${shared}/db/${name}`;
const resource = (name: string) => `${shared}/resource/${name}`;
const events = (name: string) => `${shared}/events/${name}`;

/** Writes, the record step and idempotency keys. */
const writes: readonly Mutant[] = [
  {
    name: 'audit-entry-skipped',
    file: db('writes/record.ts'),
    from: '  from event_rows where _ord = 0',
    to: '  from event_rows where _ord < 0',
    tests: [db('writes/record.test.ts')],
  },
  {
    name: 'event-not-queued',
    file: db('writes/record.ts'),
    from: '(org_id, event_id, occurred_at) select ${org_id}, _event_id, _at from event_rows`',
    to: '(org_id, event_id, occurred_at) select ${org_id}, _event_id, _at from event_rows where false`',
    tests: [db('writes/write.test.ts'), db('writes/record.test.ts')],
  },
  {
    name: 'conditional-event-always-fires',
    file: db('writes/record.ts'),
    from: 'where e.fires',
    to: 'where e.fires or e.ord > 0',
    tests: [db('writes/write.test.ts'), db('writes/record.test.ts')],
  },
  {
    name: 'event-of-other-row-always-written',
    file: db('writes/events/event-rows.ts'),
    from: 'case when ${when} then ${id} end as _id',
    to: '${id} as _id',
    tests: [db('writes/record.test.ts')],
  },
  {
    name: 'if-match-ignored',
    file: db('writes/record.ts'),
    from: 'if (!precondition || precondition.resource !== table.resource) return empty;',
    to: 'if (!precondition || precondition.resource !== "") return empty;',
    tests: ['apps/api/src/http/requests/entity-tags.test.ts'],
  },
  {
    name: 'undeclared-event-accepted',
    file: db('writes/events/declared-events.ts'),
    from: 'if (!emits.has(type))',
    to: 'if (emits.has(`not ${type}`))',
    tests: [db('writes/write.test.ts')],
  },
  {
    name: 'unrecorded-transaction-committed',
    file: db('writes/write.ts'),
    from: 'if (done.hasUnrecorded && done.recorded === 0)',
    to: 'if (done.hasUnrecorded && done.recorded < 0)',
    tests: [db('writes/write.test.ts')],
  },
  {
    name: 'deadlock-not-retried',
    file: db('transactions/retry.ts'),
    from: "sqlStateOf(error) === '40P01'",
    to: "sqlStateOf(error) === '40P02'",
    tests: [db('transactions/retry.test.ts')],
  },
  {
    name: 'update-in-every-organization',
    file: db('statements/statements.ts'),
    from: 'where ${identifier(table.name)}.${identifier(table.org_id)} = ${caller.org_id} and ${where}`;',
    to: 'where ${identifier(table.name)}.${identifier(table.org_id)} > 0 * ${caller.org_id} and ${where}`;',
    tests: [resource('rows/row-scope.test.ts')],
  },
  {
    name: 'not-found-forgotten-for-key',
    file: db('idempotency.ts'),
    from: "(['not_found', 'invalid'])",
    to: "(['invalid'])",
    tests: ['apps/api/src/http/requests/idempotency/idempotency.test.ts'],
  },
  {
    name: 'key-shared-by-credentials',
    file: db('idempotency.ts'),
    from: 'and credential = ${credential} and',
    to: 'and credential >= left(${credential}, 0) and',
    tests: ['apps/api/src/http/requests/idempotency/idempotency.test.ts'],
  },
];

/** Declared resources. */
const resources: readonly Mutant[] = [
  {
    name: 'row-read-from-any-organization',
    file: resource('rows/rows.store.ts'),
    from: 'where r.org_id = ${access.caller.org_id} and r.id = ${id} and',
    to: 'where r.org_id > 0 * ${access.caller.org_id} and r.id = ${id} and',
    tests: [resource('rows/row-scope.test.ts')],
  },
  {
    name: 'row-not-locked',
    file: resource('rows/rows.store.ts'),
    from: ' for no key update`',
    to: '`',
    tests: [resource('rows/writes.test.ts')],
  },
  {
    name: 'reference-not-locked',
    file: resource('rows/rows.store.ts'),
    from: 'and ${condition} for ${Prisma.raw(strength)} of r`',
    to: 'and ${condition} and ${strength}::text is not null`',
    tests: [resource('contract/fields.test.ts')],
  },
  {
    name: 'unchanged-row-recorded',
    file: db('statements/statements.ts'),
    from: 'sql`${where} and ${differs(values, table.name)}`',
    to: 'sql`${where} and (true or ${differs(values, table.name)})`',
    tests: [resource('rows/writes.test.ts'), db('writes/unchanged.test.ts')],
  },
  {
    name: 'row-scope-left-out',
    file: resource('rows/row-select.store.ts'),
    from: '? [rowsInScope(caller, route.permission(right), rowOwnersOn(owners, alias, caller))]',
    to: '? []',
    tests: [resource('rows/row-scope.test.ts')],
  },
  {
    name: 'row-created-beyond-scope',
    file: resource('rows/rows.service.ts'),
    from: 'await rejectOutOfScope(rows, tx, access, row.id, rows.rights.create);',
    to: '',
    tests: [resource('rows/row-scope.test.ts')],
  },
  {
    name: 'row-moved-beyond-scope',
    file: resource('rows/rows.service.ts'),
    from: 'await rejectOutOfScope(rows, tx, access, id, right);',
    to: '',
    tests: [resource('rows/row-scope.test.ts')],
  },
  {
    name: 'restored-with-broken-reference',
    file: resource('rows/rows.service.ts'),
    from: 'await rejectLostReferences(rows, { tx, caller }, row);',
    to: '',
    tests: [resource('rows/writes.test.ts'), resource('contract/fields.test.ts')],
  },
];

/** Rights and scopes. */
const access: readonly Mutant[] = [
  {
    name: 'team-covers-organization',
    file: `${shared}/access/access-model.ts`,
    from: 'if (held.org) return true;',
    to: 'if (held.org || held.team) return true;',
    tests: ['packages/areas/src/access/authority/access.policy.test.ts'],
  },
  {
    name: 'own-not-compared',
    file: `${shared}/access/access-model.ts`,
    from: '(given.own && !held.own)',
    to: '(given.own && held.own)',
    tests: ['packages/areas/src/access/authority/access.policy.test.ts'],
  },
  {
    name: 'manage-implies-nothing',
    file: `${shared}/access/access-model.ts`,
    from: "...(held?.get('manage') ?? [])",
    to: '',
    tests: [`${shared}/access/access-model.test.ts`],
  },
  {
    name: 'missing-permission-sees-all-rows',
    file: `${shared}/access/row-scope.ts`,
    from: 'if (!scope) return Prisma.sql`false`;',
    to: 'if (!scope) return Prisma.sql`true`;',
    tests: [resource('contract/lists.test.ts'), resource('rows/row-scope.test.ts')],
  },
];

/** The relay and lanes. */
const work: readonly Mutant[] = [
  {
    name: 'numbers-skip-one',
    file: events('relay/relay-claim.ts'),
    from: 'p.head + row_number()',
    to: 'p.head + 1 + row_number()',
    tests: [events('relay/relay.test.ts')],
  },
  {
    name: 'neighbour-set-aside',
    file: events('relay/projections/relay-projections.ts'),
    from: 'part.length === 1 ||',
    to: 'part.length <= 2 ||',
    tests: [events('relay/projections/relay-projections.test.ts')],
  },
  {
    name: 'pause-does-not-grow',
    file: events('relay/projections/relay-projections.ts'),
    from: 'least(2 ^ least(f.attempts, 20)',
    to: 'least(2 ^ least(f.attempts, 0)',
    tests: [events('relay/projections/relay-poison.test.ts')],
  },
  {
    name: 'one-attempt-less',
    file: `${shared}/queue/lease/leased-lane.ts`,
    from: 'const next = row.attempts < maxAttempts ?',
    to: 'const next = row.attempts + 1 < maxAttempts ?',
    tests: [`${shared}/queue/lease/leased-lane.test.ts`],
  },
  {
    name: 'lost-lease-continues',
    file: `${shared}/queue/lease/leased-lane.ts`,
    from: 'this.#inProgress.get(one)?.lost.abort(new LostLease());',
    to: 'this.#inProgress.get(one);',
    tests: [`${shared}/queue/lease/leased-lane-renewal.test.ts`],
  },
];

/** Permission to sign in and to give roles. */
const areas: readonly Mutant[] = [
  {
    name: 'suspended-organization-open',
    file: 'packages/areas/src/auth/sign-in/organizations.store.ts',
    from: "o.status in ('unverified', 'active', 'closing')",
    to: "o.status in ('unverified', 'active', 'closing', 'suspended')",
    tests: ['packages/areas/src/auth/sign-in/login.test.ts'],
  },
  {
    name: 'closed-organization-open',
    file: 'packages/areas/src/auth/sign-in/organizations.store.ts',
    from: "o.status in ('unverified', 'active', 'closing')",
    to: "o.status in ('unverified', 'active', 'closing', 'closed')",
    tests: ['packages/areas/src/auth/sign-in/login.test.ts'],
  },
  {
    name: 'seat-role-without-authority',
    file: 'packages/areas/src/access/managers/seat-grants.service.ts',
    from: '  requireGrantable(by, null, role);',
    to: '  void requireGrantable;',
    tests: ['packages/areas/src/positions/seats/seat-roles.test.ts'],
  },
];

export const mutants: readonly Mutant[] = [...writes, ...resources, ...access, ...work, ...areas];
