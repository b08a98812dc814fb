import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPlanter, type Planter } from './testing/planted-violations.ts';

let service: TestService;
let owner: Client;
let planter: Planter;
const ids: Record<string, number> = {};
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  planter = await connectPlanter(service, owner);
  const create = async (name: string, path: string, body: object) => {
    const response = await owner.call('POST', path, { name, ...body });
    expect([name, response.status]).toEqual([name, 201]);
    ids[name] = response.body.id;
  };
  await create('company', '/teams', {});
  for (const [name, above] of [
    ['department', 'company'],
    ['squad', 'department'],
  ] as const)
    await create(name, '/teams', { parent_id: ids[above] });
  await create('country', '/places', { kind: 'country' });
  await create('city', '/places', { kind: 'city', parent_id: ids['country'] });
  await create('survey', '/categories', { code: 'survey', applies_to: 'survey' });
  await create('kudos', '/categories', { code: 'kudos', applies_to: 'kudos' });
  await create('thanks', '/categories', { code: 'thanks', applies_to: 'kudos', parent_id: ids['kudos'] });
});
afterAll(async () => {
  await planter?.end();
  await service?.stop();
});

const withIds = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name) => String(ids[name]));

const findViolations = (name: string, change: string) => planter.find(name, withIds(change));

const unreachable = 'is in a cycle, below a deleted row, or too deep';
const misplaced = 'is below a row of another tree or kind';

describe('the check of a tree', () => {
  it.each(['tree-of-teams', 'tree-of-places', 'tree-of-categories'])('finds nothing: %s', async (name) => {
    expect(await findViolations(name, 'select')).toEqual([]);
    expect(await findViolations(name, `update teams set deleted_at = now() where id = $squad`)).toEqual([]);
  });

  it.each([
    ['update teams set parent_id = $squad where id = $company', ['company', 'department', 'squad']],
    ['update teams set parent_id = id where id = $department', ['department', 'squad']],
    ['update teams set deleted_at = now() where id = $department', ['squad']],
  ])('finds rows that are not reached from the root level: %s', async (change, names) => {
    expect(await findViolations('tree-of-teams', change)).toEqual(
      names.map((name) => `team ${ids[name]} ${unreachable}`),
    );
  });

  it('finds rows that are too deep', async () => {
    const chain = `with recursive chain(id, parent_id) as (
        select 2000000001, $squad::int union all select id + 1, id from chain where id < 2000000008)
      insert into teams (id, org_id, name, slug, parent_id, updated_at)
      select id, (select org_id from teams where id = $squad), id, id, parent_id, now() from chain`;
    expect(await findViolations('tree-of-teams', chain)).toEqual([`team 2000000008 ${unreachable}`]);
  });

  it.each([
    ['tree-of-places', `update places set kind = 'country' where id = $city`, 'place', 'city'],
    ['tree-of-places', `update places set kind = 'floor' where id = $country`, 'place', 'city'],
    [
      'tree-of-categories',
      'update categories set parent_id = $survey where id = $thanks',
      'category',
      'thanks',
    ],
  ])('finds rows that must not be where they are, %s: %s', async (check, change, noun, name) => {
    expect(await findViolations(check, change)).toContain(`${noun} ${ids[name]} ${misplaced}`);
  });
});
