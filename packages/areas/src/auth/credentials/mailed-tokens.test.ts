import { type Client, startOwnService, startService, type TestService, testPassword } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A service that sent a mail of each kind with a token. */
interface Sent {
  service: TestService;
  slug: string;
  addressOf: (kind: string) => string;
  mailOf: (kind: string) => Promise<string>;
}

async function send(service: TestService): Promise<Sent> {
  const founder = await service.newOrganization(undefined, false);
  const slug = (await founder.call('GET', '/users/me')).body.org_slug;
  const [user, invited, changed] = ['user', 'invited', 'changed'].map((name) => `${name}@${slug}.test`);
  await founder.call('POST', '/users', {
    ...{ email: user, password: testPassword, first_name: 'U', last_name: 'S', role_ids: [] },
  });
  await founder.call('POST', '/users', { email: invited, first_name: 'I', last_name: 'N' });
  await founder.call('POST', '/users/me/email', { email: changed, password: testPassword });
  await service.call('POST', '/auth/password-reset', { org_slug: slug, email: founder.user.email });
  const addresses: Record<string, string | undefined> = { invitation: invited, change_email: changed };
  const addressOf = (kind: string) => addresses[kind] ?? founder.user.email;
  const mailOf = async (kind: string) => {
    const found = async () => (await service.mails(addressOf(kind))).findLast((mail) => mail.kind === kind);
    return (await eventually(found, (mail) => mail !== undefined))?.text ?? '';
  };
  return { service, slug, addressOf, mailOf };
}

const uses = [
  ['password_reset', 'password-reset', 'an hour', 'auth/password-reset/confirm'],
  ['invitation', 'invitation', '7 days', 'auth/invitation/accept'],
  ['verify_email', 'verify', '7 days', 'public/signup/verify'],
  ['change_email', 'email', '24 hours', 'users/me/email/confirm'],
] as const;

describe('with the admin application', () => {
  let sent: Sent;
  beforeAll(async () => {
    sent = await send(await startOwnService({ ADMIN_UI: 'on' }));
  });
  afterAll(() => sent?.service.stop());

  it.each(uses)('links a mail of the kind %s to the page %s', async (kind, page, period, operation) => {
    const url = sent.service.config.PUBLIC_URL;
    const text = await sent.mailOf(kind);
    const token = text.match(/^[\w-]{43}$/m)?.[0];
    const address = Buffer.from(sent.addressOf(kind)).toString('base64url');
    expect(text.split('\n')).toContain(`${url}/auth/${page}#${token}/${sent.slug}/${address}`);
    expect(text).toContain(`, open this page within ${period}:\n`);
    expect(text).toContain(` to POST ${url}/api/${operation}:\n\n${token}\n`);
  });

  it('links the mail by which an owner verifies the organization', async () => {
    const { service } = sent;
    const founder = await service.newOrganization(undefined, false);
    const mails = () => service.mails(founder.user.email);
    const before = (await mails()).length;
    const requested = await founder.call('POST', '/organizations/current/request-verification');
    expect(requested.status).toBe(202);
    const [mail, ...others] = (await mails()).slice(before);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Verify /);
    const slug = await slugOf(founder);
    expect(mail?.text).toMatch(
      new RegExp(`^${service.config.PUBLIC_URL}/auth/verify#[\\w-]{43}/${slug}/[\\w-]+$`, 'm'),
    );
  });
});

const slugOf = async (user: Client) => (await user.call('GET', '/users/me')).body.org_slug;

describe('without the admin application', () => {
  let sent: Sent;
  beforeAll(async () => {
    sent = await send(await startService());
  });
  afterAll(() => sent?.service.stop());

  it.each(uses)(
    'names only the operation in a mail of the kind %s',
    async (kind, page, period, operation) => {
      const url = sent.service.config.PUBLIC_URL;
      const text = await sent.mailOf(kind);
      expect(text).toMatch(
        new RegExp(
          `^(?:Welcome\\. )?To .* to POST ${url}/api/${operation} within ${period}:\n\n[\\w-]{43}\n`,
          'm',
        ),
      );
      expect(text).not.toContain(`/auth/${page}#`);
    },
  );
});
