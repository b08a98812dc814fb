import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const path = '/organizations/current/settings';
const patch = (body: object, by = owner) => by.call('PATCH', path, body);

describe('settings', () => {
  beforeAll(async () => {
    owner = await service.newOrganization();
  });

  it('are returned with defaults, by section or all, and stored sparsely', async () => {
    const { body } = await owner.call('GET', path);
    expect(body.set).toEqual([]);
    expect(body.settings.security).toMatchObject({ require_mfa: 'none', allowed_networks: [] });
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
      patch({ localization: { week_start: 'sunday' }, branding: { accent_color: '#aabbcc' } }),
    );
    expect(result.body.set.sort()).toEqual(['branding.accent_color', 'localization.week_start']);
    expect(events).toEqual(
      Array.from({ length: 2 }, () => `organization.setting_changed ${owner.user.org_id}`),
    );
    expect(audit).toMatchObject([
      {
        resource: 'organization_setting',
        after: { section: 'branding', values: { accent_color: '#aabbcc' } },
      },
      { resource: 'organization_setting', after: { values: { week_start: 'sunday' } } },
    ]);
    const section = await owner.call('GET', `${path}?section=localization`);
    expect(section.body).toEqual({
      settings: { localization: { week_start: 'sunday', date_format: 'iso' } },
      set: ['localization.week_start'],
    });
    const back = await patch({ localization: { week_start: null } });
    expect([back.body.settings.localization.week_start, back.body.set]).toEqual([
      'monday',
      ['branding.accent_color'],
    ]);
  });

  it('record nothing if a PATCH contains the current values', async () => {
    const org = await service.newOrganization();
    await patch({ security: { mfa_grace_days: 3, require_mfa: 'privileged' } }, org);
    const before = (await org.call('GET', path)).body;
    for (const body of [before.settings, { localization: { week_start: null } }]) {
      const { result, ...left } = await recordedBy(service, org.user.org_id, () => patch(body, org));
      expect([result.status, result.body, left]).toEqual([200, before, nothing]);
    }
    const { events } = await recordedBy(service, org.user.org_id, () =>
      patch({ ...before.settings, general: { welcome_message: 'Hello' } }, org),
    );
    expect(events).toEqual([`organization.setting_changed ${org.user.org_id}`]);
  });

  it('have an event each, with section and key as the name of the record', async () => {
    const org = await service.newOrganization();
    const security = { require_mfa: 'all', mfa_grace_days: 5, key_lifetime_days: 30, session_hours: null };
    const { result, events, audit } = await recordedBy(service, org.user.org_id, () =>
      patch({ security, branding: { accent_color: '#aabbcc' } }, org),
    );
    expect([result.status, events.length, audit.length]).toEqual([200, 4, 4]);
    await patch({ security: { require_mfa: 'none' } }, org);
    const rows = await service.rows(sql`select payload ->> 'record_name' as name from events
      where org_id = ${org.user.org_id} and event_type = 'organization.setting_changed' order by id`);
    expect(rows.map(({ name }) => name)).toEqual([
      'security.require_mfa',
      'security.mfa_grace_days',
      'security.key_lifetime_days',
      'branding.accent_color',
      'security.require_mfa',
    ]);
  });

  it.each([
    ['security.foo', { security: { foo: 1 } }],
    ['nonsense', { nonsense: {} }],
    ['security.session_hours', { security: { session_hours: 0 } }],
    ['security.require_mfa', { security: { require_mfa: 'some' } }],
    ['security.allowed_networks.0', { security: { allowed_networks: ['10.0.0.0/33'] } }],
    ['security.allowed_networks.0', { security: { allowed_networks: ['0x7f.1'] } }],
    ['branding.accent_color', { branding: { accent_color: 'red' } }],
    ['settings', {}],
  ])('reject %s', async (field, body) => {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => patch(body));
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  });

  it('merge concurrent changes', async () => {
    await Promise.all([
      patch({ security: { key_lifetime_days: 30 } }),
      patch({ security: { password_max_age_days: 90 } }),
      patch({ security: { mfa_grace_days: 3 } }),
    ]);
    const { body } = await owner.call('GET', `${path}?section=security`);
    expect(body.settings.security).toMatchObject({
      key_lifetime_days: 30,
      password_max_age_days: 90,
      mfa_grace_days: 3,
    });
  });
});

