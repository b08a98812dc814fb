import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const remove = async (id: number) =>
  expect((await owner.call('DELETE', `/employees/${id}`)).status).toBe(204);
const restore = (id: number) => owner.call('POST', `/employees/${id}/restore`);

describe('concurrent requests', () => {
  it('restore an employee once', async () => {
    const { id } = await people.hire();
    await remove(id);
    const { result, events } = await recorded(() => Promise.all([1, 2, 3].map(() => restore(id))));
    expect(result.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(events).toEqual([`employee.post_restore ${id}`]);
  });

  it('give a number either to a restored employee or to a hire', async () => {
    const first = await people.hire({ employee_number: 'RACE-1' });
    await remove(first.id);
    for (let round = 0; round < 6; round += 1) {
      const person = { first_name: 'R', last_name: 'R', hire_date: '2024-01-01', employee_number: 'RACE-1' };
      const hire = () => owner.call('POST', '/employees', person);
      const requests = [() => restore(first.id), hire];
      const { result, events } = await recorded(() =>
        Promise.all((round % 2 ? requests : requests.toReversed()).map((request) => request())),
      );
      const won = result.filter(({ status }) => status < 300);
      const lost = result.filter(({ status }) => status >= 300);
      expect(lost.map(statusAndFields)).toEqual([[422, ['employee_number']]]);
      expect(new Set(events.map((one) => one.split(' ')[1]))).toEqual(new Set([String(won[0]?.body.id)]));
      await remove(won[0]?.body.id);
    }
  });

  it('leave no restored report below a manager who was deleted at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const boss = await people.hire();
      const { id } = await people.hire({ manager_id: boss.id });
      await remove(id);
      const [deletion, restoration] = await Promise.all([
        owner.call('DELETE', `/employees/${boss.id}`),
        restore(id),
      ]);
      expect([
        [204, 422],
        [422, 200],
      ]).toContainEqual([deletion.status, restoration.status]);
    }
  });
});
