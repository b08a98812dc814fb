import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inSeconds, inTeam, newsOf } from '../testing/news.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let member: Client;
let team: number;
let news: ReturnType<typeof newsOf>;
let reader: ReturnType<typeof newsOf>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  news = newsOf(owner);
  member = await service.newUser(owner, ['employee']);
  reader = newsOf(member);
  const people = peopleOf(owner);
  team = (await people.team('Platform')).id;
  await people.hire({ user_id: member.user.id, team_id: team });
});

const recorded = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);
const progress = async (id: number) => (await owner.call('GET', `/announcements/${id}/progress`)).body;
const receipts = async (id: number, query = '') =>
  (await owner.call('GET', `/announcements/${id}/receipts?${query}`)).body;

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

it('acknowledges once: the second time returns the same receipt and records nothing', async () => {
  const id = await news.published({ requires_ack: true });
  const first = await recorded(() => reader.acknowledge(id));
  const { body } = first.result;
  expect([first.result.status, body]).toEqual([
    200,
    {
      ...{ announcement_id: id, user_id: member.user.id, version: 1 },
      ...{ read_at: expect.any(String), acknowledged_at: expect.any(String) },
    },
  ]);
  expect(first.events).toEqual([`announcement.acknowledged ${id}`]);
  expect(first.audit).toMatchObject([
    { action: 'acknowledged', resource: 'announcement_receipt', after: { announcement_id: id } },
  ]);
  const second = await recorded(() => reader.acknowledge(id, { version: 1 }));
  expect([second.result.status, second.result.body]).toEqual([200, body]);
  expect(second).toMatchObject(nothing);
  expect((await reader.get(id)).body).toMatchObject({
    ...{ read_at: body.read_at, acknowledged_at: body.acknowledged_at },
  });
});

it('acknowledges once with concurrent requests', async () => {
  const id = await news.published({ requires_ack: true });
  const { result, events } = await recorded(() =>
    Promise.all([1, 2, 3, 4].map(() => reader.acknowledge(id))),
  );
  expect(new Set(result.map(({ body }: { body: unknown }) => JSON.stringify(body))).size).toBe(1);
  expect(events).toEqual([`announcement.acknowledged ${id}`]);
});

it('marks as read once, and keeps the time when it is acknowledged', async () => {
  const id = await news.published({ requires_ack: true });
  const first = await recorded(() => reader.read(id));
  expect([first.result.status, first.result.body.acknowledged_at, first.events]).toEqual([
    ...[200, null],
    [`announcement.read ${id}`],
  ]);
  expect(await recorded(() => reader.read(id))).toMatchObject({
    ...nothing,
    result: { body: first.result.body },
  });
  const { result, events } = await recorded(() => reader.acknowledge(id));
  expect([result.body.read_at, events]).toEqual([
    first.result.body.read_at,
    [`announcement.acknowledged ${id}`],
  ]);
  expect(await recorded(() => reader.get(id))).toMatchObject(nothing);
});

describe('rejects', () => {
  it('announcements that require no acknowledgement', async () => {
    const id = await news.published();
    await expectRejected(() => reader.acknowledge(id), {
      requires_ack: ['Is false; no acknowledgement is required'],
    });
  });

  it('users outside of the audience, as missing or, if they may change it, by name', async () => {
    const id = await news.published({ requires_ack: true, audience: inTeam(team) });
    const outsider = newsOf(await service.newUser(owner, ['employee']));
    const { result, ...left } = await recorded(() => outsider.acknowledge(id));
    expect([result.status, left]).toMatchObject([404, nothing]);
    expect((await outsider.read(id)).status).toBe(404);
    await expectRejected(() => news.acknowledge(id), { audience: ['Does not include you'] });
  });

  it('announcements that are not published', async () => {
    const id = await news.create({ requires_ack: true });
    await expectRejected(() => news.acknowledge(id), { status: ['Is draft; must be published'] });
    await news.publish(id, { publish_at: inSeconds(60) });
    await expectRejected(() => news.read(id), { status: ['Is scheduled; must be published'] });
    expect((await reader.acknowledge(id)).status).toBe(404);
  });

  it('a version that is not current', async () => {
    const id = await news.published({ requires_ack: true });
    await news.patch(id, { body_md: 'We move on Tuesday.' });
    await expectRejected(() => reader.acknowledge(id, { version: 1 }), {
      version: ['Must be 2, the current version'],
    });
  });
});

