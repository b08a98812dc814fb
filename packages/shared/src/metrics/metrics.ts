import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from '@prometheus-io/client';
import { CounterFamily, HistogramFamily, InfoGauge, type MetricOptions } from './metric-families.ts';

/** One number, or one for each value of the label. */
type ScrapedValue = number | ReadonlyMap<string, number>;

/** A metric that is read at scrape time only. */
export interface ScrapedMetric {
  /** Follows Prometheus' conventions: `wfp_…`, with a unit, and `_total` for counters. */
  name: string;
  help: string;
  /** Name of the label, if there are several values. */
  label?: string;
  /** If it fails, this metric is missing from the scrape, and all other metrics are still returned. */
  read(): ScrapedValue | Promise<ScrapedValue>;
}

/**
 * The metrics of one platform, in Prometheus' text format. Each platform has its own registry, since tests run several
 * in one process; the metrics of the process are the same in all of them.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #families = new Map<string, CounterFamily | HistogramFamily | InfoGauge>();
  readonly contentType = this.#registry.contentType;

  constructor() {
    const options = {
      name: 'wfp_build_info',
      help: 'Version of the service and of Node.js.',
      labels: ['version', 'node'],
    };
    this.#getOrCreate(options.name, () => new InfoGauge(options)).labels(
      version,
      globalThis.process.versions.node,
    );
  }

  gauge(metric: ScrapedMetric): void {
    const gauge: Gauge<string> = new Gauge({
      ...declared(metric),
      collect: () => collect(metric, gauge, (labels, value) => gauge.set(labels, value)),
    });
    this.#registry.registerMetric(gauge);
  }

  /** Registers a counter whose value is read at scrape time. */
  scrapedCounter(metric: ScrapedMetric): void {
    const counter: Counter<string> = new Counter({
      ...declared(metric),
      collect: () => collect(metric, counter, (labels, value) => counter.inc(labels, value)),
    });
    this.#registry.registerMetric(counter);
  }

  /** Returns the histogram with this name, in seconds; creates it on the first call. */
  histogram(options: MetricOptions, bounds?: readonly number[]): HistogramFamily {
    return this.#getOrCreate(options.name, () => new HistogramFamily(options, bounds));
  }

  /** Returns the counter with this name; creates it on the first call. */
  counter(options: MetricOptions): CounterFamily {
    return this.#getOrCreate(options.name, () => new CounterFamily(options));
  }

  #getOrCreate<Family extends CounterFamily | HistogramFamily | InfoGauge>(
    name: string,
    make: () => Family,
  ): Family {
    const known = this.#families.get(name);
    if (known) return known as Family;
    const created = make();
    this.#families.set(name, created);
    this.#registry.registerMetric(created as unknown as Metric<string>);
    return created;
  }

  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${await processRegistry().metrics()}`;
  }
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const declared = ({ name, help, label }: ScrapedMetric) => ({
  name,
  help,
  labelNames: label === undefined ? [] : [label],
  // Otherwise the library would add the metric to its global registry.
  registers: [],
});

async function collect(
  { label, read }: ScrapedMetric,
  metric: { reset(): void; remove(): void },
  put: (labels: Record<string, string>, value: number) => void,
): Promise<void> {
  try {
    const reading = await read();
    // Reset after the read: otherwise these values would be added to those of a concurrent scrape.
    metric.reset();
    if (typeof reading === 'number') put({}, reading);
    else for (const [value, one] of reading) put({ [label ?? '']: value }, one);
  } catch {
    metric.reset();
    if (label === undefined) metric.remove();
  }
}

let process: Registry | null = null;

/** CPU, memory, event loop and garbage collection; collected from the first scrape. */
function processRegistry(): Registry {
  if (process) return process;
  process = new Registry();
  collectDefaultMetrics({ register: process });
  return process;
}
