import type { ServerResponse } from 'node:http';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../testing/lane-harness.ts';

const { sql } = Prisma;
let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let harness: LaneHarness;
const open: ServerResponse[] = [];

beforeAll(async () => {
  // An organization can have two permits.
  service = await startOwnService({ WEBHOOK_MAX_IN_FLIGHT: '4', WEBHOOK_TIMEOUT_MS: '60000' });
  owner = await service.newOrganization();
  harness = createLaneHarness(service, owner);
  receiver = await startReceiver({ '/slow': (res) => void open.push(res) });
});
afterAll(async () => {
  for (const res of open) res.writeHead(204).end();
  await receiver?.stop();
  await service?.stop();
});

const endpointWith = async (path: string) => {
  const id = await harness.createEndpoint(receiver.url(path));
  await harness.insertDue(id, 1);
  return id;
};
const findHolder = async (id: number) =>
  (await service.rows<{ holder: string }>(sql`select holder from webhook_lanes where webhook_id = ${id}`))[0];

it('sends nothing if another run locked the lane while this one waited for a permit', async () => {
  const busy = [await endpointWith('/slow'), await endpointWith('/slow')];
  const waits = await endpointWith('/waits');
  const runs = busy.map((id) => harness.run(id));
  await eventually(
    () => open.length,
    (count) => count === 2,
  );
  const startedAt = performance.now();
  const run = harness.run(waits);
  await eventually(() => findHolder(waits), Boolean);
  await harness.tamper(sql`update webhook_lanes set holder = 'another', held_until = now() + interval '1 minute'
    where webhook_id = ${waits}`);
  // The lock is renewed only if it was acquired more than a second ago.
  await eventually(
    () => performance.now() - startedAt,
    (ms) => ms > 1_500,
  );
  for (const res of open.splice(0)) res.writeHead(204).end();
  await Promise.all([run, ...runs]);
  expect(receiver.at('/waits')).toEqual([]);
  expect(await harness.counts(waits)).toEqual({ pending: 1 });
  expect(await findHolder(waits)).toEqual({ holder: 'another' });
});
