import crypto from 'node:crypto';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/**
 * Tests that responses about accounts depend on the same work for accounts of all kinds: hashes and statements before the
 * response are counted, because times cannot be asserted. `npm run bench -- sign-in` measures the times.
 */
const hashes = vi.spyOn(crypto, 'argon2');
const statements = vi.spyOn(pg.Client.prototype, 'query');
const responses = vi.spyOn(ServerResponse.prototype, 'end');
syncBuiltinESMExports();

let service: TestService;
let owner: Client;
let org_slug: string;
let closed_slug: string;
let suspended_slug: string;
const slugOf = async (client: Client) => (await client.call('GET', '/users/me')).body.org_slug;
beforeAll(async () => {
  service = await startOwnService({ LOGIN_RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '0' });
  owner = await service.newOrganization();
  org_slug = await slugOf(owner);
  for (const email of ['invited@example.test', 'deactivated@example.test'])
    await owner.call('POST', '/users', { email, first_name: 'Ina', last_name: 'Invited' });
  closed_slug = await slugOf(await service.newOrganization());
  suspended_slug = await slugOf(await service.newOrganization());
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  await database.query(`update users set status = 'deactivated' where email = 'deactivated@example.test'`);
  await database.query(`update organizations set status = 'closed' where slug = $1`, [closed_slug]);
  await database.query(`update organizations set status = 'suspended' where slug = $1`, [suspended_slug]);
  await database.end();
});
afterAll(async () => {
  await service?.stop();
  for (const spy of [hashes, statements, responses]) spy.mockRestore();
  syncBuiltinESMExports();
});

const accounts = (): Record<string, { email: string; org_slug: string }> => ({
  'an account': { email: owner.user.email, org_slug },
  'an unknown address': { email: 'unknown@example.test', org_slug },
  'an unknown organization': { email: owner.user.email, org_slug: 'no-such-organization' },
  'neither known': { email: 'unknown@example.test', org_slug: 'no-such-organization' },
  'an invited user, who has no password': { email: 'invited@example.test', org_slug },
  'a deactivated user': { email: 'deactivated@example.test', org_slug },
  'a user of a closed organization': { email: owner.user.email, org_slug: closed_slug },
  'a user of a suspended organization': { email: owner.user.email, org_slug: suspended_slug },
});

interface Work {
  status: number;
  before: string[];
  after: string[];
}

const textOf = (query: unknown) => (typeof query === 'string' ? query : (query as { text: string }).text);

/** Sends a request and returns the work before and after its response, in order. */
async function workOf(path: string, body: object): Promise<Work> {
  for (const spy of [hashes, statements, responses]) spy.mockClear();
  const response = await fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  await untilIdle();
  const answeredAt = responses.mock.invocationCallOrder[0] ?? 0;
  const all = [
    ...hashes.mock.invocationCallOrder.map((at) => ({ at, what: 'hash' })),
    ...statements.mock.calls.map(([query], index) => ({
      at: statements.mock.invocationCallOrder[index] ?? 0,
      what: textOf(query),
    })),
  ].sort((a, b) => a.at - b.at);
  const within = (isBefore: boolean) =>
    all.filter(({ at }) => at < answeredAt === isBefore).map(({ what }) => what);
  return { status: response.status, before: within(true), after: within(false) };
}

/** Waits until no statement of the organization's requests is running, and none has begun since the last look. */
async function untilIdle(): Promise<void> {
  let seen = -1;
  await eventually(
    async () => {
      const [{ busy }] = await service.rows(Prisma.sql`select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`);
      const begun = statements.mock.calls.filter(
        ([query]) => !textOf(query).includes('pg_stat_activity'),
      ).length;
      const isIdle = busy === 0 && begun === seen;
      seen = begun;
      return isIdle;
    },
    (isIdle) => isIdle,
  );
}

describe.each([
  ['/auth/login', { password: 'a wrong password' }, 401, 1],
  ['/auth/password-reset', {}, 202, 0],
  ['/public/signup/resend', {}, 202, 0],
])('%s', (path, more, status, hashed) => {
  let works: Record<string, Work>;
  beforeEach(async () => {
    works = {};
    for (const [kind, account] of Object.entries(accounts()))
      works[kind] = await workOf(path, { ...account, ...more });
  });

  it('does the same before the response for accounts of all kinds', () => {
    const [first] = Object.values(works);
    expect(first?.before.filter((one) => one === 'hash')).toHaveLength(hashed);
    expect(first?.before.filter((one) => one !== 'hash')).toHaveLength(1);
    for (const [kind, work] of Object.entries(works))
      expect([kind, work.status, work.before]).toEqual([kind, status, first?.before]);
  });

  it('writes for known accounts only after the response', () => {
    expect(works['an unknown address']?.after.filter(isWrite)).toEqual([]);
    if (path !== '/public/signup/resend')
      expect(works['an account']?.after.filter(isWrite).length).toBeGreaterThan(0);
  });
});

const isWrite = (text: string) => /\b(insert into|update|delete from)\b/i.test(text);
