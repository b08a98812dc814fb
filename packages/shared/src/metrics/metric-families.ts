/** Seconds: from what a read by key takes to what ends by its timeout. */
const defaultBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Something that is told apart by labels, of which each takes few values: never ids, paths or what somebody sent. */
export interface MetricOptions {
  /** In Prometheus' way: `wfp_…`, with its unit, and `_total` where it only grows. */
  name: string;
  help: string;
  labels: readonly string[];
}

/** How long something took, as it is counted in passing. */
export interface HistogramSeries {
  observe(seconds: number): void;
}

/** A number of something, as it is counted in passing. */
export interface CounterSeries {
  add(by?: number): void;
}

type Labels = Record<string, string>;

/** A sample of Prometheus' text format. */
interface Sample {
  metricName?: string;
  labels: Labels;
  value: number;
}

/** What a registry asks a metric for. */
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

  /** The one with these values of its labels, in their order. Whoever counts often keeps it. */
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
  /** Not summed up as Prometheus wants them: that is done when it asks. The last is what exceeds every bound. */
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
 * How long things took, as a histogram. The library's own one makes and compares label objects for each observation:
 * what is counted for every request must cost less.
 */
export class HistogramFamily extends MetricFamily<Buckets> {
  readonly #bounds: readonly number[];
  protected readonly type = 'histogram';

  constructor(labelled: MetricOptions, bounds: readonly number[] = defaultBuckets) {
    super(labelled);
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

/** What is so for as long as the process runs, told by labels. */
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

/** How often things happened. */
export class CounterFamily extends MetricFamily<CounterValue> {
  protected readonly type = 'counter';

  protected make(): CounterValue {
    return new CounterValue();
  }

  protected samples({ value }: CounterValue, labels: Labels): Sample[] {
    return [{ labels, value }];
  }
}
