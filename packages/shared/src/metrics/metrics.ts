import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from '@prometheus-io/client';
import { CounterFamily, HistogramFamily, InfoGauge, type MetricOptions } from './metric-families.ts';

/** What a figure is at this moment: one number, or one for each value of its label. */
type ScrapedValue = number | ReadonlyMap<string, number>;

/** A figure that is read when somebody asks for it, and costs nothing until then. */
export interface ScrapedMetric {
  /** In Prometheus' way: `wfp_…`, with its unit, and `_total` where it only grows. */
  name: string;
  help: string;
  /** What its numbers are told apart by. */
  label?: string;
  /** Where it fails, the figure is left out: the others are worth having, most of all then. */
  read(): ScrapedValue | Promise<ScrapedValue>;
}

/**
 * What one platform measures, in Prometheus' text format. Each platform has a registry of its own, since a process
 * may run several; what is told of the process is the same in all of them.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #families = new Map<string, CounterFamily | HistogramFamily | InfoGauge>();
  readonly contentType = this.#registry.contentType;

  constructor() {
    const labelled = { name: 'wfp_build_info', help: 'What runs here.', labels: ['version', 'node'] };
    this.#known(labelled.name, () => new InfoGauge(labelled)).labels(
      version,
      globalThis.process.versions.node,
    );
  }

  /** Declares a figure that goes up and down. */
  gauge(figure: ScrapedMetric): void {
    const gauge: Gauge<string> = new Gauge({
      ...declared(figure),
      collect: () => collect(figure, gauge, (labels, value) => gauge.set(labels, value)),
    });
    this.#registry.registerMetric(gauge);
  }

  /** Declares a figure that only grows until the process ends. */
  scrapedCounter(figure: ScrapedMetric): void {
    const counter: Counter<string> = new Counter({
      ...declared(figure),
      collect: () => collect(figure, counter, (labels, value) => counter.inc(labels, value)),
    });
    this.#registry.registerMetric(counter);
  }

  /** A histogram of how long things take, in seconds. The same for all who declare it by its name. */
  histogram(labelled: MetricOptions, bounds?: readonly number[]): HistogramFamily {
    return this.#known(labelled.name, () => new HistogramFamily(labelled, bounds));
  }

  /** Numbers that are counted in passing, and told apart by labels. The same for all who declare them by their name. */
  counter(labelled: MetricOptions): CounterFamily {
    return this.#known(labelled.name, () => new CounterFamily(labelled));
  }

  #known<Family extends CounterFamily | HistogramFamily | InfoGauge>(
    name: string,
    make: () => Family,
  ): Family {
    const known = this.#families.get(name);
    if (known) return known as Family;
    const made = make();
    this.#families.set(name, made);
    this.#registry.registerMetric(made as unknown as Metric<string>);
    return made;
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
  // Not in the library's registry for everybody.
  registers: [],
});

async function collect(
  { label, read }: ScrapedMetric,
  metric: { reset(): void; remove(): void },
  put: (labels: Record<string, string>, value: number) => void,
): Promise<void> {
  try {
    const reading = await read();
    // After the reading: whoever else asks meanwhile would have theirs added to this one.
    metric.reset();
    if (typeof reading === 'number') put({}, reading);
    else for (const [value, one] of reading) put({ [label ?? '']: value }, one);
  } catch {
    metric.reset();
    if (label === undefined) metric.remove();
  }
}

let process: Registry | null = null;

/** Processor time, memory, event loop and garbage collection; observed from the first time that it is asked for. */
function processRegistry(): Registry {
  if (process) return process;
  process = new Registry();
  collectDefaultMetrics({ register: process });
  return process;
}
