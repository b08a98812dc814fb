import type { ServerResponse } from 'node:http';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../testing/lane-harness.ts';

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let harness: LaneHarness;
const open = new Set<ServerResponse>();

beforeAll(async () => {
  // An organization can have two permits.
  service = await startOwnService({ WEBHOOK_MAX_IN_FLIGHT: '4', WEBHOOK_TIMEOUT_MS: '3000' });
  owner = await service.newOrganization();
  harness = createLaneHarness(service, owner);
  receiver = await startReceiver({
    '/hangs': (res) => {
      open.add(res);
      res.on('close', () => open.delete(res));
    },
  });
});
afterAll(async () => {
  for (const res of open) res.destroy();
  await receiver?.stop();
  await service?.stop();
});

it('releases permits of an endpoint that times out, so that other endpoints can use them', async () => {
  const [hangs, healthy] = [
    await harness.createEndpoint(receiver.url('/hangs')),
    await harness.createEndpoint(receiver.url('/')),
  ];
  await harness.insertDue(hangs, 3);
  await harness.insertDue(healthy, 1);
  const run = harness.run(hangs);
  // Two concurrent requests time out; after that one at a time is sent.
  await eventually(
    () => receiver.at('/hangs').length,
    (count) => count === 3,
  );
  await harness.run(healthy);
  expect([open.size, await harness.counts(healthy)]).toEqual([1, { succeeded: 1 }]);
  await run;
  expect(await harness.counts(hangs)).toMatchObject({ failed: 3 });
});