describe('session_hours', () => {
  it("ends older sessions immediately, and the caller's session only with confirm", async () => {
    const org = await service.newOrganization();
    const user = await service.newUser(org, ['employee']);
    await executeOperational(
      service.platform,
      sql`update sessions set created_at = now() - interval '5 hours' where org_id = ${org.user.org_id} returning id`,
    );
    const refused = await patch({ security: { session_hours: 4 } }, org);
    expect(Object.keys(refused.body.details.fieldErrors)).toEqual(['security.session_hours']);
    expect((await user.call('GET', '/users/me')).status).toBe(200);
    expect((await patch({ security: { session_hours: 6 } }, org)).status).toBe(200);
    expect((await user.call('GET', '/users/me')).status).toBe(200);
    expect((await patch({ security: { session_hours: 4 }, confirm: true }, org)).status).toBe(200);
    expect([
      (await user.call('GET', '/users/me')).status,
      (await org.call('GET', '/users/me')).status,
    ]).toEqual([401, 401]);
  });

  it('applies to new sign-ins, and password_max_age_days requires a new password', async () => {
    const org = await service.newOrganization();
    const { org_slug, email } = (await org.call('GET', '/users/me')).body;
    const login = () => service.call('POST', '/auth/login', { org_slug, email, password: testPassword });
    await patch({ security: { session_hours: 2, password_max_age_days: 30 } }, org);
    const { body } = await login();
    const sessions = await createTestClient(service.url, body).call('GET', '/auth/sessions');
    expect(sessions.body.data[0].expires_at).toEqual(expect.any(String));
    await executeOperational(
      service.platform,
      sql`update users set created_at = now() - interval '31 days', password_changed_at = null where org_id = ${org.user.org_id} returning id`,
    );
    const old = await login();
    expect([old.status, old.body.error]).toEqual([403, expect.stringContaining('password-reset')]);
  });
});

describe('addresses, contacts and social links', () => {
  beforeAll(async () => {
    owner = await service.newOrganization();
  });
  const addresses = '/organizations/current/addresses';
  const address = {
    kind: 'headquarters',
    line1: 'Main Street 1',
    city: 'Vienna',
    country: 'at',
    is_primary: true,
  };

  it('have one primary address of a kind, even with concurrent requests', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => owner.call('POST', addresses, address)));
    expect(made.map((one) => one.status)).toEqual([201, 201, 201, 201, 201, 201]);
    const ids = made.map((one) => one.body.id as number);
    const branch = await owner.call('POST', addresses, { ...address, kind: 'branch' });
    await Promise.all(ids.map((id) => owner.call('PATCH', `${addresses}/${id}`, { is_primary: true })));
    const { data } = (await owner.call('GET', `${addresses}?limit=100`)).body;
    const primary = data.filter((one: { is_primary: boolean }) => one.is_primary);
    expect(primary.map((one: { kind: string }) => one.kind).sort()).toEqual(['branch', 'headquarters']);
    await owner.call('PATCH', `${addresses}/${branch.body.id}`, { kind: 'headquarters' });
    const after = (await owner.call('GET', `${addresses}?limit=100`)).body.data;
    expect(after.filter((one: { is_primary: boolean }) => one.is_primary)).toMatchObject([
      { id: branch.body.id },
    ]);
  });

  it.each([
    ['addresses', { ...address, country: 'XX' }, 'country'],
    ['contacts', { kind: 'hr', name: 'No contact' }, 'email'],
    ['contacts', { kind: 'hr', name: 'No contact', phone: 'call me' }, 'phone'],
    ['social-links', { platform: 'X', url: 'javascript:alert(1)' }, 'url'],
    ['social-links', { platform: 'X', url: 'https://x.example', org_id: 7 }, 'org_id'],
  ])('reject in %s %j with 422 on %s', async (part, body, field) => {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('POST', `/organizations/current/${part}`, body),
    );
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  });

  it('reject a contact without email address and phone number', async () => {
    const contact = { kind: 'support', name: 'Desk', email: 'desk@example.test' };
    const { body } = await owner.call('POST', '/organizations/current/contacts', contact);
    const bare = await owner.call('PATCH', `/organizations/current/contacts/${body.id}`, { email: null });
    expect([bare.status, Object.keys(bare.body.details.fieldErrors)]).toEqual([422, ['email']]);
  });
});
