import { createHmac } from 'node:crypto';
import type { AccessRestriction, Endpoint } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleFor, requiredQuery } from '../contract/description.ts';
import { recordSeenResponses } from '../contract/seen-responses.ts';
import {
  endpointName,
  endpoints,
  fillPath,
  listPathParams,
  malformedBody,
  sendRaw,
  withNames,
  wordParams,
} from './request.ts';

recordSeenResponses('rejections');

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let userWithoutRoles: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  userWithoutRoles = await service.newUser(owner, []);
});
afterAll(() => service.stop());

const guarded = endpoints.filter((one) => one.can !== 'public');
const call = (one: Endpoint, path: string, token?: string) =>
  sendRaw(service.url, one.method.toUpperCase(), path, {
    ...malformedBody(one),
    ...(token === undefined ? {} : { token }),
  });

const onlyAnError = { error: expect.any(String) };

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a token like the service, with optional deviations. */
function forgeToken(
  claims: object,
  secret = service.config.JWT_SECRET,
  alg = 'HS256',
  kid: unknown = tokenHeader(owner.token).kid,
): string {
  const signed = `${encoded({ alg, typ: 'JWT', kid })}.${encoded(claims)}`;
  const hash = alg === 'HS512' ? 'sha512' : 'sha256';
  return `${signed}.${alg === 'none' ? '' : createHmac(hash, secret).update(signed).digest('base64url')}`;
}

const tokenHeader = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
const tokenClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Invalid tokens that resemble valid ones. */
function listForgedTokens(): string[] {
  const claims = tokenClaims(owner.token);
  const { exp: _, ...unending } = claims;
  const secret = service.config.JWT_SECRET;
  return [
    'x',
    `${owner.token}x`,
    forgeToken(claims, 'another secret, long enough to sign a token with'),
    forgeToken(claims, secret, 'none'),
    forgeToken(claims, secret, 'HS512'),
    forgeToken(claims, secret, 'HS256', 'another'),
    forgeToken(claims, secret, 'HS256', '../../etc/passwd'),
    forgeToken(claims, secret, 'HS256', 7),
    forgeToken(claims, secret, 'HS256', null),
    `${encoded({ alg: 'HS256', typ: 'JWT' })}.${owner.token.split('.').slice(1).join('.')}`,
    `e30.${owner.token.split('.').slice(1).join('.')}`,
    forgeToken({ ...claims, typ: 'refresh' }),
    forgeToken({ ...claims, aud: 'elsewhere' }),
    forgeToken({ ...claims, iss: 'elsewhere' }),
    forgeToken({ ...claims, sid: 2_147_483_647 }),
    forgeToken({ ...claims, org: 2_147_483_647 }),
    forgeToken({ ...claims, sub: '2147483648' }),
    forgeToken({ ...claims, exp: 1 }),
    forgeToken(unending),
    `wfp_${'0'.repeat(64)}`,
    'wfp_short',
  ];
}

describe('without credentials', () => {
  it.each(withNames(guarded))('%s returns 401', async (_, one) => {
    const without = await call(one, fillPath(one.path));
    const broken = await call(one, fillPath(one.path), 'broken');
    for (const { status, body, headers } of [without, broken]) {
      expect([status, body]).toEqual([401, onlyAnError]);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(headers.get('x-request-id')).toMatch(/^[\w.-]+$/);
    }
  });

  it('rejects every forged token', async () => {
    const responses = await Promise.all(
      listForgedTokens().map((token) =>
        service.call('GET', '/users/me', undefined, { authorization: `Bearer ${token}` }),
      ),
    );
    expect(responses.map((one) => one.status)).toEqual(listForgedTokens().map(() => 401));
    const honest = { authorization: `Bearer ${forgeToken(tokenClaims(owner.token))}` };
    expect((await service.call('GET', '/users/me', undefined, honest)).status).toBe(200);
    const basic = { authorization: `Basic ${owner.token}` };
    expect((await service.call('GET', '/users/me', undefined, basic)).status).toBe(401);
    const query = await service.call('GET', `/users/me?token=${owner.token}`);
    expect(query.status).toBe(401);
  });

  it('does not read a malformed body of 5 MB first', async () => {
    const text = `{"title":"${'x'.repeat(5 * 1024 * 1024)}`;
    const { status, body } = await sendRaw(service.url, 'POST', '/tasks', { text });
    expect([status, body]).toEqual([401, onlyAnError]);
  });
});

