import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { table } from '../measurements/report.ts';
import { median } from '../measurements/statistics.ts';
import type { Tenant } from '../organizations.ts';
import { type Child, startChild } from '../processes/child.ts';
import type { Ground, Installation } from '../processes/installation.ts';
import type { Scenario } from '../scenarios.ts';
import { readResidentKiB } from '../streams/audience.ts';
import {
  addEndpoint,
  commitEvents,
  insertDueDeliveries,
  untilDelivered,
  withEndpoints,
  writeSteadily,
} from './backlog.ts';
import type { Posting } from './bare-sender.ts';
import type { Order, Report } from './receiver.ts';

const organizations = 4;
const eventsPerSecond = 200;
const atOnce = 50;

/** An installation with its measuring instruments. */
interface Course {
  ground: Ground;
  installation: Installation;
  tenants: Tenant[];
  receiver: Child<Order, Report>;
  bare: Child<Posting, number>;
  origin: string;
}

/**
 * Rate at which one worker delivers events, from the commit to the recorded result, compared with a process that only
 * signs and posts the same bodies; memory of a backlog; and latency of events, alone and alongside an endpoint that hangs.
 */
export const webhooks: Scenario = async ({ ground, services, isSmoke, options, only = '' }) => {
  const receiver = startChild<Order, Report>(path.join(import.meta.dirname, 'receiver.ts'));
  const bare = startChild<Posting, number>(path.join(import.meta.dirname, 'bare-sender.ts'));
  const [each, backlog, slowDeliveries] = isSmoke ? [20, 40, 10] : [60_000, 100_000, 10_000];
  try {
    const { port } = await receiver.ask({ kind: 'listen' });
    const origin = `http://127.0.0.1:${port}`;
    const parts: string[] = [];
    for (const installation of services) {
      const tenants = await withEndpoints(installation, organizations, `${origin}/`);
      const course = { ground, installation, tenants, receiver, bare, origin };
      if ('rate'.includes(only)) parts.push(await rates(course, options.rounds, each));
      if ('backlog'.includes(only)) parts.push(await growth(course, backlog));
      if ('age'.includes(only))
        parts.push(await ages(course, options.seconds * (isSmoke ? 1 : 2), slowDeliveries));
    }
    return parts.join('\n');
  } finally {
    receiver.stop();
    bare.stop();
  }
};

interface Drained {
  perSecond: number;
  workerMicros: number;
  postgresMicros: number;
}

/** Commits events for a number of deliveries at once, and returns the rate and the CPU time of the finished deliveries. */
async function drain(
  { ground, installation, tenants, receiver }: Course,
  count: number,
  onHalf?: () => Promise<void>,
): Promise<Drained> {
  const { worker } = installation;
  const cpu = async () => [(await worker?.processorMs()) ?? 0, await ground.postgresMs()] as const;
  const { answered } = await receiver.ask({ kind: 'count' });
  const relay = connectToRelay(installation);
  await commitEvents(installation, tenants, count);
  const [workerMs, postgresMs] = await cpu();
  const start = performance.now();
  relay.wake();
  let isHalf = false;
  for (let done = 0; done < count && performance.now() - start < 180_000; await pause(20)) {
    done = (await receiver.ask({ kind: 'count' })).answered - answered;
    if (isHalf || done < count / 2) continue;
    isHalf = true;
    await onHalf?.();
  }
  await untilDelivered(installation);
  relay.close();
  const perSecond = count / ((performance.now() - start) / 1_000);
  const [workerAfter, postgresAfter] = await cpu();
  return {
    perSecond,
    workerMicros: ((workerAfter - workerMs) * 1_000) / count,
    postgresMicros: ((postgresAfter - postgresMs) * 1_000) / count,
  };
}

async function rates(course: Course, rounds: number, each: number): Promise<string> {
  const { installation, receiver, bare, origin } = course;
  await drain(course, each);
  const { samples } = await receiver.ask({ kind: 'samples' });
  const post = () => bare.ask({ origin, samples, count: each * 2, atOnce });
  await post();
  const drained: Drained[] = [];
  const floors: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) floors.push(await post());
    drained.push(await drain(course, each));
    if (round % 2 === 1) floors.push(await post());
  }
  const shares = drained.map(({ perSecond }, round) => perSecond / (floors[round] ?? Number.NaN));
  const of = (figure: keyof Drained) => median(drained.map((one) => one[figure])).toFixed(0);
  return table([
    ['', 'deliveries/s', '÷ bare', 'each round', 'worker CPU µs', 'PostgreSQL CPU µs'],
    ['bare undici', median(floors).toFixed(0), '1', '', '', ''],
    [
      installation.name,
      of('perSecond'),
      median(shares).toFixed(2),
      shares.map((share) => share.toFixed(2)).join(' '),
      of('workerMicros'),
      of('postgresMicros'),
    ],
  ]);
}

async function growth(course: Course, count: number): Promise<string> {
  const { name, worker } = course.installation;
  const resident = async () => ((await readResidentKiB(worker?.pid ?? 0)) / 1_024).toFixed(0);
  const before = await resident();
  let half = '';
  const { perSecond } = await drain(course, count, async () => {
    half = await resident();
  });
  return table([
    [`a backlog of ${count}`, 'deliveries/s', 'MiB before', 'half way', 'at its end'],
    [name, perSecond.toFixed(0), before, half, await resident()],
  ]);
}

async function ages(course: Course, seconds: number, slowDeliveries: number): Promise<string> {
  const { installation, tenants, origin } = course;
  const [tenant] = tenants;
  if (!tenant) throw new Error('No organization was made');
  const rows = [
    [
      `${eventsPerSecond} events a second, 5 endpoints: ms from the event to its first attempt`,
      'p50',
      'p99',
      'slowest',
      'arrived',
    ],
  ];
  await aged(course, tenant, Math.min(1, seconds));
  rows.push([installation.name, ...(await aged(course, tenant, seconds))]);
  const webhook_id = await addEndpoint(installation, tenant, `${origin}/hang`);
  await insertDueDeliveries(installation, tenant, webhook_id, slowDeliveries);
  await pause(Math.min(1, seconds) * 1_000);
  rows.push([
    `${installation.name}, alongside one that hangs`,
    ...(await aged(course, tenant, seconds, webhook_id)),
  ]);
  return table(rows);
}

/** Ages of events at their arrival, at a steady rate. */
async function aged(
  { installation, receiver }: Course,
  tenant: Tenant,
  seconds: number,
  except?: number,
): Promise<string[]> {
  const { wake, close } = connectToRelay(installation);
  const { answered } = await receiver.ask({ kind: 'time' });
  await writeSteadily(installation, tenant, {
    seconds,
    perSecond: eventsPerSecond,
    wake,
  });
  await untilDelivered(installation, except);
  close();
  const report = await receiver.ask({ kind: 'ages' });
  const { p50 = Number.NaN, p99 = Number.NaN, slowest = Number.NaN } = report.ages ?? {};
  return [p50, p99, slowest].map((ms) => ms.toFixed(0)).concat(String(report.answered - answered));
}

/** Wakes the relay after a commit, as the API does. */
function connectToRelay({ settings }: Installation): { wake(): void; close(): void } {
  const { REDIS_URL = '', REDIS_PREFIX = '' } = settings;
  const redis = new Redis(REDIS_URL);
  return {
    wake: () => void redis.publish(`${REDIS_PREFIX}:relay:nudge`, '1'),
    close: () => redis.disconnect(),
  };
}
