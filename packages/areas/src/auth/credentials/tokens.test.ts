import { createHmac } from 'node:crypto';
import { AppError, type Platform } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccessToken, signAccessToken } from './tokens.ts';

const JWT_SECRET = 'a secret that only this file signs tokens with';
const config = { JWT_SECRET, JWT_PREVIOUS_SECRETS: [] as string[], ACCESS_TOKEN_TTL: 900 };
const platformAt = (now: () => Date) => ({ config, clock: { now } }) as unknown as Platform;
const platform = platformAt(() => new Date());
const claims = { org_id: 3, user_id: 5, session_id: 7 };

type Part = Record<string, unknown>;
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part = ''): Part => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Signs a token with changed parts. Properties that are undefined are left out. */
function forge(token: string, header: Part, body: Part, { secret = JWT_SECRET, hash = 'sha256' } = {}) {
  const [ours, theirs] = token.split('.');
  const parts = `${encode({ ...decode(ours), ...header })}.${encode({ ...decode(theirs), ...body })}`;
  return `${parts}.${createHmac(hash, secret).update(parts).digest('base64url')}`;
}

/** Returns the claims of a token, or the kind and message of the error. */
function read(token: string, by = platform) {
  try {
    return readAccessToken(by, token);
  } catch (error) {
    if (error instanceof AppError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

const invalid = 'unauthenticated: The token is not valid';

describe('an access token', () => {
  const token = signAccessToken(platform, claims);

  it('has the claims with which it was signed', () => {
    expect(read(forge(token, {}, {}))).toMatchObject(claims);
    expect(read(forge(token, {}, { org: 0x7fff_ffff, sid: 1 }))).toMatchObject({ org_id: 0x7fff_ffff });
  });

  it.each<[string, Part]>([
    ['another issuer', { iss: 'another' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'another-api' }],
    ['no audience', { aud: undefined }],
    ['another type', { typ: 'refresh' }],
    ['no type', { typ: undefined }],
    ['no expiry', { exp: undefined }],
    ['a text as organization', { org: '3' }],
    ['the organization 0', { org: 0 }],
    ['an organization that is no integer', { org: 3.5 }],
    ['an organization larger than any id', { org: 0x8000_0000 }],
    ['no organization', { org: undefined }],
    ['the session 0', { sid: 0 }],
    ['no session', { sid: undefined }],
    ['the user 0', { sub: '0' }],
    ['a user that is no number', { sub: 'five' }],
    ['no user', { sub: undefined }],
  ])('is rejected with %s', (_, body) => {
    expect(read(forge(token, {}, body))).toBe(invalid);
  });

  it('is rejected with another algorithm, or without a signature', () => {
    expect(read(forge(token, { alg: 'HS512' }, {}, { hash: 'sha512' }))).toBe(invalid);
    const [header, body, signature] = token.split('.');
    const none = encode({ ...decode(header), alg: 'none' });
    for (const one of [`${none}.${body}.`, `${none}.${body}.${signature}`, `${header}.${body}.`])
      expect(read(one)).toBe(invalid);
  });

  it('is rejected if it is not signed with the secret that its header names', () => {
    const secret = 'a secret that only others sign tokens with';
    expect(read(forge(token, {}, {}, { secret }))).toBe(invalid);
    expect(read(forge(token, { kid: undefined }, {}))).toBe(invalid);
    expect(read(forge(token, { kid: 'other' }, {}))).toBe(invalid);
    expect(read('no.token.atall')).toBe(invalid);
  });

  it('is rejected after its expiry, although it was verified before', () => {
    let now = new Date('2030-01-01T00:00:00Z');
    const later = platformAt(() => now);
    const signed = signAccessToken(later, claims);
    const expires_at = new Date('2030-01-01T00:15:00Z');
    expect(read(signed, later)).toEqual({ ...claims, expires_at });
    now = new Date(expires_at.getTime() - 1);
    expect(read(signed, later)).toEqual({ ...claims, expires_at });
    now = expires_at;
    expect(read(signed, later)).toBe('unauthenticated: The token has expired');
  });
});

describe('verified tokens', () => {
  it('are verified once, while there are at most 5,000', () => {
    const other = { ...platform, config: { ...config } } as unknown as Platform;
    const sign = (session_id: number) => signAccessToken(other, { ...claims, session_id });
    const first = sign(1);
    const known = readAccessToken(other, first);
    for (let id = 2; id <= 5_000; id += 1) readAccessToken(other, sign(id));
    expect(readAccessToken(other, first)).toBe(known);
    readAccessToken(other, sign(5_001));
    expect(readAccessToken(other, first)).not.toBe(known);
  });
});

describe('a request', () => {
  let service: TestService;
  let owner: Client;
  let other: Client;
  beforeAll(async () => {
    service = await startService();
    owner = await service.newOrganization();
    other = await service.newUser(owner, ['employee']);
  });
  afterAll(() => service.stop());

  it('is rejected if the session of its token is not of the user and organization of the token', async () => {
    const elsewhere = await service.newOrganization();
    const secret = service.config.JWT_SECRET;
    const statusWith = async (body: Part) => {
      const authorization = `Bearer ${forge(owner.token, {}, body, { secret })}`;
      return (await service.call('GET', '/users/me', undefined, { authorization })).status;
    };
    const theirs = decode(other.token.split('.')[1]);
    const statuses = [{}, { sub: theirs.sub }, { sid: theirs.sid }, { org: elsewhere.user.org_id }];
    expect(await Promise.all(statuses.map(statusWith))).toEqual([200, 401, 401, 401]);
  });
});
