import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('allows 500 custom roles, also under concurrency', async () => {
  const owner = await service.newOrganization();
  const create = (code: string) => owner.call('POST', '/roles', { code, name: code });
  const deleted = (await create('deleted')).body.id;
  expect((await owner.call('DELETE', `/roles/${deleted}`)).status).toBe(204);
  await executeOperational(
    service.platform,
    sql`insert into roles (org_id, code, name) select ${owner.user.org_id}, 'many_' || n, 'Many'
      from generate_series(1, 498) n returning id`,
  );
  const kept = (await create('kept')).body.id;
  const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
  const attempts = (suffix: string) =>
    Promise.all([
      create(`made_${suffix}`),
      owner.call('POST', `/roles/${kept}/clone`, { code: `clone_${suffix}`, name: 'Clone' }),
      owner.call('POST', `/roles/${deleted}/restore`),
    ]);
  const { result, events } = await recorded(() => attempts('a'));
  expect(result.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(events).toHaveLength(1);
  const [, made] = events[0]?.split(' ') ?? [];
  expect((await owner.call('DELETE', `/roles/${made}`)).status).toBe(204);
  expect((await create('last')).status).toBe(201);
  const { result: late, ...left } = await recorded(() => attempts('b'));
  expect(late.map(({ status, body }) => [status, body.details.fieldErrors])).toEqual(
    Array(3).fill([422, { code: ['At most 500 custom roles are allowed; delete one first'] }]),
  );
  expect(left).toEqual(nothing);
  expect((await owner.call('PATCH', `/roles/${kept}`, { name: 'Renamed' })).status).toBe(200);
});
