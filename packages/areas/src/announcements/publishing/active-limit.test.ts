import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { maxActive } from '../announcements.contract.ts';
import { newsOf } from '../testing/news.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let news: ReturnType<typeof newsOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  news = newsOf(owner);
});

const fill = (count: number) =>
  executeOperational(
    service.platform,
    sql`insert into announcements (org_id, title, body_md, status, published_at)
      select ${owner.user.org_id}, 'Old ' || n, 'Text', 'published', now() from generate_series(1, ${count}::int) n`,
  );
const full = `The organization already has ${maxActive} published or scheduled announcements`;

it('is not exceeded by concurrent publications', async () => {
  await fill(maxActive - 1);
  const drafts = [await news.create(), await news.create(), await news.create()];
  const responses = await Promise.all(drafts.map((id) => news.publish(id)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  const rejected = responses.find(({ status }) => status === 422);
  expect(rejected?.body.details.fieldErrors.status).toEqual([full]);
});

it('is not exceeded by a restore', async () => {
  await fill(maxActive - 1);
  const id = await news.published();
  await owner.call('DELETE', `/announcements/${id}`);
  const other = await news.published();
  const { result, events } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('POST', `/announcements/${id}/restore`),
  );
  expect([result.status, result.body.details.fieldErrors.status, events]).toEqual([422, [full], []]);
  await news.unpublish(other);
  expect((await owner.call('POST', `/announcements/${id}/restore`)).body.status).toBe('published');
});
