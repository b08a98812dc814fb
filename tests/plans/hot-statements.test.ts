import { areas } from '@wfp/areas';
import { type RunningPlatform, startPlatform } from '@wfp/shared';
import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGrown, type Grown, growTo } from './grown-organization.ts';
import { consequences } from './hot-consequences.ts';
import { requests } from './hot-requests.ts';
import type { Operation, Session } from './operation.ts';
import { describePlan, type ExecutedStatement, PlanRecorder } from './plan-recorder.ts';
import { startPlanServer } from './plan-server.ts';

const sizes = [5_000, 50_000] as const;
const states = ['never analyzed', 'analyzed'] as const;
type State = (typeof states)[number];

/**
 * PostgreSQL plans a prepared statement for its values five times, and then may keep one plan for all values. ANALYZE
 * discards the plans, but the executions before it count.
 */
const rounds = { 'never analyzed': 7, analyzed: 3 };

/** The buffers of the catalogue that a connection reads when it first uses partitioned tables. */
const catalogueBuffers = 400;
/** The buffers of the catalogue on a connection without earlier statements. Concurrent requests open a random number of them. */
const newConnectionBuffers = 2_500;

/** Maximum buffers of a statement: a fixed number, and a number for each row or key that it handles. */
const maxBuffers = (one: Measured, state: State) =>
  400 +
  42 * Math.max(one.operation.rows, Math.min(one.batch, one.operation.keys ?? 0)) +
  additionalBuffers(one, state);

function additionalBuffers(
  { operation: { withoutStatistics }, text, isFirst }: Measured,
  state: State,
): number {
  const additional = state === 'never analyzed' ? withoutStatistics : undefined;
  return (isFirst ? catalogueBuffers : 0) + (additional?.statements.test(text) ? additional.buffers : 0);
}

/**
 * In deeper indexes, two lookups of each row may need one more level. The batches of a lane depend on how quickly its
 * rows arrive, so buffers are compared for batches of the same size.
 */
const maxGrown = (small: Measured, one: Measured, state: State) =>
  1.5 * small.buffers * Math.max(1, one.batch / small.batch) +
  50 +
  2 * one.operation.rows +
  (one.isOnNew && !small.isOnNew ? newConnectionBuffers : 0) +
  additionalBuffers(one, state);

interface Measured extends ExecutedStatement {
  operation: Operation;
  /** True if each of its connections executed it once only. */
  isFirst?: boolean;
  /** True if its connection was opened during the operation. */
  isOnNew: boolean;
}

/** The most expensive execution of each statement, by operation and text. */
type Statements = Map<string, Measured>;

let service: TestService;
let admin: pg.Client;
let recorder: PlanRecorder;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let platform: RunningPlatform | undefined;
const connections = new WeakSet<pg.Client>();
const measured = new Map<string, Statements>();

beforeAll(async () => {
  service = await startOwnService({}, { database: await startPlanServer() });
  admin = new pg.Client(service.config.DATABASE_URL);
  await admin.connect();
  await disableAutovacuum();
  recorder = await PlanRecorder.start(admin);
  receiver = await startReceiver({});
  const owner = await service.newOrganization();
  const grown = await createGrown(admin, owner, receiver.url('/'));
  for (const size of sizes) {
    await growTo(admin, grown, size);
    // New connections, so that no plan of a smaller organization is used.
    const session = await openSession(owner, grown);
    for (const state of states) {
      if (state === 'analyzed') await admin.query('analyze');
      measured.set(`${size} ${state}`, await measure(session, state));
    }
    await platform?.close();
    platform = undefined;
    await forgetStatistics();
  }
});
afterAll(async () => {
  recorder?.stop();
  await platform?.close();
  await receiver?.stop();
  await admin?.end();
  await service?.stop();
});

const ours = `c.relnamespace in ('public'::regnamespace, 'months'::regnamespace)`;

async function disableAutovacuum(): Promise<void> {
  await admin.query(`do $$ declare name regclass; begin
    for name in select c.oid from pg_class c where c.relkind = 'r' and ${ours}
    loop execute format('alter table %s set (autovacuum_enabled = false)', name); end loop; end $$`);
}

