import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';

let service: TestService;
let owner: Client;
let counter = 0;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const createCategory = async (fields: object = {}, by = owner): Promise<number> => {
  counter += 1;
  const body = { applies_to: 'initiative', name: `Category ${counter}`, code: `c-${counter}`, ...fields };
  return (await by.call('POST', '/categories', body)).body.id;
};
const initiative = (fields: Record<string, unknown> = {}) =>
  createInitiativeFixtures(owner).initiative(fields);
const recorded = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);

it('has a category, which can be changed, removed and used as a filter', async () => {
  const [first, second] = [await createCategory(), await createCategory()];
  const one = await initiative({ category_id: first });
  const other = await initiative();
  expect([one.category_id, other.category_id]).toEqual([first, null]);
  const path = `/initiatives/${one.id}`;
  const { result, events, audit } = await recorded(() => owner.call('PATCH', path, { category_id: second }));
  expect([result.body.category_id, events]).toEqual([second, [`initiative.post_update ${one.id}`]]);
  expect(audit).toMatchObject([{ before: { category_id: first }, after: { category_id: second } }]);
  const ids = async (query: string) =>
    (await owner.call('GET', `/initiatives?${query}`)).body.data.map((row: any) => row.id);
  expect(await ids(`category_id=${second}`)).toEqual([one.id]);
  expect(await ids(`category_id=${first}`)).toEqual([]);
  expect(await ids('category_id_is_null=true')).toEqual([other.id]);
  expect((await owner.call('PATCH', path, { category_id: null })).body.category_id).toBeNull();
});

it('rejects a category of another use, a deleted, a foreign and a missing one, and records nothing', async () => {
  const { id } = await initiative();
  const gone = await createCategory();
  await owner.call('DELETE', `/categories/${gone}`);
  const foreign = await createCategory({}, await service.newOrganization());
  const lead = await createCategory({ applies_to: 'lead' });
  const owner_employee_id = (await owner.call('GET', `/initiatives/${id}`)).body.owner_employee_id;
  for (const [category_id, message] of [
    [gone, 'Does not exist'],
    [foreign, 'Does not exist'],
    [2_000_000_000, 'Does not exist'],
    [lead, 'Must be a category with applies_to = initiative'],
  ]) {
    for (const write of [
      () => owner.call('PATCH', `/initiatives/${id}`, { category_id }),
      () => owner.call('POST', '/initiatives', { name: 'New', owner_employee_id, category_id }),
    ]) {
      const { result, ...left } = await recorded(write);
      expect([result.status, result.body.details.fieldErrors]).toEqual([422, { category_id: [message] }]);
      expect(left).toMatchObject(nothing);
    }
  }
});

it('keeps an archived category, but cannot get it again', async () => {
  const category_id = await createCategory();
  const { id } = await initiative({ category_id });
  await owner.call('DELETE', `/categories/${category_id}`);
  const path = `/initiatives/${id}`;
  const changed = await owner.call('PATCH', path, { category_id, description: 'New' });
  expect([changed.status, changed.body.category_id]).toEqual([200, category_id]);
  await owner.call('PATCH', path, { category_id: null });
  expect((await owner.call('PATCH', path, { category_id })).status).toBe(422);
});

it('rejects a category that the caller may not read like one that does not exist', async () => {
  const permissions = ['initiative:manage', 'employee:read'].map((permission) => ({
    permission,
    scopes: ['org'],
  }));
  await owner.call('POST', '/roles', { code: 'planner', name: 'Planner', permissions });
  const planner = await service.newUser(owner, ['planner']);
  const { id } = await initiative();
  for (const category_id of [await createCategory(), await createCategory({ applies_to: 'lead' })]) {
    const { status, body } = await planner.call('PATCH', `/initiatives/${id}`, { category_id });
    expect([status, body.details.fieldErrors]).toEqual([422, { category_id: ['Does not exist'] }]);
  }
});
