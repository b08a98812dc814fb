import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { statusAndFields } from '@wfp/testing/people.ts';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inSeconds, newsOf } from '../testing/news.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let news: ReturnType<typeof newsOf>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  news = newsOf(owner);
});

const recorded = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

it('publishes at once, with one event', async () => {
  const id = await news.create();
  const { result, events, audit } = await recorded(() => news.publish(id));
  expect([result.status, result.body.status, result.body.publish_at]).toEqual([200, 'published', null]);
  expect(Date.now() - Date.parse(result.body.published_at)).toBeLessThan(60_000);
  expect(events).toEqual([`announcement.published ${id}`]);
  expect(audit).toMatchObject([
    {
      action: 'publish',
      resource: 'announcement',
      before: { status: 'draft' },
      after: { status: 'published' },
    },
  ]);
  await expectRejected(() => news.publish(id), {
    status: ['Is published; must be draft, scheduled or expired'],
  });
});

it('schedules a publication, changes its time and cancels it', async () => {
  const id = await news.create();
  const [first, second] = [inSeconds(3_600), inSeconds(7_200)];
  const scheduled = await recorded(() => news.publish(id, { publish_at: first }));
  expect(scheduled.result.body).toMatchObject({ status: 'scheduled', publish_at: first, published_at: null });
  expect(scheduled.events).toEqual([`announcement.scheduled ${id}`]);
  expect((await news.publish(id, { publish_at: second })).body.publish_at).toBe(second);
  const cancelled = await recorded(() => news.unpublish(id));
  expect(cancelled.result.body).toMatchObject({ status: 'draft', publish_at: null });
  expect(cancelled.events).toEqual([`announcement.unpublished ${id}`]);
  expect(cancelled.audit).toMatchObject([{ action: 'unpublish', after: { status: 'draft' } }]);
  await expectRejected(() => news.unpublish(id), {
    status: ['Is draft; must be scheduled, published or expired'],
  });
});

it('rejects times that have passed, are too far ahead or follow the expiry', async () => {
  const id = await news.create({ expires_at: inSeconds(600) });
  const publishAt = (seconds: number) => () => news.publish(id, { publish_at: inSeconds(seconds) });
  await expectRejected(publishAt(-1), { publish_at: ['Must be in the future'] });
  await expectRejected(publishAt(367 * 86_400), { publish_at: ['Must be at most 366 days ahead'] });
  await expectRejected(publishAt(601), { expires_at: ['Must be after the time of publication'] });
  expect((await publishAt(300)()).status).toBe(200);
  await expectRejected(() => news.patch(id, { expires_at: inSeconds(200) }), {
    expires_at: ['Must be after publish_at'],
  });
});

it('withdraws a published announcement', async () => {
  const id = await news.published();
  const reader = newsOf(await service.newUser(owner, ['employee']));
  expect(await reader.list()).toEqual([id]);
  expect((await news.unpublish(id)).body).toMatchObject({ status: 'draft' });
  expect(await reader.list()).toEqual([]);
});

it('requires announcement:publish', async () => {
  const id = await news.published();
  const employee = newsOf(await service.newUser(owner, ['employee']));
  const { result, ...left } = await recorded(() => employee.unpublish(id));
  expect([result.status, left]).toMatchObject([403, onlyDenial('publish', 'announcement', id)]);
  const hr = newsOf(await service.newUser(owner, ['hr']));
  expect((await hr.unpublish(id)).status).toBe(200);
});

it('requires announcement:publish to change what is published or scheduled, and not a draft', async () => {
  const permissions = ['read', 'create', 'update'].map((right) => ({
    permission: `announcement:${right}`,
    scopes: ['org'],
  }));
  await owner.call('POST', '/roles', { code: 'writer', name: 'Writer', permissions });
  const writer = await service.newUser(owner, ['writer']);
  const [draft, live, planned] = [await news.create(), await news.published(), await news.create()];
  await news.publish(planned, { publish_at: inSeconds(3_600) });
  const change = (id: number) => writer.call('PATCH', `/announcements/${id}`, { title: 'Changed' });
  for (const id of [live, planned]) {
    const { result, events } = await recorded(() => change(id));
    expect([result.status, result.body.error, events]).toEqual([
      403,
      'Requires announcement:publish to change it after the decision to publish',
      [],
    ]);
  }
  expect((await change(draft)).status).toBe(200);
  const { title } = (await owner.call('GET', `/announcements/${live}`)).body;
  expect((await writer.call('PATCH', `/announcements/${live}`, { title })).status).toBe(200);
});

it('restores a scheduled announcement as a draft', async () => {
  const id = await news.create();
  await news.publish(id, { publish_at: inSeconds(3_600) });
  await owner.call('DELETE', `/announcements/${id}`);
  const { body } = await owner.call('POST', `/announcements/${id}/restore`);
  expect(body).toMatchObject({ status: 'draft', publish_at: null });
  const live = await news.published();
  await owner.call('DELETE', `/announcements/${live}`);
  expect((await owner.call('POST', `/announcements/${live}/restore`)).body.status).toBe('published');
});

describe('with concurrent requests', () => {
  it('publishes once', async () => {
    const id = await news.create();
    const { result, events } = await recorded(() => Promise.all([1, 2, 3, 4].map(() => news.publish(id))));
    expect(result.map(({ status }: { status: number }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(events).toEqual([`announcement.published ${id}`]);
  });

  it('publishes before an announcement is archived, or not at all', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await news.create();
      const { result, events } = await recorded(() =>
        Promise.all([news.publish(id), owner.call('DELETE', `/announcements/${id}`)]),
      );
      const [published, archived] = result.map(({ status }: { status: number }) => status);
      expect([archived, events]).toEqual([
        204,
        [...(published === 200 ? [`announcement.published ${id}`] : []), `announcement.post_archive ${id}`],
      ]);
      expect([200, 404]).toContain(published);
    }
  });
});

it('limits the number of published and scheduled announcements', async () => {
  const id = await news.create();
  await executeOperational(
    service.platform,
    sql`insert into announcements (org_id, title, body_md, status, published_at)
      select ${owner.user.org_id}, 'News', 'Text', 'published', now() from generate_series(1, 200) returning id`,
  );
  const { result, ...left } = await recorded(() => news.publish(id));
  expect(statusAndFields(result)).toEqual([422, ['status']]);
  expect(left).toMatchObject(nothing);
});
