import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startMailbox } from '../testing/mailbox.ts';
import { inSeconds, inTeam, newsOf } from '../testing/news.ts';
import { isDue, runLane } from '../testing/run-lane.ts';
import { announcementMailLane } from './mail.lane.ts';
import { mailingLane } from './mailing.lane.ts';

const { sql } = Prisma;

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let service: TestService;
let owner: Client;
let org_id: number;
let news: ReturnType<typeof newsOf>;
beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startOwnService({ LOG_LEVEL: 'silent', SMTP_URL: mailbox.url });
});
afterAll(async () => {
  await service?.stop();
  await mailbox?.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  news = newsOf(owner);
  mailbox.received.length = 0;
  mailbox.reject = () => null;
});

const execute = (statement: Prisma.Sql) => executeOperational(service.platform, statement);
const insertMails = () => runLane(service, org_id, mailingLane);
const sendMails = () => runLane(service, org_id, announcementMailLane);
const deliver = async () => {
  await insertMails();
  await sendMails();
};
const recipients = () => mailbox.received.map(({ to }) => to?.[0]?.address).sort();
const addressesOf = (...clients: Client[]) => clients.map(({ user }) => user.email).sort();
const mails = () =>
  service.rows<{ user_id: number; version: number; status: string; attempts: number; last_error: string }>(
    sql`select user_id, version, status::text, attempts, last_error from announcement_mails
      where org_id = ${org_id} order by id`,
  );
const forMail = (fields: object = {}) => news.published({ send_mail: true, ...fields });

/** Moves the time of expiry into the past. */
const expire = (id: number) =>
  execute(
    sql`update announcements set expires_at = now() - interval '1 second' where id = ${id} and org_id = ${org_id} returning id`,
  );

it('mails a published announcement once to each user in its audience', async () => {
  const people = peopleOf(owner);
  const team = (await people.team('Platform')).id;
  const [member, inactive, unconfirmed, unpermitted] = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map(async () => {
      const client = await service.newUser(owner, ['employee']);
      await people.hire({ user_id: client.user.id, team_id: team });
      return client;
    }),
  );
  await service.newUser(owner, ['employee']);
  if (!(member && inactive && unconfirmed && unpermitted)) throw new Error('No users');
  await owner.call('POST', `/users/${inactive.user.id}/deactivate`);
  await execute(
    sql`update users set email_verified_at = null where id = ${unconfirmed.user.id} returning id`,
  );
  await execute(sql`with r as (
      insert into roles (org_id, code, name, permissions) values (${org_id}, 'writer', 'Writer', '{"task:read": ["org"]}') returning id)
    update grants g set role_id = r.id from r where g.org_id = ${org_id} and g.user_id = ${unpermitted.user.id} returning g.id`);

  const id = await forMail({
    ...{ title: 'New “office”', body_md: 'We move on **Monday**: [plan](https://example.test/plan)' },
    ...{ audience: inTeam(team), requires_ack: true },
  });
  expect(await mails()).toEqual([]);
  expect(await insertMails()).toEqual([`announcement ${id}: 1 mails`]);
  expect(await isDue(service, org_id, announcementMailLane)).toBe(true);
  await sendMails();
  expect(recipients()).toEqual(addressesOf(member));
  const [mail] = mailbox.received;
  const url = `${service.config.PUBLIC_URL}/api/announcements/${id}`;
  expect(mail).toMatchObject({
    subject: 'New “office”',
    messageId: expect.stringContaining('announcement-'),
  });
  expect(mail?.text?.trim()).toBe(
    `New “office”\n\nWe move on **Monday**: [plan](https://example.test/plan)\n\nPlease confirm that you have read this announcement.\n\n${url}`,
  );
  expect(mail?.html).toContain(
    '<p>We move on <strong>Monday</strong>: <a href="https://example.test/plan">plan</a></p>',
  );
  expect(mail?.html).toContain(`<a href="${url}"`);
  expect(await mails()).toMatchObject([{ user_id: member.user.id, status: 'sent', version: 1, attempts: 1 }]);

  await deliver();
  expect(mailbox.received).toHaveLength(1);
  const lanes = [mailingLane, announcementMailLane].map((lane) => isDue(service, org_id, lane));
  expect(await Promise.all(lanes)).toEqual([false, false]);
});

it('mails nothing unless the announcement is for mail', async () => {
  await news.published();
  expect([await insertMails(), await mails()]).toEqual([[], []]);
});

it('mails an announcement that the lane publishes at its time', async () => {
  const id = await news.create({ send_mail: true });
  await news.publish(id, { publish_at: inSeconds(600) });
  await deliver();
  expect(mailbox.received).toEqual([]);
  await execute(
    sql`update announcements set publish_at = now() where id = ${id} and org_id = ${org_id} returning id`,
  );
  await runLane(service, org_id);
  await deliver();
  expect(recipients()).toEqual(addressesOf(owner));
});

it('rejects a change of send_mail while published, and records nothing', async () => {
  const ids = [await news.published(), await forMail()];
  await deliver();
  for (const [index, id] of ids.entries()) {
    const { result, ...left } = await recordedBy(service, org_id, () =>
      news.patch(id, { send_mail: index === 0 }),
    );
    expect([result.status, result.body.details.fieldErrors]).toEqual([
      422,
      { send_mail: ['Cannot be changed while published; unpublish the announcement first'] },
    ]);
    expect(left).toMatchObject(nothing);
  }
  const same = await recordedBy(service, org_id, () =>
    news.patch(Number(ids[1]), { send_mail: true, title: 'Renamed' }),
  );
  expect([same.result.body.send_mail, same.result.body.version]).toEqual([true, 2]);
  await deliver();
  expect(mailbox.received).toHaveLength(1);
});