describe('with invalid credentials in the body', () => {
  it.each(
    withNames(endpoints.filter((one) => one.can === 'public' && one.fails?.includes('unauthenticated'))),
  )('%s returns 401', async (_, one) => {
    const text = JSON.stringify(exampleFor(one));
    const { status, body } = await sendRaw(service.url, one.method.toUpperCase(), one.path, { text });
    expect([status, body]).toEqual([401, onlyAnError]);
  });
});

describe('without any role', () => {
  it.each(withNames(guarded.filter((one) => one.can !== 'signed-in')))('%s returns 403', async (_, one) => {
    const { status, body } = await call(one, fillPath(one.path), userWithoutRoles.token);
    const denial = { reason: 'permission', permission: one.can };
    expect([status, body]).toEqual([403, { error: `Requires ${one.can}`, ...denial }]);
  });
});

describe.each<[AccessRestriction, Prisma.Sql, message: string]>([
  ['suspended', sql`update organizations set status = 'suspended'`, 'is suspended'],
  ['foreign_network', sql`update organizations set allowed_networks = '{192.0.2.0/24}'`, 'this network'],
  ['mfa_setup', sql`update sessions set stage = 'mfa_setup'`, 'second factor'],
  ['read_only', sql`update organizations set status = 'closing'`, 'read-only'],
])('with the restriction %s', (restriction, change, message) => {
  let restricted: Client;
  beforeAll(async () => {
    restricted = await service.newOrganization();
    const { org_id } = restricted.user;
    const key = restriction === 'mfa_setup' ? sql`org_id` : sql`id`;
    await executeOperational(service.platform, sql`${change} where ${key} = ${org_id} returning id`);
  });

  const affected = guarded.filter(
    ({ exemptFrom, method }) =>
      !exemptFrom?.includes(restriction) && (restriction !== 'read_only' || method !== 'get'),
  );
  it.each(withNames(affected))('%s returns 403 with the reason', async (_, one) => {
    const { status, body } = await call(one, fillPath(one.path), restricted.token);
    expect([status, body]).toEqual([403, { error: expect.stringContaining(message), reason: restriction }]);
  });
});

describe('ids out of range', () => {
  const impossible = [
    '0',
    '-1',
    '01',
    'abc',
    '1.5',
    '1e3',
    '0x10',
    '%D9%A3',
    '%00',
    '%ff',
    '9'.repeat(20),
    '1%20',
  ];
  const byId = endpoints.filter((one) => listPathParams(one).length > 0);

  it.each(withNames(byId))('%s returns 404', async (_, one) => {
    const ids = listPathParams(one).filter((name) => !(name in wordParams));
    const paths = ids.flatMap((name) => impossible.map((id) => fillPath(one.path, { [name]: id })));
    const responses = await Promise.all(paths.map((path) => call(one, path, owner.token)));
    expect(responses.map(({ status }, index) => [paths[index], status])).toEqual(
      paths.map((path) => [path, 404]),
    );
    for (const { body } of responses) expect(body).toEqual(onlyAnError);
  });
});

describe('invalid names in the path', () => {
  const byName = endpoints.filter((one) => listPathParams(one).some((name) => name in wordParams));

  it.each(withNames(byName))('%s returns 404', async (_, one) => {
    for (const name of ['%00', '%ff', '%ED%A0%80']) {
      const given = Object.fromEntries(
        listPathParams(one).map((param) => [param, param in wordParams ? name : 1]),
      );
      const query = new URLSearchParams(requiredQuery(one));
      const { status, body } = await call(one, `${fillPath(one.path, given)}?${query}`, owner.token);
      expect([name, status, body]).toEqual([name, 404, onlyAnError]);
    }
  });
});

describe('methods', () => {
  const paths = Map.groupBy(endpoints, (one) => one.path);

  it.each([...paths])('%s returns 405 and Allow for other methods', async (path, same) => {
    const offered = same.map((one) => one.method.toUpperCase());
    const allow = offered.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter(
      (method) => !offered.includes(method),
    );
    for (const method of others) {
      const { status, headers, body } = await sendRaw(service.url, method, fillPath(path));
      expect([method, status, body]).toEqual([method, 405, onlyAnError]);
      expect(headers.get('allow')?.split(', ').sort()).toEqual(allow);
    }
  });

  it('no two endpoints share method and path', () => {
    const names = endpoints.map((one) => endpointName(one).replace(/:\w+/g, ':'));
    expect(names).toEqual([...new Set(names)]);
  });
});
