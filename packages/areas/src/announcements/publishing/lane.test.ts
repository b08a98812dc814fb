import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inSeconds, newsOf } from '../testing/news.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let news: ReturnType<typeof newsOf>;
let workers: Awaited<ReturnType<typeof startWorker>>[];

/** Announcements whose times passed while no worker was running. */
let missed: { scheduled: number; published: number; both: number; archived: number };
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  news = newsOf(owner);
  missed = {
    ...{ scheduled: await schedule(), published: await news.published({ expires_at: inSeconds(600) }) },
    ...{ both: await schedule({ expires_at: inSeconds(1_200) }), archived: await schedule() },
  };
  await owner.call('DELETE', `/announcements/${missed.archived}`);
  await makeDue(Object.values(missed));
  const log = createLogger('worker', 'fatal');
  workers = await Promise.all([1, 2].map(() => startWorker({ config: service.config, log, opsPort: 0 })));
});
afterAll(async () => {
  await Promise.all((workers ?? []).map((worker) => worker.stop()));
  await service?.stop();
});

async function schedule(fields: object = {}): Promise<number> {
  const id = await news.create(fields);
  await news.publish(id, { publish_at: inSeconds(600) });
  return id;
}

/** Moves the times of announcements into the past. */
const makeDue = (ids: number[]) =>
  executeOperational(
    service.platform,
    sql`update announcements set publish_at = publish_at - interval '1 day', expires_at = expires_at - interval '1 day'
      where id = any(${ids}::int[]) returning id`,
  );

const eventsOf = async (id: number): Promise<string[]> =>
  (
    await service.rows(sql`select event_type from events where org_id = ${owner.user.org_id}
      and aggregate_type = 'announcement' and aggregate_id = ${id}
      and event_type in ('announcement.published', 'announcement.expired') order by id`)
  ).map((row) => row.event_type);

it('publishes and expires announcements whose time passed during a downtime', async () => {
  const [published, expired] = ['announcement.published', 'announcement.expired'];
  await eventually(
    async () => [
      await eventsOf(missed.scheduled),
      await eventsOf(missed.published),
      await eventsOf(missed.both),
    ],
    (all) => all.flat().length >= 5,
  );
  expect(await eventsOf(missed.scheduled)).toEqual([published]);
  expect(await eventsOf(missed.published)).toEqual([published, expired]);
  expect(await eventsOf(missed.both)).toEqual([published, expired]);
  expect(await eventsOf(missed.archived)).toEqual([]);
  const statuses = [missed.scheduled, missed.published, missed.both].map(
    async (id) => (await news.get(id)).body.status,
  );
  expect(await Promise.all(statuses)).toEqual(['published', 'expired', 'expired']);
  expect((await news.get(missed.scheduled)).body).toMatchObject({
    publish_at: null,
    published_at: expect.any(String),
  });
  const entries = await service.rows(sql`select action, actor_type::text, before, after from audit_log
    where org_id = ${owner.user.org_id} and resource = 'announcement' and record_id = ${missed.both} and actor_type = 'system' order by id`);
  expect(entries).toMatchObject([
    { action: 'publish', before: { status: 'scheduled' }, after: { status: 'published' } },
    { action: 'expire', before: { status: 'published' }, after: { status: 'expired' } },
  ]);
});

it('publishes each of many once with two workers', async () => {
  const rows = await executeOperational<{ id: number }>(
    service.platform,
    sql`insert into announcements (org_id, title, body_md, status, publish_at)
      select ${owner.user.org_id}, 'News', 'Text', 'scheduled', now() from generate_series(1, 120) returning id`,
  );
  const ids = rows.map(({ id }) => id);
  const counted = () =>
    service.rows(sql`select count(*)::int as events, count(distinct aggregate_id)::int as announcements from events
      where org_id = ${owner.user.org_id} and event_type = 'announcement.published' and aggregate_id = any(${ids}::int[])`);
  await eventually(counted, ([row]) => row.announcements === 120);
  expect(await counted()).toEqual([{ events: 120, announcements: 120 }]);
});

it('rejects changes of an expired announcement until it is a draft again', async () => {
  const id = missed.published;
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
