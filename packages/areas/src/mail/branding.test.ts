import type { AddressInfo } from 'node:net';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { maxEmbeddedLogoBytes } from './branding.service.ts';

const { sql } = Prisma;

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const received: Buffer[] = [];
let smtp: SMTPServer;
let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let owner: Client;
beforeAll(async () => {
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
  service = await startOwnService({ LOG_LEVEL: 'silent', SMTP_URL: `smtp://127.0.0.1:${port}` });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  owner = await service.newOrganization();
  await executeOperational(
    service.platform,
    sql`update organizations set status = 'active', verified_at = now() where id = ${owner.user.org_id} returning id`,
  );
});

let counter = 0;

/** Invites a user, and returns the mail that the SMTP server received. */
async function sentInvitation(names: object = {}): Promise<Email> {
  counter += 1;
  const email = `invited${counter}@example.test`;
  const { status } = await owner.call('POST', '/users/invite', { email, ...names });
  expect(status).toBe(201);
  const raw = await eventually(
    () => received.find((one) => one.includes(`To: ${email}`)),
    (found) => found !== undefined,
  );
  return PostalMime.parse(raw ?? '');
}

const setLogo = async (content: Buffer) => {
  const { body } = await upload(service, owner, { name: 'logo.png', mime: 'image/png' }, content);
  const { status } = await owner.call('PATCH', '/organizations/current', { logo_file_id: body.id });
  expect(status).toBe(200);
  return body.id as number;
};

it('sends the plain text with an HTML alternative in the colors of the organization', async () => {
  await owner.call('PATCH', '/organizations/current', { name: 'Zürich & Söhne' });
  await owner.call('PATCH', '/organizations/current/settings', { branding: { accent_color: '#ffd700' } });
  const mail = await sentInvitation();
  expect(mail.subject).toBe('You are invited to Zürich & Söhne');
  expect(mail.text?.trim()).toMatch(/^[\w-]{43}$/m);
  expect(mail.html).toContain('<strong>Zürich &amp; Söhne</strong>');
  expect(mail.html).toContain('background:#ffd700;color:#000000');
  const token = mail.text?.match(/^[\w-]{43}$/m)?.[0];
  expect(mail.html).toContain(`>${token}</code>`);
  expect(mail.headers.find((one) => one.key === 'content-type')?.value).toContain('multipart/alternative');
  expect(mail.attachments).toEqual([]);
});

it('embeds the logo by its content id', async () => {
  const id = await setLogo(pixel);
  const mail = await sentInvitation();
  expect(mail.attachments).toHaveLength(1);
  const [logo] = mail.attachments;
  expect(logo).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true });
  expect(logo?.contentId).toMatch(new RegExp(`^<logo-${id}@`));
  expect(mail.html).toContain(`<img src="cid:${logo?.contentId?.slice(1, -1)}"`);
  expect(Buffer.from(logo?.content as ArrayBuffer).equals(pixel)).toBe(true);
  expect(mail.html).not.toMatch(/src="(?!cid:)/);
});

it('does not embed a logo that is too large, or that of an organization that is not verified', async () => {
  await setLogo(Buffer.concat([pixel, Buffer.alloc(maxEmbeddedLogoBytes)]));
  const large = await sentInvitation();
  expect([large.attachments, large.html?.includes('<img')]).toEqual([[], false]);
  await setLogo(pixel);
  await executeOperational(
    service.platform,
    sql`update organizations set status = 'unverified', verified_at = null where id = ${owner.user.org_id} returning id`,
  );
  const unverified = await sentInvitation();
  expect([unverified.attachments, unverified.html?.includes('<img')]).toEqual([[], false]);
});

it('sends the mail without the logo if the storage has lost it', async () => {
  const id = await setLogo(pixel);
  await executeOperational(
    service.platform,
    sql`update files set storage_key = storage_key || '-lost' where id = ${id} returning id`,
  );
  expect((await sentInvitation()).attachments).toEqual([]);
});

it('contains no markup of names', async () => {
  const name = '<img src=https://evil.example/x>"\'&';
  await owner.call('PATCH', '/organizations/current', { name });
  const mail = await sentInvitation({ first_name: '<script>', last_name: '</p><a href=x>' });
  expect(mail.subject).toContain(name);
  expect(mail.html).toContain('&lt;img src=https://evil.example/x&gt;&quot;&#39;&amp;');
  expect(mail.html).not.toMatch(/<img|<script|<a /);
});
