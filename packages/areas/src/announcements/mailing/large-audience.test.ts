import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newsOf } from '../testing/news.ts';
import { isDue, runLane } from '../testing/run-lane.ts';
import { pageSize } from './mailing.lane.store.ts';
import { mailingLane } from './mailing.lane.ts';

const { sql } = Prisma;

const userCount = 2 * pageSize + 200;

let service: TestService;
let owner: Client;
let org_id: number;
let news: ReturnType<typeof newsOf>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  news = newsOf(owner);
  await execute(sql`with added as (
      insert into users (org_id, email, first_name, last_name, status, email_verified_at)
      select ${org_id}, 'user' || n || '@example.test', 'User', 'No. ' || n, 'active', now()
      from generate_series(1, ${userCount - 1}::int) n returning id)
    insert into grants (org_id, user_id, role_id)
    select ${org_id}, added.id, r.id from added, roles r where r.org_id = ${org_id} and r.code = 'employee' and r.is_builtin
    returning id`);
});

const execute = (statement: Prisma.Sql) => executeOperational(service.platform, statement);
const insertMails = () => runLane(service, org_id, mailingLane);
const markSent = () =>
  execute(
    sql`update announcement_mails set status = 'sent' where org_id = ${org_id} and status = 'waiting' returning id`,
  );
const count = async () => {
  const [row] = await service.rows<{ mails: number; users: number }>(
    sql`select count(*)::int as mails, count(distinct user_id)::int as users from announcement_mails where org_id = ${org_id}`,
  );
  return row;
};

it('inserts a page while few mails wait, and the next one after these were sent', async () => {
  const id = await news.published({ send_mail: true });
  expect(await insertMails()).toEqual([`announcement ${id}: ${pageSize} mails`]);
  expect([await insertMails(), await isDue(service, org_id, mailingLane)]).toEqual([[], false]);
  await markSent();
  expect(await isDue(service, org_id, mailingLane)).toBe(true);
  await insertMails();
  await markSent();
  expect(await insertMails()).toEqual([`announcement ${id}: 200 mails`]);
  await markSent();
  expect(await isDue(service, org_id, mailingLane)).toBe(false);
  expect(await count()).toEqual({ mails: userCount, users: userCount });
});

it('inserts one mail for each user with several workers at the same time', async () => {
  await news.published({ send_mail: true });
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([insertMails(), insertMails(), insertMails(), insertMails()]);
    await markSent();
  }
  expect(await count()).toEqual({ mails: userCount, users: userCount });
  expect(await isDue(service, org_id, mailingLane)).toBe(false);
});

it('inserts no mails after an announcement was withdrawn while workers insert them', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await news.published({ send_mail: true });
    const withdraw = async () => {
      await news.unpublish(id);
      return count();
    };
    const [before] = await Promise.all([withdraw(), insertMails(), insertMails()]);
    expect(await count()).toEqual(before);
    await execute(sql`delete from announcement_mails where org_id = ${org_id} returning id`);
  }
});

it('continues after the last user, and skips those who were mailed, when an unchanged version is published again', async () => {
  const id = await news.published({ send_mail: true });
  await insertMails();
  await markSent();
  await news.unpublish(id);
  await news.publish(id);
  for (let round = 0; round < 4; round += 1) {
    await insertMails();
    await markSent();
  }
  expect(await count()).toEqual({ mails: userCount, users: userCount });
});
