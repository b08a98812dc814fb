import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOpsRunner } from './testing/ops-runner.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let other: Client;
let org: string;
let ops: ReturnType<typeof createOpsRunner>;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  other = await service.newOrganization();
  org = (await owner.call('GET', '/users/me')).body.org_slug;
  ops = createOpsRunner(service.config);
});
afterAll(() => service.stop());

const countOrganizations = async () =>
  (await service.rows(sql`select count(*)::int as n from organizations`))[0].n;

/** Runs a command and expects that it changed nothing. */
async function unchanged(...args: string[]) {
  const before = await countOrganizations();
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () => ops(...args));
  expect(left).toMatchObject(nothing);
  expect([result.out, await countOrganizations()]).toEqual(['', before]);
  return { code: result.code, err: result.err };
}

const required: Record<string, string[]> = {
  'create-org': ['--name', 'New', '--email', 'new@example.test', '--yes'],
  'reset-password': ['--email', 'owner@example.test', '--yes'],
  'retry-failed': ['--since', '2h', '--yes'],
  replay: ['--org', 'x', '--webhook', '1', '--from', '2h', '--yes'],
  outbox: ['--requeue', '--yes'],
  check: [],
};
/** Each text option of each command; a later value replaces an earlier one. */
const textOptions = [
  ...['name', 'email', 'slug', 'owner', 'as'].map((option) => ['create-org', option]),
  ...['email', 'org', 'as'].map((option) => ['reset-password', option]),
  ...['since', 'org', 'webhook', 'as'].map((option) => ['retry-failed', option]),
  ...['org', 'webhook', 'from', 'to', 'types', 'as'].map((option) => ['replay', option]),
  ...['org', 'as'].map((option) => ['outbox', option]),
  ...['org', 'only', 'as'].map((option) => ['check', option]),
] as [command: string, option: string][];

it.each(textOptions)(
  '%s rejects an invalid --%s with code 2 and changes nothing',
  async (command, option) => {
    const values = {
      'must not be empty': ['', '  '],
      'at most 1,000 characters': ['x'.repeat(1_001), '1'.repeat(100_000)],
      'must be one line': ['a\nb', 'a\u001b[2Jb', 'a\u0000b', 'a\u202eb', 'a\u200bb'],
    };
    for (const [problem, all] of Object.entries(values))
      for (const value of all) {
        const { code, err } = await unchanged(command, ...(required[command] ?? []), `--${option}=${value}`);
        expect([value.slice(0, 20), code]).toEqual([value.slice(0, 20), 2]);
        expect(err.replace('1000', '1,000')).toContain(`--${option} `);
        expect(err.replace('1000', '1,000')).toContain(problem);
        expect(err.length).toBeLessThan(300);
      }
  },
);

it.each([
  [
    'replay',
    'webhook',
    ['-1', '0', '01', '1.5', '1e3', '2147483648', '9999999999', "1' or '1'='1", '1; drop table users', '٣'],
  ],
  [
    'replay',
    'from',
    ['yesterday', '-2h', '2w', '2026-02-31T00:00:00Z', '2026-01-01T00:00:00+25:00', "now()'--", '0000-01-01'],
  ],
  ['replay', 'types', [',', ' , ,']],
  ['check', 'only', [',', 'no-such-check', '../../etc/passwd']],
  ['retry-failed', 'webhook', ['-1', '2147483648']],
])('%s rejects invalid values of --%s with code 2', async (command, option, values) => {
  for (const value of values) {
    const args = [...(required[command] ?? []), '--org', org, `--${option}=${value}`];
    const { code, err } = await unchanged(command, ...args);
    expect([value, code, err.split('\n').length]).toEqual([value, 2, 2]);
  }
});

it.each([
  `${'x'} or 1=1`,
  "'; drop table organizations; --",
  '../../etc/passwd',
  '%',
  '*',
  '$(id)',
  '\\',
  "o'brien",
])('an organization named by the slug %j does not exist', async (slug) => {
  for (const command of ['outbox', 'retry-failed', 'replay', 'check']) {
    const { code, err } = await unchanged(command, ...(required[command] ?? []), '--org', slug);
    expect([command, code, err]).toEqual([command, 1, `ops: No organization has the slug ${slug} (--org)`]);
  }
  const { code, err } = await unchanged(
    'reset-password',
    '--email',
    owner.user.email,
    '--org',
    slug,
    '--yes',
  );
  expect([code, err]).toEqual([1, `ops: No user has the address ${owner.user.email} in ${slug}`]);
});

it('rejects the endpoint and the user of another organization', async () => {
  const { body } = await other.call('POST', '/webhooks', { url: 'https://hooks.example.com/' });
  expect(body.id).toBeGreaterThan(0);
  const replayed = await unchanged(
    'replay',
    '--org',
    org,
    '--webhook',
    String(body.id),
    '--from',
    '2h',
    '--yes',
  );
  expect(replayed).toEqual({ code: 1, err: 'ops: Webhook endpoint not found' });
  const slug = (await other.call('GET', '/users/me')).body.org_slug;
  const stranger = await service.newUser(owner, []);
  const reset = await unchanged('reset-password', '--email', stranger.user.email, '--org', slug, '--yes');
  expect(reset).toEqual({ code: 1, err: `ops: No user has the address ${stranger.user.email} in ${slug}` });
});

it.each([
  ['--name', ['a', '--email', 'not an address']],
  ['--slug', ['a', '--email', 'new@example.test', '--slug', '../x']],
  ['--slug', ['a', '--email', 'new@example.test', '--slug', "a'; drop table users"]],
  ['--owner', ['a', '--email', 'new@example.test', '--owner', 'x'.repeat(900)]],
  ['--name', ['x'.repeat(900), '--email', 'new@example.test']],
])('create-org rejects an invalid founding (%s) and creates nothing', async (_, args) => {
  const { code, err } = await unchanged('create-org', '--name', ...args, '--yes');
  expect([1, 2]).toContain(code);
  expect(err).toMatch(/^ops: \w+/);
  expect(err).not.toMatch(/syntax|relation|violates/i);
});

it('prints texts that organizations chose with escapes for characters that a terminal interprets', async () => {
  const hostile = 'no such\u001b]0;owned\u0007\u202e thing\nops: done';
  await executeOperational(
    service.platform,
    sql`insert into relay_failures (org_id, event_id, projection, seq, attempts, last_error, next_try_at)
      select org_id, id, 'webhook-deliveries', 1, 4, ${hostile}, now() from events
      where org_id = ${owner.user.org_id} order by id limit 1 returning 1`,
  );
  const { out } = await ops('outbox', '--org', org);
  expect(out).toContain('no such\\u001b]0;owned\\u0007\\u202e thing\\u000aops: done');
  const { data } = await ops('outbox', '--org', org, '--json');
  expect(data.refused[0].last_error).toBe(hostile);
  expect((await ops('\u001b[2Jcheck')).err).toContain('unknown command \\u001b[2Jcheck');
});
