import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inSeconds, newsOf } from '../testing/news.ts';
import { isDue, runLane } from '../testing/run-lane.ts';

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

async function schedule(fields: object = {}): Promise<number> {
  const id = await news.create(fields);
  await news.publish(id, { publish_at: inSeconds(600) });
  return id;
}

/** Moves the times of announcements into the past, as if no worker had been running since. */
const makeDue = (ids: number[]) =>
  executeOperational(
    service.platform,
    sql`update announcements set publish_at = publish_at - interval '1 day', expires_at = expires_at - interval '1 day'
      where id = any(${ids}::int[]) returning id`,
  );

const run = () => runLane(service, owner.user.org_id);
const recordedRun = () => recordedBy(service, owner.user.org_id, run);

it('publishes and expires announcements whose time has passed, also during a downtime', async () => {
  const scheduled = await schedule();
  const published = await news.published({ expires_at: inSeconds(600) });
  const both = await schedule({ expires_at: inSeconds(1_200) });
  const archived = await schedule();
  await owner.call('DELETE', `/announcements/${archived}`);
  expect([await isDue(service, owner.user.org_id), (await recordedRun()).events]).toEqual([false, []]);

  await makeDue([scheduled, published, both, archived]);
  expect(await isDue(service, owner.user.org_id)).toBe(true);
  const { result, events, audit } = await recordedRun();
  expect(result).toEqual(['2 published, 2 expired']);
  // All are published before any expires. The order within one statement is not defined.
  expect(events.slice(0, 2).sort()).toEqual(
    [`announcement.published ${scheduled}`, `announcement.published ${both}`].sort(),
  );
  expect(events.slice(2).sort()).toEqual(
    [`announcement.expired ${published}`, `announcement.expired ${both}`].sort(),
  );
  expect(
    audit.find(({ action, record_id }) => action === 'publish' && record_id === scheduled),
  ).toMatchObject({
    ...{ before: { status: 'scheduled' }, after: { status: 'published' } },
  });
  expect(audit.find(({ action, record_id }) => action === 'expire' && record_id === both)).toMatchObject({
    ...{ before: { status: 'published' }, after: { status: 'expired' } },
  });
  const statuses = [scheduled, published, both].map(async (id) => (await news.get(id)).body.status);
  expect(await Promise.all(statuses)).toEqual(['published', 'expired', 'expired']);
  expect((await news.get(scheduled)).body).toMatchObject({
    publish_at: null,
    published_at: expect.any(String),
  });
  expect(await isDue(service, owner.user.org_id)).toBe(false);
  expect(await recordedRun()).toMatchObject(nothing);
});

it('publishes each of many once with several workers at the same time', async () => {
  const rows = await executeOperational<{ id: number }>(
    service.platform,
    sql`insert into announcements (org_id, title, body_md, status, publish_at)
      select ${owner.user.org_id}, 'News', 'Text', 'scheduled', now() from generate_series(1, 120) returning id`,
  );
  const { events } = await recordedBy(service, owner.user.org_id, () =>
    Promise.all([run(), run(), run(), run()]),
  );
  expect(events.sort()).toEqual(rows.map(({ id }) => `announcement.published ${id}`).sort());
});

it('publishes an announcement once while a user publishes, cancels or archives it', async () => {
  const changes = [
    (id: number) => news.publish(id),
    (id: number) => news.unpublish(id),
    (id: number) => owner.call('DELETE', `/announcements/${id}`),
  ];
  for (const change of changes) {
    for (let round = 0; round < 3; round += 1) {
      const id = await schedule();
      await makeDue([id]);
      const { events } = await recordedBy(service, owner.user.org_id, () => Promise.all([run(), change(id)]));
      const published = events.filter((event) => event === `announcement.published ${id}`);
      const { status } = (await news.get(id)).body;
      if (status === 'published') expect(published).toHaveLength(1);
      // It was withdrawn or archived: not published afterwards.
      else expect(events.indexOf(published[0] ?? '')).toBeLessThan(events.length - 1);
      await owner.call('DELETE', `/announcements/${id}`);
    }
  }
});

it('rejects changes of an expired announcement until it is a draft again', async () => {
  const id = await news.published({ expires_at: inSeconds(600) });
  await makeDue([id]);
  await run();
  const { status, body } = await news.patch(id, { title: 'Changed' });
  expect([status, body.details.fieldErrors]).toEqual([
    422,
    { status: ['Is expired; unpublish it to change it'] },
  ]);
  expect((await news.publish(id)).body.details.fieldErrors).toEqual({
    expires_at: ['Must be after the time of publication'],
  });
  expect((await news.unpublish(id)).body.status).toBe('draft');
  expect((await news.patch(id, { expires_at: null, title: 'Changed' })).body.version).toBe(2);
  expect((await news.publish(id)).body.status).toBe('published');
});
