import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loopbackPort } from '../../scripts/services/ports.ts';
import { table } from '../measurements/report.ts';
import { newTask, post, signUp, type Tenant } from '../organizations.ts';
import type { Ground, Installation } from '../processes/installation.ts';
import { type ServerProcess, startServer } from '../processes/server-process.ts';
import type { Scenario } from '../scenarios.ts';
import { type Audience, readResidentKiB, startAudience } from './audience.ts';

/** Requested deliveries per second: more than any subject achieves, and an easy rate. */
const saturatingRate = 150_000;
const moderateRate = 20_000;
const maxEvents = 150;
const settleMs = 5_000;
const warmUp = 1_000;

interface Subject {
  server: ServerProcess;
  port: number;
  /** The organization of its clients' API keys; null if they need none. */
  keysOf: number | null;
}

interface Figures {
  memoryKiB: number;
  perSecond: number;
  cpuMicros: number;
  p50: number;
  p99: number;
}

/** Many clients on one API process, compared with a bare process that writes the same to as many sockets. */
export const streams: Scenario = async ({ ground, services, isSmoke, options, only }) => {
  const [installation] = services;
  if (!installation) throw new Error('There is no service');
  if (!installation.worker) throw new Error('streams needs the worker: leave out --no-worker');
  const rows = [['', 'KiB idle', 'deliveries/s', '÷ bare', 'CPU µs', '÷ bare', 'p50 ms', 'p99 ms', '÷ bare']];
  for (const count of only ? [Number(only)] : isSmoke ? [4] : [1_000, 5_000, 10_000]) {
    for (let round = 0; round < options.rounds; round += 1) {
      const restMs = isSmoke ? 100 : settleMs;
      const [bare, service] = await compare(ground, installation, {
        count,
        seconds: options.seconds,
        restMs,
      });
      rows.push(row(`bare, ${count} clients`, bare, bare), row(`service, ${count} clients`, service, bare));
    }
  }
  return table(rows);
};

function row(name: string, one: Figures, bare: Figures): string[] {
  return [
    name,
    one.memoryKiB.toFixed(1),
    one.perSecond.toFixed(0),
    (one.perSecond / bare.perSecond).toFixed(2),
    one.cpuMicros.toFixed(1),
    (one.cpuMicros / Math.max(0.1, bare.cpuMicros)).toFixed(2),
    one.p50.toFixed(0),
    one.p99.toFixed(0),
    (one.p99 / Math.max(1, bare.p99)).toFixed(2),
  ];
}

interface Load {
  count: number;
  seconds: number;
  restMs: number;
}

async function compare(ground: Ground, installation: Installation, load: Load): Promise<[Figures, Figures]> {
  const { count } = load;
  const [tenant] = await signUp(installation, 1);
  if (!tenant) throw new Error('No organization was made');
  await makeKeys(installation, tenant, count);
  await disablePrompts(installation, tenant);
  const bare = await startBare(ground, installation, tenant);
  // The installation's own API process writes the events, so that the measured one only serves streams.
  const service = await startStreaming(ground, installation, tenant, count);
  try {
    return [
      await measure(bare, installation, tenant, load),
      await measure(service, installation, tenant, load),
    ];
  } finally {
    await Promise.all([bare.server.stop(), service.server.stop()]);
  }
}

/** Without prompts a create is one event: prompts would add more at unknown times. */
async function disablePrompts({ database }: Installation, { org_id }: Tenant): Promise<void> {
  await database.query('update prompt_templates set is_enabled = false where org_id = $1', [org_id]);
}

/** Creates an API key of the owner for each client, so that no two clients share a credential. */
export async function makeKeys({ database }: Installation, { org_id }: Tenant, count: number): Promise<void> {
  await database.query(
    `insert into api_keys (org_id, user_id, name, prefix, key_hash, created_by)
     select u.org_id, u.id, 'client ' || i, left(k.key, 12), sha256(k.key::bytea), u.id
     from users u, generate_series(0, $2 - 1) i,
       lateral (select 'wfp_' || encode(sha256(('bench ' || u.org_id || ' ' || i)::bytea), 'hex') as key) k
     where u.org_id = $1 and u.deleted_at is null and not u.is_service`,
    [org_id, count],
  );
}

