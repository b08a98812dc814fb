import { areas } from '@wfp/areas';
import { Metrics } from '@wfp/shared';
import { LaneQueues } from '@wfp/shared/queue';
import { startOwnService, type TestService } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureQueues } from './queue-metrics.ts';

let service: TestService;
let laneQueues: LaneQueues;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  const lanes = areas.flatMap((area) => area.jobs ?? []).filter(({ queue }) => queue === 'prompts');
  laneQueues = new LaneQueues(service.platform, lanes);
});
afterAll(async () => {
  await laneQueues?.close();
  await service?.stop();
});

it('measures the age of a delayed job from its due time, not from its creation', async () => {
  const [queue] = laneQueues.queues;
  const oldest = async () => {
    const metrics = new Metrics();
    measureQueues(metrics, laneQueues);
    return parseMetrics(await metrics.text()).get('wfp_queue_oldest_waiting_seconds{queue="prompts"}');
  };
  const hour = 3_600_000;
  const later = await queue?.add('org-1-later', {}, { delay: hour, timestamp: Date.now() - hour });
  await later?.promote();
  expect(await oldest()).toBeLessThan(60);
  await later?.remove();
  await queue?.add('org-2', {}, { timestamp: Date.now() - hour / 2, priority: 3 });
  expect(await oldest()).toBeGreaterThanOrEqual(1_800);
  await queue?.add('org-1', {}, { timestamp: Date.now() - hour });
  expect(await oldest()).toBeGreaterThanOrEqual(3_600);
});