/** Restores the state in which no table was ever analyzed. */
async function forgetStatistics(): Promise<void> {
  await admin.query(`delete from pg_statistic s using pg_class c where c.oid = s.starelid and ${ours}`);
  await admin.query(
    `update pg_class c set reltuples = -1, relpages = 0, relallvisible = 0 where c.relkind in ('r', 'p', 'i', 'I') and ${ours}`,
  );
}

async function openSession(owner: Client, grown: Grown): Promise<Session> {
  platform = startPlatform({ config: service.config, log: service.platform.log, areas });
  const { token: access_token, user } = owner;
  return {
    owner: createTestClient(await service.startPod(), { access_token, user }),
    platform,
    admin,
    grown,
  };
}

const requestsIn = (state: State) => requests.filter((one) => state === 'analyzed' || !one.needsStatistics);

async function measure(session: Session, state: State): Promise<Statements> {
  const executions = new Map<string, Measured[]>();
  recorder.take();
  for (let n = 0; n < rounds[state]; n += 1)
    for (const one of requestsIn(state)) await execute(one, session, executions);
  for (const one of consequences) await execute(one, session, executions);
  return new Map([...executions].map(([key, all]) => [key, mostExpensive(all)]));
}

async function execute(
  operation: Operation,
  session: Session,
  executions: Map<string, Measured[]>,
): Promise<void> {
  await operation.prepare?.(session);
  recorder.take();
  await operation.run(session);
  const statements = recorder.take();
  for (const statement of statements) {
    const key = `${operation.name}: ${statement.text.replaceAll(/\s+/g, ' ')}`;
    const isOnNew = !connections.has(statement.connection);
    executions.set(key, [...(executions.get(key) ?? []), { ...statement, operation, isOnNew }]);
  }
  for (const { connection } of statements) connections.add(connection);
}

/** Ignores the first execution on each connection, which reads the catalogue, unless there is no other. */
function mostExpensive(all: readonly Measured[]): Measured {
  const warm = all.filter((one) => one !== all.find(({ connection }) => connection === one.connection));
  const [first, ...rest] = (warm.length > 0 ? warm : all) as [Measured, ...Measured[]];
  const most = rest.reduce((max, one) => (one.buffers > max.buffers ? one : max), first);
  return warm.length > 0 ? most : { ...most, isFirst: true };
}

const statementsOf = (state: string) => [...(measured.get(state) ?? [])];

const describeStatement = (key: string, { buffers, plan }: Measured, limit: number) =>
  `${buffers} buffers, at most ${limit}: ${key.slice(0, 300)}\n${describePlan(plan)}`;

it('records the statements of every operation, and those within them', () => {
  for (const [key, statements] of measured) {
    const operations = new Set([...statements.values()].map((one) => one.operation.name));
    const state = key.endsWith(' never analyzed') ? 'never analyzed' : 'analyzed';
    expect([...operations]).toEqual([...requestsIn(state), ...consequences].map((one) => one.name));
    expect([...statements.keys()].join()).toMatch(/relay a batch: SELECT 1 FROM ONLY "public"."tasks"/);
  }
});

describe.each(states)('on tables that were %s', (state) => {
  it.each(sizes)('bounds the buffers of each statement by its rows, with %d tasks', (size) => {
    const tooExpensive = statementsOf(`${size} ${state}`).flatMap(([key, one]) => {
      const limit = maxBuffers(one, state);
      return one.buffers > limit ? [describeStatement(key, one, limit)] : [];
    });
    expect(tooExpensive).toEqual([]);
  });

  it('needs hardly more buffers with ten times as many tasks', () => {
    const [few, many] = sizes.map((size) => `${size} ${state}`) as [string, string];
    const grown = statementsOf(many).flatMap(([key, one]) => {
      const small = measured.get(few)?.get(key);
      const limit = small ? maxGrown(small, one, state) : Number.POSITIVE_INFINITY;
      return one.buffers > limit ? [describeStatement(key, one, limit)] : [];
    });
    expect(grown).toEqual([]);
  });
});