describe('a changed text', () => {
  it('asks again and keeps the old acknowledgement as history', async () => {
    const id = await news.published({ requires_ack: true });
    await reader.acknowledge(id);
    expect(await progress(id)).toEqual({ audience: 2, read: 1, acknowledged: 1 });
    expect((await news.patch(id, { body_md: 'We move on Tuesday.' })).body.version).toBe(2);
    expect(await progress(id)).toEqual({ audience: 2, read: 1, acknowledged: 0 });
    expect(await reader.list('unacknowledged=true')).toEqual([id]);
    expect((await reader.get(id)).body).toMatchObject({ read_at: expect.any(String), acknowledged_at: null });
    const { data } = await receipts(id, 'state=unacknowledged');
    expect(data.find((one: { user_id: number }) => one.user_id === member.user.id)).toMatchObject({
      ...{ acknowledged_at: null, acknowledged_version: 1 },
    });
    await reader.acknowledge(id, { version: 2 });
    expect(await progress(id)).toEqual({ audience: 2, read: 1, acknowledged: 1 });
    const rows = await service.rows(
      sql`select version from announcement_receipts where announcement_id = ${id} order by version`,
    );
    expect(rows).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it('asks again if it changed while the announcement was a draft again', async () => {
    const id = await news.published({ requires_ack: true });
    await reader.acknowledge(id);
    await news.unpublish(id);
    await news.patch(id, { title: 'Other office' });
    await news.publish(id);
    expect(await reader.list('unacknowledged=true')).toEqual([id]);
  });

  it('does not ask again for other changes', async () => {
    const id = await news.published({ requires_ack: true });
    await reader.acknowledge(id);
    const { body } = await news.patch(id, {
      is_pinned: true,
      title: 'New office',
      expires_at: inSeconds(60),
    });
    expect(body.version).toBe(1);
    expect(await reader.list('unacknowledged=true')).toEqual([]);
  });
});

describe('receipts', () => {
  it('list the users in the audience now, with their state', async () => {
    const colleague = await service.newUser(owner, ['employee']);
    const { id: employee_id } = await peopleOf(owner).hire({
      ...{ user_id: colleague.user.id, team_id: team, first_name: 'Grace', last_name: 'Hopper' },
    });
    const id = await news.published({ requires_ack: true, audience: inTeam(team) });
    await reader.acknowledge(id);
    const { data, total } = await receipts(id, 'sort=acknowledged_at');
    expect([total, data.map((one: { user_id: number }) => one.user_id)]).toEqual([
      2,
      [member.user.id, colleague.user.id],
    ]);
    expect(data[1]).toMatchObject({
      employee_id,
      read_at: null,
      acknowledged_at: null,
      acknowledged_version: null,
    });
    const states = ['unread', 'read', 'unacknowledged', 'acknowledged'];
    const totals = await Promise.all(
      states.map(async (state) => (await receipts(id, `state=${state}`)).total),
    );
    expect(totals).toEqual([1, 1, 1, 1]);
    expect((await receipts(id, 'q=ce+ho')).data).toMatchObject([{ user_id: colleague.user.id }]);
    expect(await progress(id)).toEqual({ audience: 2, read: 1, acknowledged: 1 });
  });

  it('require the rights to change the announcement and to read all employees', async () => {
    const id = await news.published();
    expect((await member.call('GET', `/announcements/${id}/receipts`)).status).toBe(403);
    const code = `news_${owner.user.id}`;
    const permissions = ['announcement:read', 'announcement:update'].map((permission) => ({
      ...{ permission, scopes: ['org'] },
    }));
    await owner.call('POST', '/roles', { code, name: 'Editor', permissions });
    const editor = await service.newUser(owner, [code]);
    for (const path of ['receipts', 'progress']) {
      const response = await editor.call('GET', `/announcements/${id}/${path}`);
      expect([response.status, response.body.error]).toEqual([
        403,
        'Requires employee:read on all employees to list the members of an audience',
      ]);
    }
    const other = await service.newOrganization();
    expect((await other.call('GET', `/announcements/${id}/receipts`)).status).toBe(404);
    expect(statusAndFields(await owner.call('GET', `/announcements/${id}/receipts?state=late`))).toEqual([
      422,
      ['state'],
    ]);
  });

  it('of a user are deleted when the user is erased', async () => {
    const id = await news.published({ requires_ack: true });
    await reader.acknowledge(id);
    await owner.call('POST', `/users/${member.user.id}/deactivate`, {});
    expect(
      (await owner.call('POST', `/users/${member.user.id}/erase`, { confirm: member.user.email })).status,
    ).toBeLessThan(300);
    const rows = await service.rows(sql`select id from announcement_receipts where announcement_id = ${id}`);
    expect(rows).toEqual([]);
  });
});
