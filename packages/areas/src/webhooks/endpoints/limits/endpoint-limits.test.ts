import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const url = 'http://localhost:9/hook';
const create = (body: object = {}, by = owner) => by.call('POST', '/webhooks', { url, ...body });
const patch = (id: number, body: object) => owner.call('PATCH', `/webhooks/${id}`, body);
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const errors = (answer: { status: number; body: any }) => [answer.status, answer.body.details?.fieldErrors];
const duplicate = (id: number, type: string) => [
  422,
  { url: [`The active webhook ${id} already sends ${type} to this URL`] },
];

describe('an unverified organization', () => {
  it('can have two endpoints until it is verified', async () => {
    const founder = await service.newOrganization(undefined, false);
    const add = (n: number) => create({ url: `http://localhost:9/${n}` }, founder);
    const statuses = await Promise.all([1, 2, 3, 4].map(async (n) => (await add(n)).status));
    expect(statuses.toSorted()).toEqual([201, 201, 422, 422]);
    const { result, ...left } = await recordedBy(service, founder.user.org_id, () => add(5));
    const message = 'An unverified organization can have at most 2 webhooks; verify it first';
    expect([errors(result), left]).toEqual([[422, { url: [message] }], nothing]);
    const [first] = (await founder.call('GET', '/webhooks')).body.data;
    await founder.call('DELETE', `/webhooks/${first.id}`);
    expect((await add(6)).status).toBe(201);
    expect(errors(await founder.call('POST', `/webhooks/${first.id}/restore`))).toEqual([
      422,
      { url: [message] },
    ]);
    await executeOperational(
      service.platform,
      sql`update organizations set status = 'active', verified_at = now() where id = ${founder.user.org_id} returning id`,
    );
    expect((await founder.call('POST', `/webhooks/${first.id}/restore`)).status).toBe(200);
  });
});

describe('a second active endpoint with the same URL', () => {
  it.each([
    [[], []],
    [[], ['task.completed']],
    [['task.completed'], []],
    [['task.*'], ['task.completed', 'team.post_create']],
    [['team.post_create', 'task.completed'], ['task.*']],
  ])('is rejected if it sends the same events: %j and %j', async (first, second) => {
    const { body } = await create({ event_types: first });
    const { result, ...left } = await recorded(() => create({ event_types: second }));
    const message = new RegExp(`^The active webhook ${body.id} already sends [a-z_.]+ to this URL$`);
    expect(errors(result)).toEqual([422, { url: [expect.stringMatching(message)] }]);
    expect(left).toEqual(nothing);
  });

  it.each([
    'http://LOCALHOST:9/hook',
    'http://localhost:9/hook#part',
    'http://localhost:9/a/../hook',
    'http://localhost.:9/hook',
    'http://localhost:9/%68ook',
  ])('is rejected for another spelling: %s', async (spelling) => {
    const { body } = await create({ event_types: ['task.completed'] });
    const second = await create({ url: spelling, event_types: ['task.completed'] });
    expect(errors(second)).toEqual(duplicate(body.id, 'task.completed'));
  });

  it('is accepted for other events, another URL, or if the first is inactive or of another organization', async () => {
    const { body } = await create({ event_types: ['task.completed'] });
    expect((await create({ event_types: ['task.post_create', 'team.*'] })).status).toBe(201);
    expect((await create({ url: `${url}?key=2`, event_types: ['task.completed'] })).status).toBe(201);
    const other = await service.newOrganization();
    expect((await create({ event_types: ['task.completed'] }, other)).status).toBe(201);
    await patch(body.id, { is_active: false });
    expect((await create({ event_types: ['task.completed'] })).status).toBe(201);
  });

  it('is created once by concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ event_types: ['task.completed'] })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
  });

  it('is rejected by a change of the URL or the event types, and by enabling and restoring', async () => {
    const { body: first } = await create({ event_types: ['task.*'] });
    const { body: moved } = await create({ url: `${url}/2`, event_types: ['task.completed'] });
    const { body: widened } = await create({ event_types: ['team.post_create'] });
    const { body: off } = await create({ url: `${url}/3`, event_types: ['task.completed'] });
    await owner.call('DELETE', `/webhooks/${off.id}`);
    expect((await owner.call('POST', `/webhooks/${off.id}/restore`)).status).toBe(200);
    // Inactive endpoints send nothing.
    expect((await patch(off.id, { url })).status).toBe(200);
    const changes: [number, object, string][] = [
      [moved.id, { url }, 'task.completed'],
      [widened.id, { event_types: ['team.post_create', 'task.post_create'] }, 'task.post_create'],
      [off.id, { is_active: true }, 'task.completed'],
    ];
    for (const [id, change, type] of changes) {
      const { result, ...left } = await recorded(() => patch(id, change));
      expect([errors(result), left]).toEqual([duplicate(first.id, type), nothing]);
    }
    expect((await patch(moved.id, { url, is_active: false })).status).toBe(200);
  });

  it('keeps working if it exists already, and can be changed without sharing more event types', async () => {
    await create({ event_types: ['task.*'] });
    const { body } = await create({ url: `${url}/2`, event_types: ['task.completed', 'team.post_create'] });
    await executeOperational(
      service.platform,
      sql`update webhook_endpoints set url = ${url} where org_id = ${owner.user.org_id} and id = ${body.id} returning id`,
    );
    for (const change of [
      { is_active: true },
      { description: 'Twice' },
      { event_types: ['task.completed', 'user.post_create'] },
      { event_types: ['task.completed'] },
    ])
      expect((await patch(body.id, change)).status).toBe(200);
    const { result } = await recorded(() =>
      patch(body.id, { event_types: ['task.completed', 'task.post_create'] }),
    );
    expect(result.status).toBe(422);
  });
});