async function startBare(ground: Ground, { settings }: Installation, { org_id }: Tenant): Promise<Subject> {
  const port = await loopbackPort(undefined);
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    script: path.join(import.meta.dirname, '../floor/stream-floor.ts'),
    env: { PORT: String(port), REDIS_URL: ground.redisUrl },
    healthUrl: `${url}/api/health`,
    logFile: path.join(ground.folder, 'logs', 'stream-floor.log'),
  });
  await fetch(`${url}/channel/${encodeURIComponent(`${settings.REDIS_PREFIX}:events:${org_id}`)}`);
  return { server, port, keysOf: null };
}

async function startStreaming(
  ground: Ground,
  { settings }: Installation,
  { org_id }: Tenant,
  count: number,
): Promise<Subject> {
  const port = await loopbackPort(undefined);
  const url = `http://127.0.0.1:${port}`;
  const max = String(2 * count);
  const limits = { SSE_MAX_PER_CREDENTIAL: max, SSE_MAX_PER_ORGANIZATION: max, SSE_MAX_PER_POD: max };
  const server = await startServer({
    script: path.join(import.meta.dirname, '../../apps/api/src/main.ts'),
    env: { ...settings, ...limits, LOG_LEVEL: 'error', PORT: String(port) },
    healthUrl: `${url}/api/health`,
    logFile: path.join(ground.folder, 'logs', 'streams.log'),
  });
  return { server, port, keysOf: org_id };
}

async function measure(
  { server, port, keysOf }: Subject,
  writer: Installation,
  tenant: Tenant,
  { count, seconds, restMs }: Load,
): Promise<Figures> {
  const audience = startAudience();
  try {
    // A warm-up: memory that the process keeps for any number of streams is not counted.
    await audience.ask({ kind: 'open', port, count: Math.min(count, warmUp), keysOf });
    await audience.ask({ kind: 'close' });
    await pause(restMs);
    const before = await readResidentKiB(server.pid);
    await audience.ask({ kind: 'open', port, count, keysOf });
    await pause(restMs);
    const memoryKiB = ((await readResidentKiB(server.pid)) - before) / count;
    const cpuBefore = await server.processorMs();
    const flood = await send(audience, writer, tenant, count, {
      perSecond: rateFor(saturatingRate, count),
      seconds,
    });
    const cpuMicros = (((await server.processorMs()) - cpuBefore) * 1_000) / (flood.events * count);
    const { p50, p99 } = await send(audience, writer, tenant, count, {
      perSecond: rateFor(moderateRate, count),
      seconds,
    });
    await audience.ask({ kind: 'close' });
    return { memoryKiB, perSecond: flood.perSecond, cpuMicros, p50, p99 };
  } finally {
    audience.stop();
  }
}

/** Creates tasks at a steady rate and waits until every client has received all events. */
async function send(
  audience: Audience,
  writer: Installation,
  { org_id, headers }: Tenant,
  count: number,
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  const head = await headOf(writer, org_id);
  const events = Math.max(3, Math.round(perSecond * seconds));
  const seen = audience.ask({ kind: 'follow', until: head + events });
  const start = performance.now();
  const underWay: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  for (let index = 0; index < events; index += 1) {
    await pause(Math.max(0, start + (index * 1_000) / perSecond - performance.now()));
    underWay.push(post(writer, '/tasks', newTask, headers).catch((error) => failures.push(error)));
  }
  await Promise.all(underWay);
  const report = await seen;
  if (failures.length > 0) throw failures[0];
  const more = (await headOf(writer, org_id)) - head - events;
  if (more > 0) throw new Error(`${more} unexpected events`);
  if (report.behind > 0) throw new Error(`${report.behind} of ${count} clients have not received all events`);
  return { ...report, events, perSecond: (events * count * 1_000) / Math.max(1, report.tookMs) };
}

/** Waits until all events of an organization are numbered, and returns the last number. */
export async function headOf({ database }: Installation, org_id: number): Promise<number> {
  for (;;) {
    const { rows } = await database.query(
      `select (select seq from event_heads where org_id = $1)::int as seq,
         exists (select from outbox where org_id = $1) as waiting`,
      [org_id],
    );
    if (!rows[0].waiting) return rows[0].seq ?? 0;
    await pause(20);
  }
}

/** Events per second that cause this many deliveries, at most `maxEvents`: with more, writes would be the bottleneck. */
function rateFor(deliveries: number, count: number): number {
  return Math.min(maxEvents, deliveries / count);
}
