import autocannon, { type LoadRequest } from 'autocannon';
import type { Ground, Installation } from './installation.ts';
import { median, spread } from './statistics.ts';

/** One of the things that a scenario compares: an installation under a certain load. */
export interface Subject {
  name: string;
  installation: Installation;
  requests: LoadRequest[];
}

/** What one round measured. */
interface Sample {
  perSecond: number;
  p50: number;
  p99: number;
  apiMs: number;
  workerMs: number;
  postgresMs: number;
}

/** What a subject measured over all rounds: medians, and how far its rounds lie apart. */
export interface Measured extends Sample {
  name: string;
  spread: number;
  /** Throughput of each round, to pair it with that of another subject in the same round. */
  rounds: number[];
}

export interface RoundOptions {
  connections: number;
  seconds: number;
  /** Before anything counts: statements are planned and code is compiled. */
  warmUpSeconds: number;
  rounds: number;
}

/**
 * Measures the subjects in turn, round after round, and the other way about in every second round, so
 * that what happens on the machine meanwhile happens to all of them.
 */
export async function alternate(
  ground: Ground,
  subjects: readonly Subject[],
  options: RoundOptions,
): Promise<Measured[]> {
  const samples = new Map<Subject, Sample[]>(subjects.map((one) => [one, []]));
  const warmUp = { ...options, seconds: options.warmUpSeconds };
  if (warmUp.seconds > 0) for (const one of subjects) await measure(ground, one, warmUp);
  for (let round = 0; round < options.rounds; round += 1) {
    for (const one of round % 2 === 0 ? subjects : subjects.toReversed()) {
      samples.get(one)?.push(await measure(ground, one, options));
    }
  }
  return [...samples].map(([{ name }, all]) => summarize(name, all));
}

async function measure(ground: Ground, subject: Subject, options: RoundOptions): Promise<Sample> {
  const { installation, requests } = subject;
  const { api, worker } = installation;
  const now = () => Promise.all([api.processorMs(), worker?.processorMs() ?? 0, ground.postgresMs()]);
  const before = await now();
  const result = await load(installation.url, requests, options);
  // What the requests have caused belongs to them, not to whoever is measured next.
  await untilRelayed(installation);
  const after = await now();
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${subject.name}: ${result.non2xx} answers that are no success, ${result.errors} errors`);
  }
  const count = result['2xx'];
  const [apiMs = 0, workerMs = 0, postgresMs = 0] = after.map(
    (ms, index) => (ms - (before[index] ?? 0)) / count,
  );
  const { p50, p99 } = result.latency;
  return { perSecond: count / result.duration, p50, p99, apiMs, workerMs, postgresMs };
}

function load(url: string, requests: LoadRequest[], { connections, seconds }: RoundOptions) {
  let clients = 0;
  return autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    // Each connection begins elsewhere in the list: in step, all would meet in one organization.
    setupClient: (client) => {
      const from = clients % requests.length;
      clients += 1;
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
}

async function untilRelayed({ database, worker }: Installation): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (worker && Date.now() < deadline) {
    const { rows } = await database.query('select exists (select from outbox) as waiting');
    if (!rows[0].waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function summarize(name: string, samples: readonly Sample[]): Measured {
  const of = (key: keyof Sample) => median(samples.map((one) => one[key]));
  const rounds = samples.map((one) => one.perSecond);
  return {
    name,
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    apiMs: of('apiMs'),
    workerMs: of('workerMs'),
    postgresMs: of('postgresMs'),
    spread: spread(rounds),
    rounds,
  };
}

/** The median over the rounds of one subject's throughput as a share of another's in the same round. */
export function pairedRatio(one: Measured, other: Measured): number {
  return median(one.rounds.map((perSecond, round) => perSecond / (other.rounds[round] ?? Number.NaN)));
}
