import type { ServerResponse } from 'node:http';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ByHand, byHand } from '../testing/by-hand.ts';

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hand: ByHand;
const open = new Set<ServerResponse>();

beforeAll(async () => {
  // Two permits for an organization.
  service = await startOwnService({ WEBHOOK_MAX_IN_FLIGHT: '4', WEBHOOK_TIMEOUT_MS: '3000' });
  owner = await service.newOrganization();
  hand = byHand(service, owner);
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
    await hand.endpoint(receiver.url('/hangs')),
    await hand.endpoint(receiver.url('/')),
  ];
  await hand.due(hangs, 3);
  await hand.due(answers, 1);
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
