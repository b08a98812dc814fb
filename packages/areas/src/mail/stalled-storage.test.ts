import type { AddressInfo } from 'node:net';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startS3Server } from '@wfp/testing/s3-server.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const received: Buffer[] = [];
let smtp: SMTPServer;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  s3 = await startS3Server();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const changes = { LOG_LEVEL: 'silent', SMTP_URL: `smtp://127.0.0.1:${port}`, ...s3.config };
  service = await startOwnService(changes);
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await s3.stop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

async function newOrganizationWithLogo(): Promise<Client> {
  const owner = await service.newOrganization();
  await executeOperational(
    service.platform,
    sql`update organizations set status = 'active', verified_at = now() where id = ${owner.user.org_id} returning id`,
  );
  const { body } = await upload(service, owner, { name: 'logo.png', mime: 'image/png' }, pixel);
  const { status } = await owner.call('PATCH', '/organizations/current', { logo_file_id: body.id });
  expect(status).toBe(200);
  return owner;
}

/** Invites a user, and returns the number of images in the mail. */
async function countImages(owner: Client, email: string): Promise<number> {
  expect((await owner.call('POST', '/users/invite', { email })).status).toBe(201);
  const raw = await eventually(
    () => received.find((one) => one.includes(`To: ${email}`)),
    (found) => found !== undefined,
    20_000,
  );
  return (await PostalMime.parse(raw ?? '')).attachments.length;
}

it('sends all mail without logos while the storage does not send them', async () => {
  const owners: Client[] = [];
  for (let index = 0; index < 7; index += 1) owners.push(await newOrganizationWithLogo());
  const [first] = owners as [Client];
  expect(await countImages(first, 'before@example.test')).toBe(1);
  s3.fault.answer = ({ method }) =>
    method === 'GET' ? { status: 200, bytes: Buffer.concat([pixel, pixel]) } : undefined;
  expect(await countImages(first, 'long@example.test')).toBe(0);
  s3.fault.answer = ({ method }) =>
    method === 'GET' ? { status: 200, bytes: pixel, isStalled: true } : undefined;
  // More organizations than the lane sends for at a time.
  const counts = await Promise.all(
    owners.map((owner, index) => countImages(owner, `stalled${index}@example.test`)),
  );
  expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0]);
});
