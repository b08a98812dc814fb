import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger, type Logger, queueMail, systemCaller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { mailLane } from './mail.lane.ts';

const { sql } = Prisma;
const origin = { request_id: 'mail-test', ip: null, user_agent: null };

let atEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of atEnd.reverse()) await end();
  atEnd = [];
});

/** Starts an SMTP server. `respond` returns the error for each message, or null to accept it. */
async function startSmtp(respond: (count: number) => Error | null) {
  const received: string[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        count += 1;
        const error = respond(count);
        if (!error) received.push(text);
        done(error);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

async function start(settings: Record<string, string>): Promise<{ service: TestService; owner: Client }> {
  const service = await startOwnService({ LOG_LEVEL: 'silent', ...settings });
  atEnd.push(() => service.stop());
  return { service, owner: await service.newOrganization() };
}

async function work(service: TestService, log: Logger = service.platform.log, count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const worker = await startWorker({ config: service.config, log, opsPort: 0 });
    atEnd.push(() => worker.stop());
  }
}

async function queue(
  service: TestService,
  org_id: number,
  text = 'The token is t0ken',
  to = 'ana@example.test',
): Promise<void> {
  const caller = systemCaller(service.platform, org_id, origin, []);
  const tx = {
    executeUnrecorded: async (statement: Prisma.Sql) =>
      (await executeOperational(service.platform, statement)).length,
  };
  await queueMail(tx as unknown as Transaction, caller, {
    user_id: null,
    to,
    kind: 'invitation',
    subject: 'Zürich: a subject',
    text,
  });
}

const listMails = (service: TestService, org_id: number) =>
  service.rows(sql`select status, attempts, content_enc, last_error, due_at > now() as later from mails
    where org_id = ${org_id} and kind = 'invitation' order by id`);

it('sends each message once with several workers, and deletes its text', async () => {
  const smtp = await startSmtp(() => null);
  const { service, owner } = await start({ SMTP_URL: smtp.url, MAIL_FROM: 'Us <us@example.test>' });
  const org = owner.user.org_id;
  for (let index = 0; index < 30; index += 1)
    await queue(service, org, `Number ${index}`, `ana${index}@example.test`);
  const [waiting] = await listMails(service, org);
  expect(Buffer.from(waiting.content_enc).toString('latin1')).not.toContain('Number');
  await work(service, service.platform.log, 2);
  const sent = await eventually(
    () => listMails(service, org),
    (rows) => rows.every((row) => row.status === 'sent'),
  );
  expect(sent.every((row) => row.content_enc === null && row.attempts === 1)).toBe(true);
  const mine = smtp.received.filter((text) => /ana\d+@example\.test/.test(text));
  expect(new Set(mine.map((text) => text.match(/Number (\d+)/)?.[1])).size).toBe(30);
  expect(mine).toHaveLength(30);
  expect(mine[0]).toMatch(/^From: Us <us@example.test>\r?$/m);
  expect(mine[0]).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(new Set(mine.map((text) => text.match(/^Message-ID: (.*)\r?$/im)?.[1])).size).toBe(30);
});

it('retries temporary failures, and does not retry permanent ones', async () => {
  const smtp = await startSmtp((count) =>
    Object.assign(new Error(count === 1 ? 'try later' : 'no such mailbox'), {
      responseCode: count === 1 ? 451 : 550,
    }),
  );
  const { service, owner } = await start({ SMTP_URL: smtp.url });
  const org = owner.user.org_id;
  await executeOperational(service.platform, sql`delete from mails where org_id = ${org} returning id`);
  await queue(service, org);
  await work(service);
  const [later] = await eventually(
    () => listMails(service, org),
    ([row]) => row?.status === 'waiting' && row.attempts === 1,
  );
  expect(later).toMatchObject({ status: 'waiting', later: true, last_error: expect.stringContaining('451') });
  await executeOperational(
    service.platform,
    sql`update mails set due_at = now() where org_id = ${org} returning id`,
  );
  const [given] = await eventually(
    () => listMails(service, org),
    ([row]) => row?.status === 'failed',
  );
  expect(given).toMatchObject({ attempts: 2, content_enc: null, last_error: expect.stringContaining('550') });
});

it('writes messages to files in development, and logs the path without the text', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wfp-mail-'));
  atEnd.push(() => rm(folder, { recursive: true }));
  const { service, owner } = await start({ DATA_DIR: folder });
  const lines: string[] = [];
  const log = createLogger('mail-test', 'info', { write: (line: string) => void lines.push(line) } as never);
  const token = 't0ken'.padEnd(43, 'x');
  await queue(service, owner.user.org_id, `${'Send this token. '.repeat(6)}\n\n${token}\n\nNot you?`);
  await work(service, log);
  const text = await eventually(
    async () => {
      const files = await readdir(path.join(folder, 'mail')).catch(() => []);
      const texts = await Promise.all(files.map((file) => readFile(path.join(folder, 'mail', file), 'utf8')));
      return texts.find((one) => one.includes('t0ken')) ?? '';
    },
    (found) => found !== '',
  );
  expect(text).toContain('To: ana@example.test');
  expect(text.split('\r\n')).toContain(token);
  await eventually(
    () => lines.join(''),
    (all) => all.includes('.eml'),
  );
  expect(lines.join('')).not.toContain('t0ken');
});

it('continues after a message that cannot be decrypted', async () => {
  const smtp = await startSmtp(() => null);
  const { service, owner } = await start({ SMTP_URL: smtp.url });
  const org = owner.user.org_id;
  await queue(service, org);
  await executeOperational(
    service.platform,
    sql`update mails set content_enc = 'x' where org_id = ${org} and kind = 'invitation' returning id`,
  );
  await queue(service, org);
  await work(service);
  const rows = await eventually(
    () => listMails(service, org),
    ([opened, behind]) => opened?.status === 'waiting' && behind?.status === 'sent',
  );
  expect(rows[0]).toMatchObject({ status: 'waiting', attempts: 1, last_error: expect.any(String) });
});

it('sends a message again with the same id if its worker died', async () => {
  const smtp = await startSmtp(() => null);
  const { service, owner } = await start({ SMTP_URL: smtp.url });
  const org = owner.user.org_id;
  await queue(service, org);
  await executeOperational(
    service.platform,
    sql`update mails set status = 'sending', lease_until = now() - interval '1 second'
      where org_id = ${org} and kind = 'invitation' returning id`,
  );
  await work(service);
  await eventually(
    () => listMails(service, org),
    ([row]) => row?.status === 'sent',
  );
});

it('returns unsent messages when a worker drains', async () => {
  const stopping = new AbortController();
  const { service, owner } = await start({ SMTP_URL: (await startSmtp(() => null)).url });
  const org = owner.user.org_id;
  await executeOperational(service.platform, sql`delete from mails where org_id = ${org} returning id`);
  for (const text of ['First', 'Second', 'Third']) await queue(service, org, text);
  const call = { platform: service.platform, log: service.platform.log, payload: { org_id: org } };
  await mailLane.run({ ...call, note: async () => stopping.abort(), signal: stopping.signal } as never);
  const rows = await listMails(service, org);
  expect(rows.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['sent', 1],
    ['waiting', 0],
    ['waiting', 0],
  ]);
});
