import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Caller, systemCaller } from '../../../caller.ts';
import { installSdk } from '../../../trace/sdk.ts';
import { activeTraceparent, inSpan } from '../../../trace/tracing.ts';
import { Prisma } from '../../generated/client.ts';
import { insertCombined, updateCombined } from '../../statements/combined-rows.ts';
import { insertInto, updateIfDifferent } from '../../statements/statements.ts';
import { recordedTable } from '../recorded/recorded-table.ts';
import { write } from '../write.ts';
import type { CombinableWrite } from './combined-writes.ts';

const { sql } = Prisma;
const rolesTable = recordedTable({
  name: 'roles',
  aggregate: 'role',
  columns: Prisma.RoleScalarFieldEnum,
  record_name: sql`c.name`,
});

interface Role {
  id: number;
  code: string;
  name: string;
}

let service: TestService;
let owner: Client;
/** Numbers of rows of the combined statements. */
let combined: number[];
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  combined = [];
});

const emits = ['role.post_create', 'role.post_update'];
const callerOf = (n: number): Caller => ({
  ...systemCaller(
    service.platform,
    owner.user.org_id,
    {
      request_id: `request-${n}`,
      ip: n % 3 === 0 ? null : `192.0.2.${n}`,
      user_agent: `agent "${n}", {x}\\`,
    },
    emits,
  ),
  name: `system ${n}`,
});

const creates = (caller: Caller, code: string): CombinableWrite<Role> => ({
  key: 'roles',
  values: { code, name: code },
  recording: { event: 'role.post_create' },
  alone: () => ({
    table: rolesTable,
    statement: insertInto(caller, rolesTable, { code, name: code }),
  }),
  together: (rows) => {
    combined.push(rows.length);
    return { table: rolesTable, ...insertCombined(rolesTable, rows) };
  },
});

const renames = (caller: Caller, id: number, name: string): CombinableWrite<Role> => ({
  key: 'roles',
  values: { id, name },
  recording: { event: 'role.post_update' },
  alone: () => ({
    table: rolesTable,
    statement: updateIfDifferent(caller, rolesTable, { name }, sql`id = ${id}`),
  }),
  together: (rows) => {
    combined.push(rows.length);
    return {
      table: rolesTable,
      ...updateCombined(rolesTable, rows, { where: sql`roles.deleted_at is null` }),
    };
  },
});

const create = (n: number, code = `role-${n}`) => {
  const caller = callerOf(n);
  return write(caller, creates(caller, code));
};
const rename = (n: number, id: number, name: string) => {
  const caller = callerOf(n);
  return write(caller, renames(caller, id, name));
};
const numbers = (length: number) => Array.from({ length }, (_, n) => n);

interface Entry {
  record_id: number;
  request_id: string;
  ip: string | null;
  user_agent: string;
  actor_name: string;
  event_type: string;
  before: object | null;
  after: object;
  outbox: boolean;
}

const entriesOf = (type: string) =>
  service.rows<Entry>(sql`select a.record_id::int, a.request_id, a.ip, a.user_agent, a.actor_name, e.event_type,
      a.before, a.after, o.event_id is not null or l.event_id is not null as outbox
    from events e join audit_log a on a.org_id = e.org_id and a.event_id = e.id
      left join outbox o on o.event_id = e.id left join event_log l on l.org_id = e.org_id and l.event_id = e.id
    where e.org_id = ${owner.user.org_id} and e.event_type = ${type} order by e.id`);

const expectedEntry = (n: number, record_id: number | undefined) => {
  const { name, origin } = callerOf(n);
  return { record_id, ...origin, actor_name: name, outbox: true };
};

it('records each row of a combined insert for its own caller', async () => {
  const created = await Promise.all(numbers(20).map((n) => create(n)));
  expect(combined).toEqual([20]);
  expect(created).toEqual(
    numbers(20).map((n) => [
      expect.objectContaining({
        org_id: owner.user.org_id,
        code: `role-${n}`,
        name: `role-${n}`,
        description: '',
      }),
    ]),
  );
  expect(created.flat().some((row) => '_place' in row)).toBe(false);
  const entries = await entriesOf('role.post_create');
  const made = entries.filter(({ request_id }) => request_id.startsWith('request-'));
  expect(made).toMatchObject(
    numbers(20).map((n) => ({
      ...expectedEntry(n, created[n]?.[0]?.id),
      before: null,
      after: { code: `role-${n}` },
    })),
  );
});

it('records each row of a combined update for its own caller, and nothing for a row without changes', async () => {
  const roles = (await Promise.all(numbers(6).map((n) => create(n)))).flat();
  combined = [];
  const renamed = await Promise.all(
    roles.map(({ id, name }, n) => rename(n, id, n === 3 ? name : `Renamed ${n}`)),
  );
  expect(combined).toEqual([6]);
  expect(renamed.flat()).toMatchObject(
    roles.map(({ id, name }, n) => ({ id, name: n === 3 ? name : `Renamed ${n}` })),
  );
  const entries = await entriesOf('role.post_update');
  expect(entries).toMatchObject(
    [0, 1, 2, 4, 5].map((n) => ({
      ...expectedEntry(n, roles[n]?.id),
      before: { name: `role-${n}` },
      after: { name: `Renamed ${n}` },
    })),
  );
});

