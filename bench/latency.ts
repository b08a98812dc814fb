import { table } from './measurements/report.ts';
import { percentile } from './measurements/statistics.ts';
import { type Observer, receiveWebhooks, watchStream } from './observers.ts';
import { newTask, post, signUp, type Tenant } from './organizations.ts';
import type { Installation } from './processes/installation.ts';
import type { Scenario } from './scenarios.ts';

const createsPerSecond = 100;

/**
 * Times from the moment at which a create is due to its response, and to the arrival of its event at a stream and at a
 * webhook receiver, at a steady rate of creates.
 */
export const latency: Scenario = async ({ services, isSmoke }) => {
  const rows = [['from the due time of the create to', 'p50 ms', 'p99 ms', 'slowest', 'arrived']];
  for (const installation of services) rows.push(...(await watch(installation, isSmoke ? 0.05 : 20)));
  return table(rows);
};

async function watch(installation: Installation, seconds: number): Promise<string[][]> {
  const [tenant] = await signUp(installation, 1);
  if (!tenant) throw new Error('No organization was made');
  const observers = [await watchStream(installation, tenant), await receiveWebhooks(installation, tenant)];
  // Warm-up: statements are planned and code is compiled before the measurement.
  await createSteadily(installation, tenant, Math.min(1, seconds));
  const { sent, answered } = await createSteadily(installation, tenant, seconds);
  await untilAllSeen(observers, sent);
  await Promise.all(observers.map((one) => one.stop()));
  return [
    row(`${installation.name}: answer`, sent, answered),
    ...observers.map((one) => row(`${installation.name}: ${one.name}`, sent, one.seen)),
  ];
}

type Moments = ReadonlyMap<number, number>;

/** Sends at fixed times, regardless of response times: a stall of the service shows in the result. */
async function createSteadily(
  installation: Installation,
  { headers }: Tenant,
  seconds: number,
): Promise<{ sent: Moments; answered: Moments }> {
  const sent = new Map<number, number>();
  const answered = new Map<number, number>();
  const start = performance.now();
  const underWay: Promise<void>[] = [];
  const failures: unknown[] = [];
  for (let index = 0; index < seconds * createsPerSecond; index += 1) {
    const due = start + (index * 1_000) / createsPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const task = post(installation, '/tasks', newTask, headers) as Promise<{ id: number }>;
    underWay.push(
      task.then(
        ({ id }) => {
          sent.set(id, due);
          answered.set(id, performance.now());
        },
        (failure: unknown) => void failures.push(failure),
      ),
    );
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return { sent, answered };
}

async function untilAllSeen(observers: readonly Observer[], sent: Moments): Promise<void> {
  const deadline = Date.now() + 10_000;
  const isMissing = () => observers.some(({ seen }) => [...sent.keys()].some((id) => !seen.has(id)));
  while (isMissing() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
}

function row(name: string, sent: Moments, seen: Moments): string[] {
  const took = [...sent].flatMap(([id, at]) => {
    const then = seen.get(id);
    return then === undefined ? [] : [then - at];
  });
  const shown = [percentile(took, 0.5), percentile(took, 0.99), Math.max(...took)].map((ms) => ms.toFixed(1));
  return [name, ...shown, `${took.length} of ${sent.size}`];
}
