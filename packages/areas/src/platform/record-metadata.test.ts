import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const get = (path: string) => owner.call('GET', `/platform/${path}`);
const fieldOf = async (code: string, name: string) =>
  (await get(`resources/${code}`)).body.fields.find((one: { name: string }) => one.name === name);

it('contains the defaults of a new record', async () => {
  const { body } = await get('resources/work_schedule/schema?for=create');
  expect(body.properties.scales_with_fte).toMatchObject({ type: 'boolean', default: true });
  const { properties } = (await get('resources/work_schedule/schema?for=update')).body;
  expect(properties.scales_with_fte).not.toHaveProperty('default');
  expect(body.properties.name).not.toHaveProperty('default');
  const day = { minutes: 480, am_minutes: 240, pm_minutes: 240 };
  const created = await owner.call('POST', '/work-schedules', { name: 'Daily', days: Array(7).fill(day) });
  expect(created.body.scales_with_fte).toBe(true);
});

it('contains the default of each flag that can be omitted', async () => {
  const missing: string[] = [];
  for (const { code, parts } of (await get('resources')).body.data) {
    for (const part of ['', ...parts.map(({ name }: { name: string }) => `&part=${name}`)]) {
      const { status, body } = await get(`resources/${code}/schema?for=create${part}`);
      const flags = Object.entries<any>((status === 200 && body.properties) || {}).filter(
        ([, one]) => one.type === 'boolean',
      );
      for (const [name, one] of flags)
        if (!body.required?.includes(name) && one.default === undefined)
          missing.push(`${code}${part} ${name}`);
    }
  }
  expect(missing).toEqual([]);
});

it('names the items of arrays with fixed places', async () => {
  const { body } = await get('resources/work_schedule/schema?for=create');
  expect(body.properties.days['x-items']).toBe('weekdays');
  expect(await fieldOf('work_schedule', 'days')).toMatchObject({ items: 'weekdays' });
});

it('describes trees and orders', async () => {
  const { body } = await get('resources');
  const found = Object.fromEntries(body.data.map((one: { code: string }) => [one.code, one]));
  expect(found.category).toMatchObject({
    tree: { max_depth: 4, within: ['applies_to'] },
    ordered: ['applies_to', 'parent_id'],
  });
  expect(found.team).toMatchObject({ tree: { within: [] }, ordered: null });
  expect(body.data).toContainEqual(expect.objectContaining({ tree: null, ordered: [] }));
  expect(found.task).toMatchObject({ tree: null, ordered: null });
});
