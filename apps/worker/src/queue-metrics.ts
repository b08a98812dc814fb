import { cached, type Metrics } from '@wfp/shared';
import type { LaneQueues } from '@wfp/shared/queue';

const freshMs = 5_000;
/** Jobs behind those without a priority, of which the oldest can be any. */
const maxPrioritizedRead = 100;

/** Counts jobs (runs of lanes), not the rows in their backlogs. */
interface QueueState {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  oldestSeconds: number;
}

type Queue = LaneQueues['queues'][number];

async function readQueueState(queue: Queue): Promise<QueueState> {
  const [counts, first, behind] = await Promise.all([
    queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed'),
    queue.getJobs(['wait'], 0, 0, true),
    queue.getPrioritized(0, maxPrioritizedRead - 1),
  ]);
  const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  // A delayed job waits from its due time on.
  const waitingMs = [...first, ...behind].map((job) => Date.now() - job.timestamp - (job.opts.delay ?? 0));
  const oldestSeconds = Math.max(0, ...waitingMs) / 1_000;
  return { waiting: wait + prioritized, active, delayed, failed, oldestSeconds };
}

/** Registers metrics of all queues in Redis, for the whole installation. */
export function measureQueues(metrics: Metrics, { queues }: Pick<LaneQueues, 'queues'>): void {
  const states = cached(freshMs, async () => {
    const read = queues.map(async (queue) => [queue.name, await readQueueState(queue)] as const);
    return new Map(await Promise.all(read));
  });
  const gauge = (name: string, help: string, select: (state: QueueState) => number) =>
    metrics.gauge({
      name,
      help,
      label: 'queue',
      read: async () => new Map([...(await states())].map(([queue, state]) => [queue, select(state)])),
    });
  gauge('wfp_queue_jobs_waiting', 'Jobs waiting for a worker.', (state) => state.waiting);
  gauge('wfp_queue_jobs_active', 'Jobs being processed.', (state) => state.active);
  gauge('wfp_queue_jobs_delayed', 'Jobs scheduled for later.', (state) => state.delayed);
  gauge('wfp_queue_jobs_failed', 'Failed jobs kept for inspection.', (state) => state.failed);
  gauge(
    'wfp_queue_oldest_waiting_seconds',
    'Age of the oldest waiting job in seconds; 0 if none.',
    (state) => state.oldestSeconds,
  );
}
