import autocannon, { type LoadRequest, type LoadResult } from 'autocannon';
import type { Ground, Installation } from '../processes/installation.ts';
import { machineMs } from '../processes/processor-time.ts';
import { median, spread } from './statistics.ts';

/** A subject of a comparison: an installation under a certain load. */
export interface Subject {
  name: string;
  installation: Installation;
  requests: LoadRequest[];
}

/** Result of one round. */
export interface Sample {
  perSecond: number;
  p50: number;
  p99: number;
  apiMs: number;
  workerMs: number;
  postgresMs: number;
  /** Average number of processors in use by other programs. */
  foreign: number;
}

/** Results of a subject over all rounds: medians, and the spread of the throughput. */
export interface Measured extends Sample {
  name: string;
  spread: number;
  /** Throughput of each round, for pairing with another subject's same round. */
  rounds: number[];
}

export interface RoundOptions {
  connections: number;
  seconds: number;
  /** Requests per round; if omitted, a round lasts `seconds`. */
  amount?: number;
  /** Warm-up before the first round: statements are planned and code is compiled. */
  warmUpSeconds: number;
  rounds: number;
  /** Maximum repetitions of a round while other programs use much of the machine. */
  patience: number;
}

/**
 * Measures the subjects in turn, round by round, and in reverse order in every second round, so that disturbances of
 * the machine affect all of them.
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
      samples.get(one)?.push(await undisturbed(ground, one, options));
    }
  }
  return [...samples].map(([{ name }, all]) => summarize(name, all));
}

/** Fraction of a core that an idle machine does not exceed. */
const disturbing = 0.35;

/** The first round without much other load, or the one with the least. */
async function undisturbed(ground: Ground, subject: Subject, options: RoundOptions): Promise<Sample> {
  let best = await measure(ground, subject, options);
  for (let attempt = 0; best.foreign > disturbing && attempt < options.patience; attempt += 1) {
    await untilCalm();
    const next = await measure(ground, subject, options);
    if (next.foreign < best.foreign) best = next;
  }
  return best;
}

/** Waits up to half a minute for a moment without much load on the machine. */
export async function untilCalm(): Promise<void> {
  const deadline = Date.now() + 30_000;
  const sampleMs = 400;
  for (let before = await machineMs(); Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
    const after = await machineMs();
    if ((after - before) / sampleMs < disturbing) return;
    before = after;
  }
}

function measure(ground: Ground, subject: Subject, options: RoundOptions): Promise<Sample> {
  const { name, installation, requests } = subject;
  return measureLoad(ground, installation, name, async () => {
    const result = await load(installation.url, requests, options);
    // The consequences of the requests count for this subject, and must finish before the next one is measured.
    await untilRelayed(installation);
    return result;
  });
}

/**
 * Measures one load, including the consequences that `run` waits for.
 *
 * @throws Error if a request failed
 */
export async function measureLoad(
  ground: Ground,
  { api, worker }: Installation,
  name: string,
  run: () => Promise<LoadResult>,
): Promise<Sample> {
  const now = () =>
    Promise.all([api.processorMs(), worker?.processorMs() ?? 0, ground.postgresMs(), ownMs(), machineMs()]);
  const begun = performance.now();
  const before = await now();
  const result = await run();
  const after = await now();
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} responses other than 2xx, ${result.errors} errors`);
  }
  const count = result['2xx'];
  const used = after.map((ms, index) => ms - (before[index] ?? 0));
  const [ofApi = 0, ofWorker = 0, ofPostgres = 0, ofBench = 0, ofMachine = 0] = used;
  const { p50, p99 } = result.latency;
  return {
    perSecond: count / Math.max(0.01, result.duration),
    p50,
    p99,
    apiMs: ofApi / count,
    workerMs: ofWorker / count,
    postgresMs: ofPostgres / count,
    foreign: (ofMachine - ofApi - ofWorker - ofPostgres - ofBench) / (performance.now() - begun),
  };
}

/** CPU time of this process, which generates the load. */
function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function load(url: string, requests: LoadRequest[], { connections, seconds, amount }: RoundOptions) {
  let clients = 0;
  return autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    // autocannon stops only when it takes a sample, by default once a second.
    sampleInt: Math.min(1_000, seconds * 500),
    requests,
    // Each connection starts at another point of the list; otherwise all would use the same organization at once.
    setupClient: (client) => {
      const from = clients % requests.length;
      clients += 1;
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
}

/** Sends each request once. */
export function sendAll(url: string, requests: LoadRequest[], maxConnections: number): Promise<LoadResult> {
  const connections = Math.min(maxConnections, requests.length);
  let clients = 0;
  return autocannon({
    url,
    connections,
    amount: requests.length,
    // autocannon detects the end only when it takes a sample.
    sampleInt: 20,
    requests,
    setupClient: (client) => {
      const share = clients;
      clients += 1;
      client.setRequests(requests.filter((_, index) => index % connections === share));
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
    foreign: of('foreign'),
    spread: spread(rounds),
    rounds,
  };
}

/** The median over the rounds of one subject's throughput as a share of another's in the same round. */
export function pairedRatio(one: Measured, other: Measured): number {
  return median(one.rounds.map((perSecond, round) => perSecond / (other.rounds[round] ?? Number.NaN)));
}
