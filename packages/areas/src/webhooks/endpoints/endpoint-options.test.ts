import { decryptSecret } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decryptHeaders, secretContext } from './endpoint-secrets.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const create = async (body: object = {}) =>
  (await owner.call('POST', '/webhooks', { url: unreachableUrl(), ...body })).body;
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

interface StoredSecrets {
  secret_enc: Uint8Array;
  previous_secret_enc: Uint8Array | null;
  headers_enc: Uint8Array | null;
  single_until_success: boolean;
  refused_noticed_at: Date | null;
}
async function stored(id: number): Promise<StoredSecrets> {
  const [row] = await service.rows<StoredSecrets>(sql`select secret_enc, previous_secret_enc, headers_enc,
    single_until_success, refused_noticed_at from webhook_endpoints where org_id = ${owner.user.org_id} and id = ${id}`);
  if (!row) throw new Error('No such endpoint');
  return row;
}
const decrypt = (encrypted: Uint8Array | null) =>
  encrypted && decryptSecret([service.config.ENCRYPTION_KEY], secretContext(owner.user.org_id), encrypted);

describe('POST /webhooks/:id/rotate-secret', () => {
  it('returns a new secret once, keeps the old one for the requested hours, and records no secret', async () => {
    const { id, secret } = await create();
    const { result, events, audit, outbox } = await recorded(() =>
      owner.call('POST', `/webhooks/${id}/rotate-secret`, { keep_old_for_hours: 2 }),
    );
    expect(result.status).toBe(200);
    expect(result.body.secret).toMatch(/^whsec_/);
    expect(result.body.secret).not.toBe(secret);
    const keptMs = Date.parse(result.body.previous_secret_until) - Date.parse(result.body.updated_at);
    expect(Math.round(keptMs / 60_000)).toBe(120);
    expect(events).toEqual([`webhook_endpoint.secret_rotated ${id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([{ action: 'secret_rotated', resource: 'webhook_endpoint', record_id: id }]);
    for (const word of [secret, result.body.secret, '_enc'])
      expect(JSON.stringify(audit)).not.toContain(word);
    const row = await stored(id);
    expect([decrypt(row.secret_enc), decrypt(row.previous_secret_enc)]).toEqual([result.body.secret, secret]);
    expect((await owner.call('GET', `/webhooks/${id}`)).body).not.toHaveProperty('secret');
  });

  it('keeps the old secret for a day by default, and not at all for 0 hours', async () => {
    const { id } = await create();
    const { body } = await owner.call('POST', `/webhooks/${id}/rotate-secret`);
    expect(Date.parse(body.previous_secret_until) - Date.parse(body.updated_at)).toBeGreaterThan(
      23 * 3_600_000,
    );
    const now = await owner.call('POST', `/webhooks/${id}/rotate-secret`, { keep_old_for_hours: 0 });
    expect(now.body.previous_secret_until).toBeNull();
    expect((await stored(id)).previous_secret_enc).toBeNull();
  });

  it('rotates once for a repeated request, whose response omits the secret', async () => {
    const { id } = await create();
    const ask = () =>
      owner.call('POST', `/webhooks/${id}/rotate-secret`, {}, { 'idempotency-key': `rotate-${id}` });
    const first = await ask();
    const { result: second, ...left } = await recorded(ask);
    expect(second.body).not.toHaveProperty('secret');
    expect(left).toEqual(nothing);
    expect(decrypt((await stored(id)).secret_enc)).toBe(first.body.secret);
  });

  it.each([-1, 169, 1.5, 'long'])('rejects keep_old_for_hours %s', async (keep_old_for_hours) => {
    const { id } = await create();
    const { result, ...left } = await recorded(() =>
      owner.call('POST', `/webhooks/${id}/rotate-secret`, { keep_old_for_hours }),
    );
    expect(result.body.details.fieldErrors).toHaveProperty('keep_old_for_hours');
    expect(left).toEqual(nothing);
  });
});

describe('custom headers', () => {
  const headers = { 'X-Gateway-Key': 'top secret value', Authorization: 'Bearer abc' };

  it('are stored encrypted; responses and records contain only their names', async () => {
    const { result, audit } = await recorded(() =>
      owner.call('POST', '/webhooks', { url: unreachableUrl(), headers }),
    );
    const { id } = result.body;
    expect(result.body.headers).toEqual({ authorization: '***', 'x-gateway-key': '***' });
    expect((await owner.call('GET', `/webhooks/${id}`)).body.headers).toEqual(result.body.headers);
    expect(audit[0]?.after).toMatchObject({ header_names: ['authorization', 'x-gateway-key'] });
    expect(JSON.stringify(audit)).not.toMatch(/top secret|Bearer/);
    const { headers_enc } = await stored(id);
    expect(Buffer.from(headers_enc ?? []).toString('latin1')).not.toContain('secret');
    expect(decryptHeaders([service.config.ENCRYPTION_KEY], owner.user.org_id, headers_enc)).toEqual({
      authorization: 'Bearer abc',
      'x-gateway-key': 'top secret value',
    });
  });

  it('are replaced as a whole, kept if omitted and removed by {}', async () => {
    const { id } = await create({ headers });
    const renamed = await owner.call('PATCH', `/webhooks/${id}`, { description: 'Ours' });
    expect(Object.keys(renamed.body.headers)).toHaveLength(2);
    const one = await owner.call('PATCH', `/webhooks/${id}`, { headers: { 'x-one': '1' } });
    expect(one.body.headers).toEqual({ 'x-one': '***' });
    expect((await owner.call('PATCH', `/webhooks/${id}`, { headers: {} })).body.headers).toEqual({});
    expect((await stored(id)).headers_enc).toBeNull();
  });

  it('are not written again if a PATCH sends the same', async () => {
    const { id, updated_at } = await create({ headers });
    const before = await stored(id);
    const same = { authorization: 'Bearer abc', 'x-gateway-key': 'top secret value' };
    const { result, ...left } = await recorded(() =>
      owner.call('PATCH', `/webhooks/${id}`, { headers: same, is_active: true }),
    );
    expect([result.status, result.body.updated_at, left]).toEqual([200, updated_at, nothing]);
    expect(await stored(id)).toEqual(before);
    const { events } = await recorded(() =>
      owner.call('PATCH', `/webhooks/${id}`, { headers: { ...same, authorization: 'Bearer other' } }),
    );
    expect(events).toEqual([`webhook_endpoint.post_update ${id}`]);
  });

  it.each([
    [{ Host: 'a' }, 'headers.Host'],
    [{ 'Webhook-Signature': 'a' }, 'headers.Webhook-Signature'],
    [{ 'X-Service-Event': 'a' }, 'headers.X-Service-Event'],
    [{ 'transfer-encoding': 'chunked' }, 'headers.transfer-encoding'],
    [{ Cookie: 'a=b' }, 'headers.Cookie'],
    [{ 'x y': 'a' }, 'headers.x y'],
    [{ '': 'a' }, 'headers.'],
    [{ 'x-a': 'a\r\nx-b: c' }, 'headers.x-a'],
    [{ 'x-a': 'é' }, 'headers.x-a'],
    [{ 'x-a': '' }, 'headers.x-a'],
    [{ 'x-a': ' padded ' }, 'headers.x-a'],
    [{ 'x-a': '***' }, 'headers.x-a'],
    [{ 'x-a': '1', 'X-A': '2' }, 'headers.X-A'],
    [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, 'v'])), 'headers'],
    [Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`x-${n}`, 'v'.repeat(1_900)])), 'headers'],
  ])('%#: are rejected with an error on each invalid one', async (given, field) => {
    const { result, ...left } = await recorded(() =>
      owner.call('POST', '/webhooks', { url: unreachableUrl(), headers: given }),
    );
    expect(result.status).toBe(422);
    expect(Object.keys(result.body.details.fieldErrors)).toEqual([field]);
    expect(left).toEqual(nothing);
  });

  it('may have names of object properties', async () => {
    const given = JSON.parse('{"constructor": "a", "x-b": "c d"}');
    expect((await create({ headers: given })).headers).toEqual({ constructor: '***', 'x-b': '***' });
  });
});

it('accepts a rate limit and an order', async () => {
  const { id, ...created } = await create({ rate_limit_per_second: 5, ordered: true });
  expect(created).toMatchObject({ rate_limit_per_second: 5, ordered: true });
  const { body } = await owner.call('PATCH', `/webhooks/${id}`, {
    rate_limit_per_second: null,
    ordered: false,
  });
  expect(body).toMatchObject({ rate_limit_per_second: null, ordered: false });
  for (const rate_limit_per_second of [0, 1_001, 1.5])
    expect((await owner.call('PATCH', `/webhooks/${id}`, { rate_limit_per_second })).status).toBe(422);
});

it('resets the reason and health only when an inactive endpoint is switched on', async () => {
  const { id } = await create();
  const fail = (is_active: boolean) =>
    executeOperational(
      service.platform,
      sql`update webhook_endpoints set is_active = ${is_active}, disabled_reason = 'Failed', failing_since = now(),
        failure_warned_at = now(), refused_noticed_at = now(), single_until_success = true where id = ${id} returning id`,
    );
  await fail(true);
  expect(
    (await owner.call('PATCH', `/webhooks/${id}`, { is_active: true })).body.failing_since,
  ).not.toBeNull();
  expect(await stored(id)).toMatchObject({ single_until_success: true });
  await fail(false);
  const { body } = await owner.call('PATCH', `/webhooks/${id}`, { is_active: true });
  expect(body).toMatchObject({ is_active: true, disabled_reason: null, failing_since: null });
  expect(await stored(id)).toMatchObject({ single_until_success: false, refused_noticed_at: null });
});

it('enforces the limit of endpoints from the organization’s settings', async () => {
  const other = await service.newOrganization();
  await other.call('PATCH', '/organizations/current/settings', { webhooks: { max_endpoints: 1 } });
  expect((await other.call('POST', '/webhooks', { url: unreachableUrl() })).status).toBe(201);
  expect(
    (await other.call('POST', '/webhooks', { url: unreachableUrl() })).body.details.fieldErrors,
  ).toHaveProperty('url');
});
