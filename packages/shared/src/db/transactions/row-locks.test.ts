import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilWaiting } from '@wfp/testing/lock-waits.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

/** The connections for writing of a pool of twelve. */
const writing = 7;

let service: TestService;
let holder: pg.Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '12' });
  holder = new pg.Client(service.config.DATABASE_URL);
  await holder.connect();
});
afterEach(() => holder.query('rollback'));
afterAll(async () => {
  await holder?.end();
  await service?.stop();
});

/** Locks a task of the organization until `release`, and starts changes that wait for it. */
async function startWaiting(owner: Client): Promise<Promise<{ status: number; body: any }[]>> {
  const { id } = (await owner.call('POST', '/tasks', { title: 'Mow' })).body;
  await holder.query('select id from tasks where id = $1 for update', [id]);
  const titles = Array.from({ length: writing }, (_, index) => `Mow ${index}`);
  return Promise.all(titles.map((title) => owner.call('PATCH', `/tasks/${id}`, { title })));
}

it('writes that wait for locked rows leave connections to other organizations', async () => {
  const [one, two, other] = [
    await service.newOrganization(),
    await service.newOrganization(),
    await service.newOrganization(),
  ];
  await holder.query('begin');
  const waiting = [startWaiting(one), startWaiting(two)];
  await waitUntilWaiting(holder, writing);
  for (let n = 0; n < 3; n += 1)
    expect((await other.call('POST', '/tasks', { title: 'Task' })).status).toBe(201);
  await holder.query('rollback');
  const results = (await Promise.all(waiting)).flat();
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 200));
});

it('a write that waits too long for a locked row fails with 503, and writes nothing', async () => {
  const owner = await service.newOrganization();
  await holder.query('begin');
  const waiting = startWaiting(owner);
  for (const { status, body } of await waiting)
    expect([status, body.error]).toEqual([503, expect.stringMatching(/^Another request is changing/)]);
  await holder.query('rollback');
  const { data } = (await owner.call('GET', '/tasks')).body;
  expect(data).toMatchObject([{ title: 'Mow' }]);
});
