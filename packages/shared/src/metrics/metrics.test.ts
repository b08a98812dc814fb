import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

it('reads a gauge at scrape time, with its help text', async () => {
  const metrics = new Metrics();
  let waiting = 3;
  metrics.gauge({ name: 'wfp_waiting', help: 'What waits', read: () => waiting });
  expect(parseMetrics(await metrics.text()).get('wfp_waiting')).toBe(3);
  waiting = 1;
  const text = await metrics.text();
  expect(parseMetrics(text).get('wfp_waiting')).toBe(1);
  expect(text).toContain('# HELP wfp_waiting What waits\n# TYPE wfp_waiting gauge\n');
});

it('reports the current value of a counter at every scrape', async () => {
  const metrics = new Metrics();
  metrics.scrapedCounter({ name: 'wfp_sent_total', help: 'What was sent', read: async () => 7 });
  await metrics.text();
  const text = await metrics.text();
  expect(parseMetrics(text).get('wfp_sent_total')).toBe(7);
  expect(text).toContain('# TYPE wfp_sent_total counter\n');
});

it('reports the same counter to concurrent scrapes', async () => {
  const metrics = new Metrics();
  metrics.scrapedCounter({ name: 'wfp_sent_total', help: 'What was sent', read: async () => 7 });
  const texts = await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
  expect(texts.map((text) => parseMetrics(text).get('wfp_sent_total'))).toEqual([7, 7, 7]);
});

it('reports one number per label value, and drops values that no longer exist', async () => {
  const metrics = new Metrics();
  const shards = new Map([
    ['1', 10],
    ['2', 20],
  ]);
  metrics.gauge({ name: 'wfp_shards', help: 'By shard', label: 'shard', read: () => shards });
  const before = parseMetrics(await metrics.text());
  expect([before.get('wfp_shards{shard="1"}'), before.get('wfp_shards{shard="2"}')]).toEqual([10, 20]);
  shards.delete('1');
  const after = parseMetrics(await metrics.text());
  expect([after.get('wfp_shards{shard="1"}'), after.get('wfp_shards{shard="2"}')]).toEqual([undefined, 20]);
});

it('leaves out only the metrics that cannot be read', async () => {
  const metrics = new Metrics();
  const fails = async () => Promise.reject(new Error('No database'));
  metrics.gauge({ name: 'wfp_lag_seconds', help: 'Lag', read: fails });
  metrics.gauge({ name: 'wfp_backlog', help: 'Backlog', label: 'shard', read: fails });
  metrics.gauge({ name: 'wfp_connections', help: 'Connections', read: () => 5 });
  const scraped = parseMetrics(await metrics.text());
  expect([...scraped.keys()].filter((name) => /^wfp_(?!build)/.test(name))).toEqual(['wfp_connections']);
});

it('separates the platforms of one process, and reports the process metrics in each', async () => {
  const [one, other] = [new Metrics(), new Metrics()];
  one.gauge({ name: 'wfp_connections', help: 'Connections', read: () => 5 });
  other.gauge({ name: 'wfp_connections', help: 'Connections', read: () => 6 });
  const scraped = await Promise.all([one, other].map(async (metrics) => parseMetrics(await metrics.text())));
  expect(scraped.map((all) => all.get('wfp_connections'))).toEqual([5, 6]);
  for (const all of scraped) expect(all.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

it('reports durations in cumulative buckets', async () => {
  const metrics = new Metrics();
  const labelled = { name: 'wfp_wait_seconds', help: 'Waits', labels: ['pool', 'kind'] };
  const waits = metrics.histogram(labelled, [0.1, 1]);
  const one = waits.labels('reading', 'a "b"');
  for (const seconds of [0.05, 0.1, 0.5, 7]) one.observe(seconds);
  waits.labels('writing', '').observe(2);
  expect(waits.labels('reading', 'a "b"')).toBe(one);
  const text = await metrics.text();
  expect(text).toContain('# TYPE wfp_wait_seconds histogram\n');
  const samples = [...text.matchAll(/^wfp_wait_seconds_(\w+)\{pool="reading",(.*)\} (.*)$/gm)].map((found) =>
    found.slice(1),
  );
  expect(samples).toEqual([
    ['bucket', 'kind="a \\"b\\"",le="0.1"', '2'],
    ['bucket', 'kind="a \\"b\\"",le="1"', '3'],
    ['bucket', 'kind="a \\"b\\"",le="+Inf"', '4'],
    ['sum', 'kind="a \\"b\\""', '7.65'],
    ['count', 'kind="a \\"b\\""', '4'],
  ]);
  expect(parseMetrics(text).get('wfp_wait_seconds_count{pool="writing",kind=""}')).toBe(1);
});

it('counts by several labels', async () => {
  const metrics = new Metrics();
  const runs = metrics.counter({ name: 'wfp_runs_total', help: 'Runs', labels: ['queue', 'outcome'] });
  runs.labels('mail', 'failed').add();
  runs.labels('mail', 'failed').add(2);
  const scraped = parseMetrics(await metrics.text());
  expect(scraped.get('wfp_runs_total{queue="mail",outcome="failed"}')).toBe(3);
});
