import type { ServerResponse } from 'node:http';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../testing/lane-harness.ts';

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hand: LaneHarness;
const open = new Set<ServerResponse>();

beforeAll(async () => {
  // Two permits for an organization.
  service = await startOwnService({ WEBHOOK_MAX_IN_FLIGHT: '4', WEBHOOK_TIMEOUT_MS: '3000' });
  owner = await service.newOrganization();
  hand = createLaneHarness(service, owner);
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

it('returns permits when an endpoint times out, for other endpoints to use while it hangs', async () => {
  const [hangs, answers] = [
    await hand.createEndpoint(receiver.url('/hangs')),
    await hand.createEndpoint(receiver.url('/')),
  ];
  await hand.insertDue(hangs, 3);
  await hand.insertDue(answers, 1);
  const run = hand.run(hangs);
  // Two at once time out; from then on one at a time is sent.
  await eventually(
    () => receiver.at('/hangs').length,
    (count) => count === 3,
  );
  await hand.run(answers);
  expect([open.size, await hand.counts(answers)]).toEqual([1, { succeeded: 1 }]);
  await run;
  expect(await hand.counts(hangs)).toMatchObject({ failed: 3 });
});
