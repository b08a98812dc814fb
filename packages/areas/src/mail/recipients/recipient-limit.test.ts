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
    sql`select org_id, status, attempts, last_error from mails where to_address = ${email} order by created_at`,
  );
const makeDue = (org_id: number) =>
  executeOperational(
    service.platform,
    sql`update mails set due_at = now() where org_id = ${org_id} and status = 'waiting' returning id`,
  );

it('sends ten mails in an hour to an address that is not verified, from all organizations together', async () => {
  const owners = await Promise.all([1, 2, 3].map(() => service.newOrganization()));
  const [first, second, third] = owners as [Client, Client, Client];
  for (const owner of [first, second]) {
    const id = await invite(owner);
    for (let sent = 1; sent < 5; sent += 1) {
      expect((await owner.call('POST', `/users/${id}/resend-invite`)).status).toBe(200);
    }
  }
  await waitForReceived(10);
  const waitForDelayed = (attempts: number) =>
    eventually(listMails, (mails) =>
      mails.some(
        (one) => one.org_id === third.user.org_id && one.status === 'waiting' && one.attempts === attempts,
      ),
    );
  // The response does not reveal that other organizations have sent mail to the address.
  const invited = await invite(third);
  await waitForDelayed(1);

  // The count remains if the user and the mail are erased.
  await third.call('POST', `/users/${invited}/deactivate`, {});
  expect((await third.call('POST', `/users/${invited}/erase`, { confirm: email })).status).toBe(200);
  const again = await invite(third);
  const delayed = await waitForDelayed(1);
  expect(delayed.at(-1).last_error).toMatch('More than 10 mails');

  // A verified address has no limit.
  await executeOperational(
    service.platform,
    sql`update users set email_verified_at = now() where org_id = ${third.user.org_id} and id = ${again} returning id`,
  );
  await makeDue(third.user.org_id);
  await waitForReceived(11);

  await executeOperational(
    service.platform,
    sql`update users set email_verified_at = null where org_id = ${third.user.org_id} and id = ${again} returning id`,
  );
  expect((await third.call('POST', `/users/${again}/resend-invite`)).status).toBe(200);
  await waitForDelayed(1);
  await executeOperational(
    service.platform,
    sql`update mail_recipients set since = since - interval '1 hour' returning mails`,
  );
  await makeDue(third.user.org_id);
  await waitForReceived(12);
});
