import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  for (let n = 0; n < 60; n += 1) await owner.call('POST', '/tasks', { title: `Task ${n}` });
  // Longer than a request can write, as in rows of an earlier release.
  await executeOperational(
    service.platform,
    sql`update tasks set description = repeat('x', 150000) where org_id = ${owner.user.org_id} returning id`,
  );
});
afterAll(() => service.stop());

it.each(['limit=100', 'status=todo&limit=100', 'sort=-created_at&limit=100', 'q=Task&limit=100'])(
  'rejects the page of %s, with more than 8 MiB of rows, and returns a smaller one',
  async (query) => {
    const { status, body } = await owner.call('GET', `/tasks?${query}`);
    expect([status, Object.keys(body.details?.fieldErrors ?? {})]).toEqual([422, ['limit']]);
    const smaller = await owner.call('GET', `/tasks?${query.replace('100', '50')}`);
    expect([smaller.status, smaller.body.data?.length]).toEqual([200, 50]);
  },
);