it('rejects only the rows that violate a constraint', async () => {
  await create(0, 'taken');
  const results = await Promise.allSettled([
    create(1, 'one'),
    create(2, 'taken'),
    create(3, 'three'),
    create(4, 'one'),
  ]);
  expect(combined).toEqual([4]);
  const taken = { kind: 'invalid', details: { fieldErrors: { code: ['Is already taken'] } } };
  const codes = results.map((one) => (one.status === 'fulfilled' ? one.value[0]?.code : one.reason));
  expect([codes[1], codes[2]]).toMatchObject([taken, 'three']);
  // Of two equal codes, one is created.
  const [first, second] = codes[0] === 'one' ? [codes[0], codes[3]] : [codes[3], codes[0]];
  expect(first).toBe('one');
  expect(second).toMatchObject(taken);
  const entries = await entriesOf('role.post_create');
  expect(entries.filter(({ request_id }) => request_id === 'request-2')).toEqual([]);
  expect(entries.filter(({ request_id }) => request_id === 'request-3')).toHaveLength(1);
});

it('updates a row that another transaction has locked alone, without delaying the others', async () => {
  const [one, two, three] = (await Promise.all(numbers(3).map((n) => create(n)))).flat() as [
    Role,
    Role,
    Role,
  ];
  const holder = new pg.Client(service.config.DATABASE_URL);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from roles where org_id = $1 and id = $2 for update', [
      owner.user.org_id,
      two.id,
    ]);
    const waiting = rename(2, two.id, 'Second');
    await Promise.all([rename(1, one.id, 'First'), rename(3, three.id, 'Third')]);
    await waitUntilBlocking(holder);
    await holder.query('commit');
    expect(await waiting).toMatchObject([{ name: 'Second' }]);
  } finally {
    await holder.end();
  }
});

it('applies all updates of one row, each in a statement of its own', async () => {
  const [role] = (await create(0)) as [Role];
  await Promise.all(numbers(5).map((n) => rename(n, role.id, `Name ${n}`)));
  const entries = await entriesOf('role.post_update');
  expect(new Set(entries.map(({ request_id }) => request_id))).toEqual(
    new Set(numbers(5).map((n) => `request-${n}`)),
  );
  expect(combined).toEqual([]);
});

it('rejects a write with an undeclared event before combining it', async () => {
  const undeclared = { ...callerOf(1), emits: new Set<string>() };
  const results = await Promise.allSettled([
    create(0),
    write(undeclared, creates(undeclared, 'undeclared')),
    create(2),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(combined).toEqual([2]);
});

it('writes values that cannot be combined, and requests with If-Match, alone', async () => {
  const withSql = (n: number) => {
    const caller = callerOf(n);
    const one = creates(caller, `role-${n}`);
    return write(caller, { ...one, values: { ...one.values, name: sql`upper('x')` } });
  };
  await Promise.all([withSql(1), withSql(2)]);
  const [role] = (await create(3)) as [Role];
  const old = { resource: 'role', id: role.id, versions: [new Date(0)] };
  const caller = { ...callerOf(4), precondition: old };
  const results = await Promise.allSettled([
    write(caller, renames(caller, role.id, 'Stale')),
    write(caller, renames(caller, role.id, 'Stale')),
  ]);
  expect(results).toMatchObject([{ reason: { kind: 'stale' } }, { reason: { kind: 'stale' } }]);
  expect(combined).toEqual([]);
});

it('records a span of the statement and the position in the trace for each request', async () => {
  const spans: { name: string; parent: string | undefined; attributes: object }[] = [];
  const uninstall = installSdk(service.config, 'test', {
    export: (ended, done) => {
      spans.push(
        ...ended.map(({ name, parentSpanContext, attributes }) => ({
          name,
          parent: parentSpanContext?.spanId,
          attributes,
        })),
      );
      done({ code: 0 });
    },
    shutdown: async () => undefined,
  });
  try {
    const parents = await Promise.all(
      numbers(3).map((n) =>
        inSpan(`request ${n}`, {}, async () => {
          await create(n);
          return activeTraceparent();
        }),
      ),
    );
    const outbox = await service.rows<{ traceparent: string }>(
      sql`select o.traceparent from outbox o join events e on e.id = o.event_id
        where o.org_id = ${owner.user.org_id} and e.event_type = 'role.post_create' and o.traceparent is not null order by e.id`,
    );
    expect(outbox.map(({ traceparent }) => traceparent)).toEqual(parents);
    await uninstall();
    const statements = spans.filter(({ name }) => name === 'merge roles');
    expect(statements.map(({ parent }) => parent)).toEqual(parents.map((one) => one?.split('-')[2]));
    expect(statements[0]?.attributes).toMatchObject({ 'db.operation.batch.size': 3 });
  } finally {
    await uninstall();
  }
});
