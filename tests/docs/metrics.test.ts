import { readFile } from 'node:fs/promises';
import { startService, type TestService } from '@wfp/api/testing';
import { metricsOf } from '@wfp/shared/testing/metrics-text.ts';
import { type RunningWorker, startWorker } from '@wfp/worker/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../../apps/api/src/start-api.ts';

let service: TestService;
let worker: RunningWorker;
let pod: RunningApi;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  const started = { config: service.config, log: service.platform.log };
  worker = await startWorker({ ...started, opsPort: 0 });
  pod = await startApi({ ...started, port: 0, metricsPort: 0 });
});
afterAll(async () => {
  await pod?.stop();
  await worker?.stop();
  await service?.stop();
});

async function told(port: number | null): Promise<string[]> {
  const response = await fetch(`http://localhost:${port}/metrics`);
  const names = [...metricsOf(await response.text()).keys()].map((name) => name.replace(/\{.*/, ''));
  return [...new Set(names)].filter((name) => name.startsWith('wfp_'));
}

it('docs/events.md has the metrics that workers and API processes tell, and no others', async () => {
  const text = await readFile('docs/events.md', 'utf8');
  const documented = (where: string) =>
    [...text.matchAll(/^\| `(wfp_\w+)` *\| (\w+) /gm)].flatMap(([, name, at]) =>
      at === where ? [name] : [],
    );
  expect(documented('worker').sort()).toEqual((await told(worker.opsPort)).sort());
  expect(documented('API').sort()).toEqual((await told(pod.metricsPort)).sort());
});
