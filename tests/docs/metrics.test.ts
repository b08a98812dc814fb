import { readFile } from 'node:fs/promises';
import { startOwnService, type TestService } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../../apps/api/src/start-api.ts';

let service: TestService;
let worker: RunningWorker;
let pod: RunningApi;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  const started = { config: service.config, log: service.platform.log };
  worker = await startWorker({ ...started, opsPort: 0 });
  pod = await startApi({ ...started, port: 0, metricsPort: 0 });
});
afterAll(async () => {
  await pod?.stop();
  await worker?.stop();
  await service?.stop();
});

const textOf = async (port: number | null) => (await fetch(`http://localhost:${port}/metrics`)).text();

async function readReported(port: number | null): Promise<string[]> {
  const text = await textOf(port);
  return [...text.matchAll(/^# TYPE (wfp_\w+) /gm)].map(([, name = '']) => name);
}

it('documents exactly the metrics that workers and API processes export', async () => {
  const text = await readFile('docs/metrics.md', 'utf8');
  const documented = (where: string) =>
    [...text.matchAll(/^\| `(wfp_\w+)` *\| (\w+) /gm)].flatMap(([, name, at]) =>
      at === where || at === 'both' ? [name] : [],
    );
  expect(documented('worker').sort()).toEqual((await readReported(worker.opsPort)).sort());
  expect(documented('API').sort()).toEqual((await readReported(pod.metricsPort)).sort());
});

it('exports metrics of the whole installation from any worker', async () => {
  const now = parseMetrics(await textOf(worker.opsPort));
  expect(now.get('wfp_queue_jobs_failed{queue="webhooks"}')).toBe(0);
  expect(now.get('wfp_queue_oldest_waiting_seconds{queue="prompts"}')).toBe(0);
  // Exported before the first failure, so that the alert detects the increase.
  expect(now.get('wfp_lane_run_duration_seconds_count{queue="prompts",outcome="failed"}')).toBe(0);
  expect(now.get('wfp_webhook_oldest_due_seconds')).toBe(0);
  expect(now.get('wfp_partitions_bytes{table="events"}')).toBeGreaterThan(0);
  expect(now.get('wfp_partitions_months_ahead')).toBeGreaterThan(2);
  expect(now.get(`wfp_build_info{version="0.0.1",node="${process.versions.node}"}`)).toBe(1);
});
