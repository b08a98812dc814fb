import { type Client, startService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../../testing/lane-harness.ts';
import { eventBodies } from '../attempt/event-bodies.ts';

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let harness: LaneHarness;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  harness = createLaneHarness(service, owner);
  receiver = await startReceiver({});
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});

it('returns leases immediately if the bodies of their events cannot be read', async () => {
  const id = await harness.createEndpoint(receiver.url('/unreadable'));
  await harness.insertDue(id, 3);
  const reading = vi.spyOn(eventBodies(service.platform), 'load');
  reading.mockRejectedValueOnce(new Error('No connection'));
  await expect(harness.run(id)).rejects.toThrow('No connection');
  reading.mockRestore();
  const rows = await harness.rows(id);
  expect(rows.map((row) => [row.status, row.lease_until])).toEqual(Array(3).fill(['pending', null]));
  expect(receiver.at('/unreadable')).toEqual([]);
  expect(await harness.run(id)).toBeNull();
  expect(await harness.counts(id)).toEqual({ succeeded: 3 });
});
