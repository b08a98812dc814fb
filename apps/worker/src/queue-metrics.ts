import { cached, type Metrics } from '@wfp/shared';
import type { LaneQueues } from '@wfp/shared/queue';

const freshMs = 5_000;

/** The jobs of a queue: lanes that are to be run, not what waits in their backlogs. */
interface QueueState {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  oldestSeconds: number;
}

type Queue = LaneQueues['queues'][number];

async function readQueueState(queue: Queue): Promise<QueueState> {
  const [counts, [oldest]] = await Promise.all([
    queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed'),
    queue.getJobs(['wait'], 0, 0, true),
  ]);
  const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  // A bell that was set for a later time waits from that time on.
  const since = oldest && oldest.timestamp + (oldest.opts.delay ?? 0);
  const oldestSeconds = since ? Math.max(0, Date.now() - since) / 1_000 : 0;
  return { waiting: wait + prioritized, active, delayed, failed, oldestSeconds };
}

/** Has a worker tell what waits in Redis, in the whole installation, for every queue. */
export function measureQueues(metrics: Metrics, { queues }: Pick<LaneQueues, 'queues'>): void {
  const states = cached(freshMs, async () => {
    const read = queues.map(async (queue) => [queue.name, await readQueueState(queue)] as const);
    return new Map(await Promise.all(read));
  });
  const gauge = (name: string, help: string, of: (state: QueueState) => number) =>
    metrics.gauge({
      name,
      help,
      label: 'queue',
      read: async () => new Map([...(await states())].map(([queue, state]) => [queue, of(state)])),
    });
  gauge('wfp_queue_jobs_waiting', 'Lanes that were rung and that no worker runs yet.', (one) => one.waiting);
  gauge('wfp_queue_jobs_active', 'Lanes that a worker runs.', (one) => one.active);
  gauge('wfp_queue_jobs_delayed', 'Lanes that are rung at a later time.', (one) => one.delayed);
  gauge('wfp_queue_jobs_failed', 'Runs that failed and are kept to be looked at.', (one) => one.failed);
  gauge(
    'wfp_queue_oldest_waiting_seconds',
    'For how long the lane has waited that has waited longest; 0 when none does.',
    (one) => one.oldestSeconds,
  );
}
