import type { AddressInfo } from 'node:net';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

const recipients: string[] = [];
let smtp: SMTPServer;
let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  service = await startOwnService({ LOG_LEVEL: 'silent', SMTP_URL: `smtp://127.0.0.1:${port}` });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const email = 'stranger@example.test';
const invite = async (owner: Client): Promise<number> => {
  const { status, body } = await owner.call('POST', '/users/invite', { email });
  expect(status).toBe(201);
  return body.id;
};
const countReceived = () => recipients.filter((one) => one === email).length;
const waitForReceived = (expected: number) => eventually(countReceived, (count) => count === expected);
const listMails = () =>
  service.rows(
    sql`select org_id, status, attempts, last_error, due_at > now() + interval '1 second' as is_postponed from mails where to_address = ${email} order by created_at`,
  );
const makeDue = (org_id: number) =>
  executeOperational(
    service.platform,
    sql`update mails set due_at = now() where org_id = ${org_id} and status = 'waiting' returning id`,
  );

const waitForDelayed = (org_id: number) =>
  eventually(
    async () => (await listMails()).filter((one) => one.org_id === org_id).at(-1),
    (mail) => mail?.status === 'waiting' && mail.is_postponed,
  );
const setVerified = (org_id: number, id: number, at: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update users set email_verified_at = ${at} where org_id = ${org_id} and id = ${id} returning id`,
  );
const endHour = () =>
  executeOperational(
    service.platform,
    sql`update mail_recipients set since = since - interval '1 hour' returning mails`,
  );
/** Sends an invitation and repeats it until an organization has sent this many mails. */
async function sendMails(owner: Client, count: number): Promise<number> {
  const id = await invite(owner);
  for (let sent = 1; sent < count; sent += 1) {
    expect((await owner.call('POST', `/users/${id}/resend-invite`)).status).toBe(200);
  }
  return id;
}

it('sends an address that is not verified four mails of an organization in an hour, and ten of all', async () => {
  const owners = await Promise.all([1, 2, 3].map(() => service.newOrganization()));
  const [first, second, third] = owners as [Client, Client, Client];
  await sendMails(first, 5);
  await waitForReceived(4);
  // A mail that has to wait was not attempted, so that it does not fail after eight waits.
  for (let wait = 1; wait <= 9; wait += 1) {
    await makeDue(first.user.org_id);
    expect(await waitForDelayed(first.user.org_id)).toMatchObject({
      attempts: 0,
      last_error: expect.stringContaining('More than 4 mails'),
    });
  }
  await sendMails(second, 4);
  await waitForReceived(8);
  // The response does not reveal that other organizations have sent mail to the address.
  const invited = await sendMails(third, 3);
  await waitForReceived(10);
  expect(await waitForDelayed(third.user.org_id)).toMatchObject({
    last_error: expect.stringContaining('More than 10 mails'),
  });

  // The count remains if the user and the mail are erased.
  await third.call('POST', `/users/${invited}/deactivate`, {});
  expect((await third.call('POST', `/users/${invited}/erase`, { confirm: email })).status).toBe(200);
  const again = await invite(third);
  await waitForDelayed(third.user.org_id);

  // A verified address has no limit.
  await setVerified(third.user.org_id, again, sql`now()`);
  await makeDue(third.user.org_id);
  await waitForReceived(11);

  await setVerified(third.user.org_id, again, sql`null`);
  expect((await third.call('POST', `/users/${again}/resend-invite`)).status).toBe(200);
  await waitForDelayed(third.user.org_id);
  await endHour();
  await makeDue(third.user.org_id);
  await waitForReceived(12);
});

it('sends mails of verified organizations although unverified ones have sent as many as they may', async () => {
  await endHour();
  const before = countReceived();
  const unverified = await Promise.all([1, 2, 3, 4, 5].map(() => service.newOrganization(undefined, false)));
  for (const owner of unverified) await invite(owner);
  await waitForReceived(before + 4);
  const delayed = async () => {
    const ids = unverified.map(({ user }) => user.org_id);
    return (await listMails()).filter((one) => ids.includes(one.org_id) && one.status === 'waiting');
  };
  await eventually(delayed, ([mail]) => mail?.is_postponed);
  await invite(await service.newOrganization());
  await waitForReceived(before + 5);
});

it('fails a mail that has waited for three days', async () => {
  const owner = await service.newOrganization();
  await endHour();
  await sendMails(owner, 5);
  await waitForDelayed(owner.user.org_id);
  await executeOperational(
    service.platform,
    sql`update mails set created_at = created_at - interval '3 days' where org_id = ${owner.user.org_id}
      and status = 'waiting' returning id`,
  );
  await makeDue(owner.user.org_id);
  await eventually(
    async () =>
      (await listMails()).filter((one) => one.org_id === owner.user.org_id && one.status === 'failed'),
    ({ length }) => length === 1,
  );
});
