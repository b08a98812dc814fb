import type { AddressInfo } from 'node:net';
import { queueMail, systemCaller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { startOwnService } from '@wfp/testing';
import { startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';

const { sql } = Prisma;
const origin = { request_id: 'mail-test', ip: null, user_agent: null };

let atEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of atEnd.reverse()) await end();
  atEnd = [];
});

/** Starts a server that no longer knows the credentials of the service. */
async function startWithoutCredentials(): Promise<string> {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) =>
      done(Object.assign(new Error('Authentication failed'), { responseCode: 535 })),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `smtp://us:old@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** Starts a server that takes no sender without credentials, which the configuration does not have: 530. */
async function startRequiring(): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** Starts a server that rejects all clients, as RFC 5321 (3.1) describes. */
async function startClosed(): Promise<string> {
  const server = await startRawReceiver((socket) => socket.write('503 Bad sequence\r\n'));
  server.onConnection((socket) => socket.write('554 No SMTP service here\r\n'));
  atEnd.push(() => server.stop());
  return `smtp://127.0.0.1:${server.port}`;
}

it.each<[string, () => Promise<string>]>([
  ['refuses the credentials of the service', startWithoutCredentials],
  ['requires credentials', startRequiring],
  ['refuses the connection', startClosed],
])('a mail waits for a server that %s: it says nothing about the mail', async (_, start) => {
  const service = await startOwnService({ LOG_LEVEL: 'silent', SMTP_URL: await start() });
  atEnd.push(() => service.stop());
  const { user } = await service.newOrganization();
  const caller = systemCaller(service.platform, user.org_id, origin, []);
  const tx = {
    executeUnrecorded: async (statement: Prisma.Sql) =>
      (await executeOperational(service.platform, statement)).length,
  };
  await queueMail(tx as unknown as Transaction, caller, {
    user_id: null,
    to: 'ana@example.test',
    kind: 'invitation',
    subject: 'An invitation',
    text: 'The token is t0ken',
  });
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  atEnd.push(() => worker.stop());
  const [mail] = await eventually(
    () =>
      service.rows(sql`select status, content_enc is not null as is_kept, last_error from mails
        where org_id = ${user.org_id} and kind = 'invitation'`),
    ([row]) => row.last_error !== null,
  );
  expect(mail).toMatchObject({ status: 'waiting', is_kept: true });
});
