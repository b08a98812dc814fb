import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let ids: number[];
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  ids = [await create('care'), await create('craft'), await create('candor')];
});

const create = async (name: string, by = owner): Promise<number> =>
  (await by.call('POST', '/core-values', { name, hashtag: name })).body.id;
const reorder = (sent: unknown) => owner.call('POST', '/core-values/reorder', { ids: sent });
const recorded = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);
const list = async (): Promise<{ id: number; name: string; position: number }[]> =>
  (await owner.call('GET', '/core-values')).body.data;
const order = async () => (await list()).map(({ name, position }) => `${position} ${name}`);

describe('POST /core-values/reorder', () => {
  it.each<[string, (sent: number[]) => unknown]>([
    ['an id is missing', ([a, b]) => [b, a]],
    ['an id is doubled', ([a, b, c]) => [c, b, a, c]],
    ['an id is doubled instead of another', ([a, b]) => [b, a, b]],
    ['an id is added', (sent) => [...sent, 2_000_000_000]],
    ['there are no ids', () => []],
  ])('is rejected if %s, and records nothing', async (_, change) => {
    const { result, ...left } = await recorded(() => reorder(change(ids)));
    expect([result.status, result.body.details.fieldErrors]).toEqual([
      422,
      { ids: ['Must be the ids of all 3 records that are not deleted, each once'] },
    ]);
    expect(left).toMatchObject(nothing);
    expect(await order()).toEqual(['0 care', '1 craft', '2 candor']);
  });

  it('is rejected with the id of a deleted value and of another organization', async () => {
    const [a = 0, b = 0, c = 0] = ids;
    await owner.call('DELETE', `/core-values/${b}`);
    const foreign = await create('foreign', await service.newOrganization());
    for (const wrong of [
      [c, b, a],
      [c, a, foreign],
      [c, foreign],
    ]) {
      const { result, ...left } = await recorded(() => reorder(wrong));
      expect([result.status, left]).toMatchObject([422, nothing]);
    }
    expect((await reorder([c, a])).status).toBe(200);
    expect(await order()).toEqual(['0 candor', '1 care']);
  });

  it('includes exactly the live values, while others are created, deleted and restored', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [first = 0, ...others] = (await list()).map(({ id }) => id);
      const [deleted, reordered] = await Promise.all([
        owner.call('DELETE', `/core-values/${first}`),
        reorder([...others.toReversed(), first]),
        create(`new-${round}`),
        reorder([...others, first]),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 422]).toContain(reordered.status);
      await Promise.all([
        owner.call('POST', `/core-values/${first}/restore`),
        create(`other-${round}`),
        reorder((await list()).map(({ id }) => id).toReversed()),
      ]);
      const positions = (await list()).map(({ position }) => position);
      expect(positions).toEqual(positions.map((_, index) => index));
    }
  });
});

it('archives a value with an event, closes the gap, and restores it at the end', async () => {
  const [first = 0] = ids;
  const archived = await recorded(() => owner.call('DELETE', `/core-values/${first}`));
  expect([archived.result.status, archived.events]).toEqual([204, [`core_value.post_archive ${first}`]]);
  expect(archived.audit).toMatchObject([{ action: 'archive', resource: 'core_value', record_id: first }]);
  expect(await order()).toEqual(['0 craft', '1 candor']);
  const deleted = (await owner.call('GET', '/core-values?deleted=true')).body.data;
  expect(deleted).toMatchObject([{ id: first, name: 'care' }]);

  const hr = await service.newUser(owner, ['hr']);
  expect((await hr.call('POST', `/core-values/${first}/restore`)).status).toBe(403);
  const restored = await recorded(() => owner.call('POST', `/core-values/${first}/restore`));
  expect(restored.result.body).toMatchObject({ id: first, name: 'care', position: 2, deleted_at: null });
  expect(restored.events).toEqual([`core_value.post_restore ${first}`]);
  expect(restored.audit).toMatchObject([{ action: 'restore', resource: 'core_value', record_id: first }]);
  expect(await order()).toEqual(['0 craft', '1 candor', '2 care']);
});
