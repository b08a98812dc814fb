import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startMailbox } from '../testing/mailbox.ts';
import { inTeam, newsOf } from '../testing/news.ts';
import { runLane } from '../testing/run-lane.ts';
import { announcementMailLane } from './mail.lane.ts';
import { mailingLane } from './mailing.lane.ts';

const { sql } = Prisma;

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let service: TestService;
let owner: Client;
let member: Client;
let team: number;
let people: ReturnType<typeof peopleOf>;
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
  member = await service.newUser(owner, ['employee']);
  people = peopleOf(owner);
  team = (await people.team('Platform')).id;
  await people.hire({ user_id: member.user.id, team_id: team });
  news = newsOf(owner);
  mailbox.received.length = 0;
});

const insertMails = () => runLane(service, owner.user.org_id, mailingLane);
const sendMails = () => runLane(service, owner.user.org_id, announcementMailLane);
const recipients = () => mailbox.received.map(({ to }) => to?.[0]?.address).sort();
const addressesOf = (...clients: Client[]) => clients.map(({ user }) => user.email).sort();
const waiting = () =>
  service.rows<{ user_id: number }>(
    sql`select user_id from announcement_mails where org_id = ${owner.user.org_id} and status <> 'sent'`,
  );

it('sends no waiting mail to users whom a change of the audience excludes', async () => {
  const id = await news.published({ send_mail: true });
  await insertMails();
  const { status } = await news.patch(id, { audience: inTeam(team), body_md: 'Only for the team' });
  expect(status).toBe(200);
  await sendMails();
  expect([recipients(), await waiting()]).toEqual([addressesOf(member), []]);
});

it('mails the audience of the publication, not of an earlier one whose mails still wait', async () => {
  const id = await news.published({ send_mail: true });
  await insertMails();
  await news.unpublish(id);
  await news.patch(id, { audience: inTeam(team) });
  await news.publish(id);
  await insertMails();
  await sendMails();
  expect([recipients(), await waiting()]).toEqual([addressesOf(member), []]);
  await news.unpublish(id);
  await news.patch(id, { audience: null });
  await news.publish(id);
  await insertMails();
  await sendMails();
  expect(recipients()).toEqual(addressesOf(member, owner));
});

it('sends no waiting mail to a user whose employee record was deleted', async () => {
  await news.published({ send_mail: true, audience: inTeam(team) });
  await insertMails();
  const [employee] = (await owner.call('GET', `/employees?team_id=${team}`)).body.data;
  expect((await owner.call('DELETE', `/employees/${employee.id}`)).status).toBe(204);
  await sendMails();
  expect([recipients(), await waiting()]).toEqual([[], []]);
});
