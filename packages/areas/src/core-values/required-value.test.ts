import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const create = async (hashtag: string): Promise<number> =>
  (await owner.call('POST', '/core-values', { name: hashtag, hashtag })).body.id;
const remove = (id: number) => owner.call('DELETE', `/core-values/${id}`);
const activate = (id: number, is_active: boolean) => owner.call('PATCH', `/core-values/${id}`, { is_active });
const setRequired = (require_core_value: boolean) =>
  owner.call('PATCH', '/company-configuration', { kudos: { require_core_value, monthly_allowance: 10 } });
const isRequired = async () =>
  (await owner.call('GET', '/company-configuration')).body.kudos.require_core_value;
const countActive = async () => (await owner.call('GET', '/core-values?is_active=true')).body.total;

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

const last =
  'Is the last active core value, and kudos require one; activate another one, or set kudos.require_core_value of the company configuration to false first';
const missing = { 'kudos.require_core_value': ['Requires an active core value; create one first'] };

describe('while kudos require a core value', () => {
  it('the last active one can be neither archived nor deactivated', async () => {
    const [care, craft] = [await create('care'), await create('craft')];
    expect((await setRequired(true)).status).toBe(200);
    const first = await recorded(() => activate(care, false));
    expect([first.result.status, first.events]).toEqual([200, [`core_value.post_update ${care}`]]);
    await expectRejected(() => remove(craft), { id: [last] });
    await expectRejected(() => activate(craft, false), { is_active: [last] });
    // An inactive value does not count, in either direction.
    expect((await remove(care)).status).toBe(204);
    expect((await owner.call('PATCH', `/core-values/${craft}`, { name: 'Skill' })).status).toBe(200);
    expect((await owner.call('POST', '/core-values/reorder', { ids: [craft] })).status).toBe(200);

    expect((await owner.call('POST', `/core-values/${care}/restore`)).status).toBe(200);
    await expectRejected(() => remove(craft), { id: [last] });
    expect((await activate(care, true)).status).toBe(200);
    expect((await remove(craft)).status).toBe(204);
    await expectRejected(() => remove(care), { id: [last] });
  });

  it('the requirement can be lifted, and then the last one archived', async () => {
    const care = await create('care');
    await setRequired(true);
    await expectRejected(() => remove(care), { id: [last] });
    expect((await setRequired(false)).status).toBe(200);
    const { result, events } = await recorded(() => remove(care));
    expect([result.status, events]).toEqual([204, [`core_value.post_archive ${care}`]]);
  });

  it('values of another organization do not count', async () => {
    const stranger = await service.newOrganization();
    await stranger.call('POST', '/core-values', { name: 'Theirs', hashtag: 'theirs' });
    await expectRejected(() => setRequired(true), missing);
    const care = await create('care');
    await setRequired(true);
    await expectRejected(() => remove(care), { id: [last] });
  });
});

describe('the requirement', () => {
  it('is rejected without an active core value', async () => {
    await expectRejected(() => setRequired(true), missing);
    const care = await create('care');
    await activate(care, false);
    await expectRejected(() => setRequired(true), missing);
    await activate(care, true);
    const { result, events } = await recorded(() => setRequired(true));
    expect([result.status, result.body.kudos.require_core_value]).toEqual([200, true]);
    expect(events).toEqual([expect.stringMatching(/^company_configuration\.post_update/)]);
  });

  it('can be sent again with other values', async () => {
    await create('care');
    await setRequired(true);
    const kudos = { require_core_value: true, monthly_allowance: 99 };
    const { body } = await owner.call('PATCH', '/company-configuration', { kudos });
    expect(body.kudos).toEqual(kudos);
  });
});

describe('at the same time', () => {
  it.each([
    ['deactivated', (id: number) => activate(id, false), [200, 422]],
    ['archived', remove, [204, 422]],
  ] as const)('the last two values %s: one stays', async (_, end, expected) => {
    await create('base');
    await setRequired(true);
    for (let round = 0; round < 6; round += 1) {
      const ids = (await owner.call('GET', '/core-values?is_active=true')).body.data.map(
        (one: any) => one.id,
      );
      ids.push(await create(`round-${round}`));
      const { result, ...left } = await recorded(() => Promise.all(ids.map(end)));
      const statuses = result.map(({ status }: any) => status).sort();
      expect([statuses, left.events.length, left.audit.length]).toEqual([expected, 1, 1]);
      expect(await countActive()).toBe(1);
    }
  });

  it('one value deactivated and the other archived: one stays', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await create(`one-${round}`), await create(`two-${round}`)];
      await setRequired(true);
      await Promise.all([activate(one, false), remove(two)]);
      expect(await countActive()).toBe(1);
      await setRequired(false);
      await Promise.all([remove(one), remove(two)]);
    }
  });

  it.each([
    ['deactivated', (id: number) => activate(id, false), 200],
    ['archived', remove, 204],
  ] as const)('the last value %s, and the requirement set: one is rejected', async (_, end, done) => {
    for (let round = 0; round < 8; round += 1) {
      const id = await create(`round-${round}`);
      const both = [() => setRequired(true), () => end(id)];
      const order = round % 2 ? both.toReversed() : both;
      const { result, events } = await recorded(() => Promise.all(order.map((one) => one())));
      const [required, ended] = (round % 2 ? result.toReversed() : result).map(({ status }) => status);
      expect([`200 422`, `422 ${done}`]).toContain(`${required} ${ended}`);
      expect([events.length, await isRequired()]).toEqual([1, required === 200]);
      if (required === 200) await setRequired(false);
      await remove(id);
    }
  });
});
