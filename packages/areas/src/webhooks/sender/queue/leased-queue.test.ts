import { type Client, startService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../../testing/lane-harness.ts';
import { eventBodies } from '../attempt/event-bodies.ts';

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hand: LaneHarness;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  hand = createLaneHarness(service, owner);
  receiver = await startReceiver({});
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});

it('returns leases at once when the bodies of their events cannot be read', async () => {
  const id = await hand.createEndpoint(receiver.url('/unreadable'));
  await hand.insertDue(id, 3);
  const reading = vi.spyOn(eventBodies(service.platform), 'load');
  reading.mockRejectedValueOnce(new Error('No connection'));
  await expect(hand.run(id)).rejects.toThrow('No connection');
  reading.mockRestore();
  const rows = await hand.rows(id);
  expect(rows.map((row) => [row.status, row.lease_until])).toEqual(Array(3).fill(['pending', null]));
  expect(receiver.at('/unreadable')).toEqual([]);
  expect(await hand.run(id)).toBeNull();
  expect(await hand.counts(id)).toEqual({ succeeded: 3 });
});
