import type { LoadRequest } from 'autocannon';
import { measureLoad, type Sample, sendAll, untilCalm } from '../measurements/rounds.ts';
import { median, spread } from '../measurements/statistics.ts';
import type { Ground, Installation } from '../processes/installation.ts';
import { type Drain, kindsOfWork, observe, type Tally } from './consequences.ts';

/** A measurement: an operation in organizations of one size, or on the floor or the peer. */
export interface Subject {
  name: string;
  operation: string;
  installation: Installation;
  /** The requests of a round, each of which is sent once, and the organization whose work is awaited, if any. */
  prepare(round: number): { requests: LoadRequest[]; org_id: number | null };
}

interface WholeSample extends Sample {
  requests: number;
  drain: Drain | null;
  tally: Tally | null;
}

/** Medians of all rounds of a subject, and the spread of its rate and CPU time. */
export interface WholeResult extends Sample {
  name: string;
  operation: string;
  installation: Installation;
  requests: number;
  /** CPU time of all processes per request. */
  totalMs: number;
  totalSpread: number;
  rateSpread: number;
  /** Seconds until everything is done; null without a worker. */
  drainSeconds: number | null;
  /** Milliseconds until each kind of work is done. */
  drain: Drain | null;
  tally: Tally | null;
  rates: number[];
  totals: number[];
}

export interface Turns {
  connections: number;
  rounds: number;
  patience: number;
}

/** Measures one round of one subject until all of its consequences are done. */
export async function measureRound(
  ground: Ground,
  { name, installation, prepare }: Subject,
  round: number,
  { connections, patience }: Turns,
): Promise<WholeSample> {
  const { requests, org_id } = prepare(round);
  const observer = org_id === null || !installation.worker ? null : await observe(installation, org_id);
  try {
    for (let wait = 0; wait < patience; wait += 1) await untilCalm();
    let drain: Drain | null = null;
    const sample = await measureLoad(ground, installation, name, async () => {
      const result = await sendAll(installation.url, requests, connections);
      drain = (await observer?.untilDone()) ?? null;
      return result;
    });
    return { ...sample, requests: requests.length, drain, tally: (await observer?.verify()) ?? null };
  } finally {
    await observer?.close();
  }
}

/** Measures the subjects of each group in turn, in reverse order every second round. */
export async function measureInTurns(
  ground: Ground,
  groups: readonly (readonly Subject[])[],
  turns: Turns,
): Promise<WholeResult[]> {
  const samples = new Map<Subject, WholeSample[]>(groups.flat().map((one) => [one, []]));
  for (let round = 0; round < turns.rounds; round += 1) {
    for (const group of groups) {
      for (const one of round % 2 === 0 ? group : group.toReversed()) {
        samples.get(one)?.push(await measureRound(ground, one, round, turns));
      }
    }
  }
  return [...samples].map(([subject, all]) => summarize(subject, all));
}

const totalOf = ({ apiMs, workerMs, postgresMs }: Sample) => apiMs + workerMs + postgresMs;
const longest = (drain: Drain) => Math.max(...Object.values(drain));

export function summarize(
  { name, operation, installation }: Pick<Subject, 'name' | 'operation' | 'installation'>,
  samples: readonly WholeSample[],
): WholeResult {
  const of = (value: (one: WholeSample) => number) => median(samples.map(value));
  const totals = samples.map(totalOf);
  const rates = samples.map((one) => one.perSecond);
  const drains = samples.flatMap(({ drain }) => (drain ? [drain] : []));
  const tallies = samples.flatMap(({ tally }) => (tally ? [tally] : []));
  return {
    name,
    operation,
    installation,
    requests: of((one) => one.requests),
    perSecond: median(rates),
    p50: of((one) => one.p50),
    p99: of((one) => one.p99),
    apiMs: of((one) => one.apiMs),
    workerMs: of((one) => one.workerMs),
    postgresMs: of((one) => one.postgresMs),
    foreign: of((one) => one.foreign),
    totalMs: median(totals),
    totalSpread: spread(totals),
    rateSpread: spread(rates),
    drainSeconds: drains.length === 0 ? null : median(drains.map(longest)) / 1_000,
    drain: drains.length === 0 ? null : medians(kindsOfWork, drains),
    tally: tallies.length === 0 ? null : medians(Object.keys(tallies[0] ?? {}) as (keyof Tally)[], tallies),
    rates,
    totals,
  };
}

function medians<Key extends string>(
  keys: readonly Key[],
  all: readonly Record<Key, number>[],
): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, median(all.map((one) => one[key]))])) as Record<
    Key,
    number
  >;
}
