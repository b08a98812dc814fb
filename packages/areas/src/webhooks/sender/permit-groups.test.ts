import type { ServerResponse } from 'node:http';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLaneHarness } from '../testing/lane-harness.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { degradedGroups, permitGroups, receiverOf } from './permit-groups.ts';

const { sql } = Prisma;

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let open: ServerResponse[] = [];
let most = 0;
let isHolding = true;

beforeAll(async () => {
  service = await startOwnService({});
  const holds = (res: ServerResponse) => {
    if (!isHolding) return void res.writeHead(204).end();
    open.push(res);
    most = Math.max(most, open.length);
  };
  receiver = await startReceiver(Object.fromEntries([1, 2, 3, 4].map((n) => [`/${n}`, holds])));
});
beforeEach(() => {
  [open, most, isHolding] = [[], 0, true];
});
afterAll(async () => {
  release();
  await receiver?.stop();
  await service?.stop();
});

function release(): void {
  isHolding = false;
  for (const res of open.splice(0)) res.writeHead(204).end();
}

/** Creates endpoints with due deliveries, and returns functions that run their lanes. */
async function startEndpoints(owner: Client, paths: readonly string[], due: number) {
  const harness = createLaneHarness(service, owner);
  const ids: number[] = [];
  for (const path of paths) ids.push(await harness.createEndpoint(receiver.url(path)));
  for (const id of ids) await harness.insertDue(id, due);
  return {
    run: () => Promise.all(ids.map((id) => harness.run(id))),
    ids,
    harness,
    counts: () => Promise.all(ids.map((id) => harness.counts(id))),
  };
}

const opened = (count: number) =>
  eventually(
    () => open.length,
    (length) => length === count,
  );

