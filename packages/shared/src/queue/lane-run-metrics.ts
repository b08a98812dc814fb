import type { HistogramFamily } from '../metrics/metric-families.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { inSpan, isTracing } from '../trace/tracing.ts';

/** In seconds. Runs are long by design: one works for seconds before it yields. */
const bounds = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Records duration and outcome of lane runs, and a span for each if the process traces. */
export class LaneRunMetrics {
  readonly #durations: HistogramFamily;

  constructor(metrics: Metrics) {
    this.#durations = metrics.histogram(
      {
        name: 'wfp_lane_run_duration_seconds',
        help: 'Duration of lane runs in this worker, by queue and outcome (done or failed).',
        labels: ['queue', 'outcome'],
      },
      bounds,
    );
  }

  /** Initializes every outcome to 0, so that `rate()` includes the first failure. */
  declare(queue: string): void {
    for (const outcome of ['done', 'failed']) this.#durations.labels(queue, outcome);
  }

  async run<Result>(queue: string, lane: string, work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const result = await (isTracing() ? traced(queue, lane, work) : work());
      outcome = 'done';
      return result;
    } finally {
      this.#durations.labels(queue, outcome).observe((performance.now() - startedAt) / 1_000);
    }
  }
}

/** Runs `work` in a new trace, because a run processes rows from many traces; each row continues its own. */
function traced<Result>(queue: string, lane: string, work: () => Promise<Result>): Promise<Result> {
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.destination.name': queue,
    'workforce.lane': lane,
  };
  return inSpan(`lane ${queue}`, { kind: 'CONSUMER', parent: null, attributes }, work);
}
