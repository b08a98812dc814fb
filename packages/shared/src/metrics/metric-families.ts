/** In seconds. */
const defaultBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A metric with low-cardinality labels: never ids, paths or user input. */
export interface MetricOptions {
  /** Follows Prometheus' conventions: `wfp_…`, with a unit, and `_total` for counters. */
  name: string;
  help: string;
  labels: readonly string[];
}

export interface HistogramSeries {
  observe(seconds: number): void;
}

export interface CounterSeries {
  add(by?: number): void;
}

type Labels = Record<string, string>;

interface Sample {
  metricName?: string;
  labels: Labels;
  value: number;
}

/** A metric family as the registry collects it. */
export interface CollectedMetric {
  name: string;
  help: string;
  type: 'histogram' | 'counter' | 'gauge';
  values: Sample[];
  aggregator: 'sum';
}

abstract class MetricFamily<Child> {
  readonly name: string;
  readonly #help: string;
  readonly #labels: readonly string[];
  readonly #children = new Map<string, { labels: Labels; child: Child }>();

  constructor({ name, help, labels }: MetricOptions) {
    this.name = name;
    this.#help = help;
    this.#labels = labels;
  }

  /** The series with these label values, in the order of the labels. Hot paths keep a reference to it. */
  labels(...values: string[]): Child {
    const key = values.join('\n');
    const known = this.#children.get(key);
    if (known) return known.child;
    const labels = Object.fromEntries(this.#labels.map((label, at) => [label, values[at] ?? '']));
    const child = this.make();
    this.#children.set(key, { labels, child });
    return child;
  }

  async get(): Promise<CollectedMetric> {
    const values = [...this.#children.values()].flatMap(({ labels, child }) => this.samples(child, labels));
    return { name: this.name, help: this.#help, type: this.type, values, aggregator: 'sum' };
  }

  protected abstract readonly type: CollectedMetric['type'];
  protected abstract make(): Child;
  protected abstract samples(child: Child, labels: Labels): Sample[];
}

class Buckets implements HistogramSeries {
  readonly #bounds: readonly number[];
  /** Not cumulative: they are added up at scrape time. The last bucket counts values above every bound. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number): void {
    let at = 0;
    while (at < this.#bounds.length && seconds > (this.#bounds[at] as number)) at += 1;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.sum += seconds;
  }
}

/**
 * A histogram. Prometheus' own client creates and compares label objects for every observation, which is too slow for
 * each request.
 */
export class HistogramFamily extends MetricFamily<Buckets> {
  readonly #bounds: readonly number[];
  protected readonly type = 'histogram';

  constructor(options: MetricOptions, bounds: readonly number[] = defaultBuckets) {
    super(options);
    this.#bounds = bounds;
  }

  protected make(): Buckets {
    return new Buckets(this.#bounds);
  }

  protected samples({ counts, sum }: Buckets, labels: Labels): Sample[] {
    let below = 0;
    const buckets = [...counts].map((count, at) => {
      below += count;
      const le = at === this.#bounds.length ? '+Inf' : String(this.#bounds[at]);
      return { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: below },
    ];
  }
}

/** A gauge that is constantly 1 and carries information in its labels. */
export class InfoGauge extends MetricFamily<1> {
  protected readonly type = 'gauge';

  protected make(): 1 {
    return 1;
  }

  protected samples(value: 1, labels: Labels): Sample[] {
    return [{ labels, value }];
  }
}

class CounterValue implements CounterSeries {
  value = 0;

  add(by = 1): void {
    this.value += by;
  }
}

export class CounterFamily extends MetricFamily<CounterValue> {
  protected readonly type = 'counter';

  protected make(): CounterValue {
    return new CounterValue();
  }

  protected samples({ value }: CounterValue, labels: Labels): Sample[] {
    return [{ labels, value }];
  }
}