it('mails a changed version again, and an unchanged one only to users who were not mailed', async () => {
  const id = await forMail();
  await deliver();
  await news.unpublish(id);
  await news.publish(id);
  const newcomer = await service.newUser(owner, ['employee']);
  await news.unpublish(id);
  await news.publish(id);
  await deliver();
  expect(recipients()).toEqual(addressesOf(owner, newcomer));
  await news.unpublish(id);
  await news.patch(id, { body_md: 'We move on **Tuesday**.' });
  await news.publish(id);
  await deliver();
  expect(recipients()).toEqual(addressesOf(owner, owner, newcomer, newcomer));
  expect(mailbox.received.at(-1)?.text).toContain('Tuesday');
  expect((await mails()).map(({ version }) => version)).toEqual([1, 1, 2, 2]);
});

it('mails a version that was first published without mail', async () => {
  const id = await news.published();
  await news.unpublish(id);
  await news.patch(id, { send_mail: true });
  await news.publish(id);
  await deliver();
  expect(recipients()).toEqual(addressesOf(owner));
});

it.each<[string, (id: number) => Promise<unknown>, (id: number) => Promise<unknown>]>([
  ['unpublished', (id) => news.unpublish(id), (id) => news.publish(id)],
  [
    'deleted',
    (id) => owner.call('DELETE', `/announcements/${id}`),
    (id) => owner.call('POST', `/announcements/${id}/restore`),
  ],
  [
    'expired',
    expire,
    (id) =>
      execute(
        sql`update announcements set expires_at = null where id = ${id} and org_id = ${org_id} returning id`,
      ),
  ],
])(
  'does not send the mails that wait of an announcement that is %s, until it is published',
  async (_, withdraw, publish) => {
    const colleague = await service.newUser(owner, ['employee']);
    const id = await forMail();
    await insertMails();
    // The mail server defers the mail to the colleague, so that it is retried later.
    mailbox.reject = (to) =>
      to === colleague.user.email ? Object.assign(new Error('try later'), { responseCode: 451 }) : null;
    await sendMails();
    mailbox.reject = () => null;
    await execute(sql`update announcement_mails set due_at = now() where org_id = ${org_id} returning id`);
    await withdraw(id);
    expect(await isDue(service, org_id, announcementMailLane)).toBe(false);
    await deliver();
    expect(recipients()).toEqual(addressesOf(owner));
    await publish(id);
    await deliver();
    expect(recipients()).toEqual(addressesOf(owner, colleague));
  },
);

it('mails nothing while the organization has switched announcements off', async () => {
  const set = (announcements: boolean) =>
    owner.call('PATCH', `/organizations/current/settings`, { notifications: { announcements } });
  expect((await set(false)).status).toBe(200);
  const id = await forMail();
  await deliver();
  expect([mailbox.received, await mails()]).toEqual([[], []]);
  await set(true);
  await news.unpublish(id);
  await news.publish(id);
  await insertMails();
  await set(false);
  await sendMails();
  expect(mailbox.received).toEqual([]);
  await set(true);
  await sendMails();
  expect(recipients()).toEqual(addressesOf(owner));
});

it('inserts no further mails of an announcement that was withdrawn', async () => {
  const id = await forMail();
  await news.unpublish(id);
  expect([await isDue(service, org_id, mailingLane), await insertMails(), await mails()]).toEqual([
    false,
    [],
    [],
  ]);
});

it('sends a mail again with the same id if its worker died, and not to a user who became inactive', async () => {
  const colleague = await service.newUser(owner, ['employee']);
  await forMail();
  await insertMails();
  await execute(sql`update announcement_mails set status = 'sending', attempts = 1, lease_until = now() - interval '1 second'
    where org_id = ${org_id} returning id`);
  await owner.call('POST', `/users/${colleague.user.id}/deactivate`);
  await sendMails();
  expect(recipients()).toEqual(addressesOf(owner));
  expect(await mails()).toMatchObject([
    { user_id: owner.user.id, status: 'sent', attempts: 2 },
    { user_id: colleague.user.id, status: 'failed', last_error: 'The user may not be mailed any more' },
  ]);
});

it('deletes the mails to a user who is erased', async () => {
  const colleague = await service.newUser(owner, ['employee']);
  await forMail();
  await insertMails();
  await owner.call('POST', `/users/${colleague.user.id}/deactivate`, {});
  const { status } = await owner.call('POST', `/users/${colleague.user.id}/erase`, {
    confirm: colleague.user.email,
  });
  expect(status).toBeLessThan(300);
  expect((await mails()).map(({ user_id }) => user_id)).toEqual([owner.user.id]);
});

it('neither inserts nor sends mails of a suspended organization', async () => {
  await forMail();
  await insertMails();
  await forMail();
  await execute(sql`update organizations set status = 'suspended' where id = ${org_id} returning id`);
  const due = () =>
    Promise.all([mailingLane, announcementMailLane].map((lane) => isDue(service, org_id, lane)));
  expect(await due()).toEqual([false, false]);
  await deliver();
  expect([mailbox.received, await mails()]).toMatchObject([[], [{ status: 'waiting' }]]);
  await execute(sql`update organizations set status = 'active' where id = ${org_id} returning id`);
  expect(await due()).toEqual([true, true]);
});
