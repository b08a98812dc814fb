import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const create = async (name: string, hashtag = name.toLowerCase()) =>
  (await owner.call('POST', '/core-values', { name, hashtag })).body;
const names = async (query = '') =>
  (await owner.call('GET', `/core-values${query}`)).body.data.map((one: any) => one.name);

it('lists values in the order that was chosen', async () => {
  const [care, craft, candor] = [await create('Care'), await create('Craft'), await create('Candor')];
  expect(await names()).toEqual(['Care', 'Craft', 'Candor']);
  const ids = [candor.id, care.id, craft.id];
  const { result, events } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('POST', '/core-values/reorder', { ids }),
  );
  expect(result.body.data.map((one: any) => one.name)).toEqual(['Candor', 'Care', 'Craft']);
  expect(events.sort()).toEqual(ids.map((id) => `core_value.post_update ${id}`).sort());
  expect(await names('?sort=-position')).toEqual(['Craft', 'Care', 'Candor']);
});

it('uses a hashtag once among live values, and again after its value was archived', async () => {
  const first = await create('Care', 'care');
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('POST', '/core-values', { name: 'Caring', hashtag: 'care' }),
  );
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, { hashtag: ['Is already taken'] }]);
  expect(left).toMatchObject(nothing);
  await owner.call('DELETE', `/core-values/${first.id}`);
  const second = await create('Caring', 'care');
  expect(second).toMatchObject({ hashtag: 'care', position: 0, is_active: true });
  const restored = await owner.call('POST', `/core-values/${first.id}/restore`);
  expect([restored.status, restored.body.details.fieldErrors]).toEqual([
    422,
    { hashtag: ['Is already taken'] },
  ]);
});

it.each(['Care', 'a--b', '-a', 'a b', 'ä', ''])('rejects the hashtag %j', async (hashtag) => {
  const { status, body } = await owner.call('POST', '/core-values', { name: 'Care', hashtag });
  expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['hashtag']]);
});

it('lets employees read values and HR change them', async () => {
  const { id } = await create('Care');
  const [hr, employee] = [await service.newUser(owner, ['hr']), await service.newUser(owner, ['employee'])];
  expect((await employee.call('GET', `/core-values/${id}`)).status).toBe(200);
  expect((await employee.call('PATCH', `/core-values/${id}`, { is_active: false })).status).toBe(403);
  expect((await hr.call('PATCH', `/core-values/${id}`, { is_active: false })).body.is_active).toBe(false);
  expect(await names('?is_active=true')).toEqual([]);
});

it('has at most 1,000 live values, created or restored', async () => {
  const deleted = await create('Deleted');
  await owner.call('DELETE', `/core-values/${deleted.id}`);
  await executeOperational(
    service.platform,
    Prisma.sql`insert into core_values (org_id, name, hashtag, position)
      select ${owner.user.org_id}, 'Value ' || n, 'value' || n, n from generate_series(0, 998) n returning id`,
  );
  expect((await create('Last')).position).toBe(999);
  for (const [field, path, body] of [
    ['name', '/core-values', { name: 'Beyond', hashtag: 'beyond' }],
    ['id', `/core-values/${deleted.id}/restore`, undefined],
  ] as const) {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('POST', path, body),
    );
    expect([result.status, result.body.details.fieldErrors]).toEqual([
      422,
      { [field]: ['There can be at most 1,000 core values next to each other'] },
    ]);
    expect(left).toMatchObject(nothing);
  }
});