describe('concurrent requests to one receiver', () => {
  it('are at most 20 of one organization, and its other receivers are not delayed', async () => {
    const owner = await service.newOrganization();
    const endpoints = await startEndpoints(owner, ['/1', '/2', '/3'], 12);
    const elsewhere = await startReceiver({});
    const other = await endpoints.harness.createEndpoint(elsewhere.url('/'));
    await endpoints.harness.insertDue(other, 3);
    const runs = endpoints.run();
    await opened(20);
    await endpoints.harness.run(other);
    expect(await endpoints.harness.counts(other)).toEqual({ succeeded: 3 });
    expect([open.length, most]).toEqual([20, 20]);
    release();
    await runs;
    expect(await endpoints.counts()).toEqual([{ succeeded: 12 }, { succeeded: 12 }, { succeeded: 12 }]);
    expect(most).toBe(20);
    await elsewhere.stop();
  });

  it('of one endpoint leave permits to another one of the organization', async () => {
    const owner = await service.newOrganization();
    const endpoints = await startEndpoints(owner, ['/1', '/healthy'], 15);
    const [hangs, healthy] = endpoints.ids as [number, number];
    const run = endpoints.harness.run(hangs);
    await opened(10);
    await endpoints.harness.run(healthy);
    expect(await endpoints.harness.counts(healthy)).toEqual({ succeeded: 15 });
    expect(most).toBe(10);
    release();
    await run;
  });

  it('are at most 10 of all unverified organizations, and 5 of one endpoint', async () => {
    const owners = [
      await service.newOrganization(undefined, false),
      await service.newOrganization(undefined, false),
    ];
    const [first, second] = [
      await startEndpoints(owners[0] as Client, ['/1', '/2'], 7),
      await startEndpoints(owners[1] as Client, ['/3', '/4'], 7),
    ];
    const verified = await startEndpoints(await service.newOrganization(), ['/healthy'], 3);
    const alone = first.harness.run(first.ids[0] as number);
    await opened(5);
    const runs = [alone, first.harness.run(first.ids[1] as number), second.run()];
    await opened(10);
    await verified.run();
    expect(await verified.counts()).toEqual([{ succeeded: 3 }]);
    expect([open.length, most]).toEqual([10, 10]);
    release();
    await Promise.all(runs);
    expect([...(await first.counts()), ...(await second.counts())]).toEqual(Array(4).fill({ succeeded: 7 }));
    expect(most).toBe(10);
  });

  it('end with the run when the endpoint gets another receiver', async () => {
    const owner = await service.newOrganization();
    // More than a run leases at first.
    const { harness, ids } = await startEndpoints(owner, ['/4'], 45);
    const [id] = ids as [number];
    const elsewhere = await startReceiver({});
    const before = receiver.at('/4').length;
    const startedAt = performance.now();
    const run = harness.run(id);
    await opened(10);
    await harness.tamper(
      sql`update webhook_endpoints set url = ${elsewhere.url('/')} where org_id = ${owner.user.org_id} and id = ${id}`,
    );
    // The endpoint is read again with a lease that is taken more than a second after the last one.
    await eventually(
      () => performance.now() - startedAt,
      (ms) => ms > 1_500,
    );
    release();
    expect((await run)?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(elsewhere.received).toEqual([]);
    await harness.run(id);
    expect(elsewhere.received.length).toBeGreaterThan(0);
    expect(receiver.at('/4').length - before + elsewhere.received.length).toBe(45);
    expect(await harness.counts(id)).toEqual({ succeeded: 45 });
    await elsewhere.stop();
  });
});

describe('the groups of an endpoint', () => {
  const lane = { org_id: 7, webhook_id: 1 };
  const config = (url: string, is_unverified = false) => ({ url, is_unverified });

  it.each([
    ['https://hooks.example.com/a?b', '7/hooks.example.com:443'],
    ['https://HOOKS.example.com.:443/', '7/hooks.example.com:443'],
    ['http://hooks.example.com/', '7/hooks.example.com:80'],
    ['http://127.1:8080/', '7/127.0.0.1:8080'],
    ['http://[::1]:8080/', '7/[::1]:8080'],
    ['http://[::ffff:127.0.0.1]:8080/', '7/127.0.0.1:8080'],
    ['not a URL', '7/not a URL:80'],
  ])('have the host and port of %s', (url, expected) => {
    expect(receiverOf(lane, config(url))).toBe(expected);
  });

  it('are shared by unverified organizations', () => {
    const url = 'http://a.example/';
    expect(permitGroups(500, lane, config(url, true))).toMatchObject([
      { key: 'organization/7', max: 250 },
      { key: 'unverified/a.example:80', max: 10, maxWaiting: 30 },
      { key: 'unverified', max: 125, maxWaiting: 30 },
    ]);
    expect(degradedGroups(500, lane, config(url, true))).toEqual([
      { key: 'degraded', max: 125 },
      { key: 'degraded/organization/7', max: 41 },
      { key: 'degraded/unverified/a.example:80', max: 5 },
      { key: 'degraded/unverified', max: 31 },
    ]);
  });

  it('limit each verified organization', () => {
    expect(permitGroups(4, lane, config('http://a.example/'))).toMatchObject([
      { key: 'organization/7', max: 2 },
      { key: '7/a.example:80', max: 20 },
    ]);
    expect(degradedGroups(4, lane, config('http://a.example/'))).toMatchObject([
      { max: 1 },
      { max: 1 },
      { max: 10 },
    ]);
  });

  it('leave permits for endpoints that timed out to other organizations', () => {
    const limiter = new ConcurrencyLimiter(500);
    const acquire = (org_id: number, host: number, is_unverified: boolean) => {
      const recipient = config(`http://10.0.0.${host}/`, is_unverified);
      const of = { ...lane, org_id };
      return limiter.acquireNow(permitGroups(500, of, recipient), degradedGroups(500, of, recipient));
    };
    const count = (orgs: number[], is_unverified: boolean) =>
      orgs
        .flatMap((org_id) => Array.from({ length: 100 }, (_, n) => acquire(org_id, n, is_unverified)))
        .filter((permits) => permits !== null).length;
    expect(count([1], false)).toBe(41);
    expect(count([2, 3, 4], true)).toBe(31);
    expect(count([5], false)).toBe(41);
    expect(count([6, 7], false)).toBe(12);
  });
});
