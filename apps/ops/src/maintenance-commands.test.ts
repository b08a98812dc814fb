import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { enrol, totpCode } from '@wfp/testing/second-factor.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../api/src/start-api.ts';
import { createOpsRunner } from './testing/ops-runner.ts';

const { sql } = Prisma;

const fresh = 'fedcba9876543210'.repeat(4);
let service: TestService;
let owner: Client;
let org: string;
let ops: ReturnType<typeof createOpsRunner>;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  org = (await owner.call('GET', '/users/me')).body.org_slug;
  ops = createOpsRunner(service.config);
});
afterAll(() => service.stop());

const change = (statement: Prisma.Sql) => executeOperational(service.platform, statement);
const recorded = (work: () => Promise<unknown>) => recordedBy(service, owner.user.org_id, work);

const newWebhook = async () =>
  (await owner.call('POST', '/webhooks', { url: unreachableUrl(), event_types: ['team.*'] })).body
    .id as number;

it('retry-failed and replay: queue deliveries and record the operator', async () => {
  const webhook = await newWebhook();
  const off = await newWebhook();
  await change(sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
    select e.org_id, w.id, e.id, e.occurred_at, e.event_type, 6, 'failed', now(), now(), now() from events e
    join webhook_endpoints w on w.org_id = e.org_id where e.org_id = ${owner.user.org_id} and e.event_type = 'role.post_create' returning id`);
  await change(
    sql`update webhook_endpoints set is_active = false where org_id = ${owner.user.org_id} and id = ${off} returning id`,
  );
  const args = ['retry-failed', '--since', '2h', '--org', org];
  // A deleted endpoint is skipped. After a restore it is disabled, and its failures are listed again.
  expect((await owner.call('DELETE', `/webhooks/${off}`)).status).toBe(204);
  const only = `${org}: endpoint ${webhook} (127.0.0.1:9): 7 events failed`;
  expect((await ops(...args, '--dry-run')).out.split('\n')).toEqual([only]);
  const ofDeleted = await recorded(() => ops(...args, '--webhook', `${off}`, '--yes'));
  expect(ofDeleted).toMatchObject({ ...nothing, result: { code: 0, out: 'nothing to send again' } });
  expect((await owner.call('POST', `/webhooks/${off}/restore`)).status).toBe(200);
  const plan = await ops(...args, '--dry-run');
  expect([plan.code, plan.out.split('\n')]).toEqual([
    0,
    [only, `${org}: endpoint ${off} (127.0.0.1:9): 7 events failed; disabled`],
  ]);
  const retried = await recorded(() => ops(...args, '--yes', '--json'));
  expect(retried.events).toEqual([`webhook_endpoint.failed_retried ${webhook}`]);
  expect(retried.result).toMatchObject({
    code: 0,
    data: { endpoints: [{ webhook_id: webhook, queued: 7, problem: null }] },
  });
  expect(JSON.stringify(retried.result)).not.toContain('/hook');
  const [waiting] = await service.rows(sql`select count(*)::int as count from webhook_deliveries
    where org_id = ${owner.user.org_id} and webhook_id = ${webhook} and filed_at = 'infinity' and is_manual`);
  expect(waiting).toEqual({ count: 7 });

  const replayed = await recorded(() =>
    ops('replay', '--org', org, '--webhook', `${webhook}`, '--from', '1d', '--yes', '--json', '--as', 'bob'),
  );
  expect(replayed.events).toEqual([`webhook_endpoint.replay_started ${webhook}`]);
  const { replay_id } = (replayed.result as Awaited<ReturnType<typeof ops>>).data;
  const shown = await owner.call('GET', `/webhooks/${webhook}/replays/${replay_id}`);
  expect(shown.body).toMatchObject({ status: 'running', created_by: null, updated_by: null });
  expect(await ops('replay', '--org', org, '--webhook', `${off}`, '--from', '1d', '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The webhook endpoint is disabled'),
  });
  expect(await ops('replay', '--org', org, '--webhook', `${webhook}`, '--from', 'yesterday')).toMatchObject({
    code: 2,
  });
});

it('outbox: reports waiting and failed events and requeues them', async () => {
  const { org_id } = owner.user;
  const fresh = await ops('outbox', '--json');
  expect(fresh).toMatchObject({ code: 0, data: { refused: [] } });
  expect(fresh.data.waiting).toContainEqual(expect.objectContaining({ slug: org, shard: org_id % 16 }));
  await change(
    sql`update outbox set occurred_at = now() - interval '1 hour' where org_id = ${org_id} returning event_id`,
  );
  await change(sql`insert into relay_failures (org_id, event_id, projection, seq, attempts, last_error, next_try_at)
    select ${org_id}, e.id, p.name, 1, 4, 'no such thing', case when p.name = '' then 'infinity' else now() + interval '1 hour' end
    from (select id from events where org_id = ${org_id} order by id limit 1) e, (values ('webhook-deliveries'), ('')) p(name) returning 1`);
  const stuck = await ops('outbox', '--org', org);
  expect(stuck.code).toBe(1);
  expect(stuck.out).toMatch(
    /events waiting, the oldest since [\s\S]*failed 4 times in webhook-deliveries: no such thing; next retry[\s\S]*in the relay: .*not retried[\s\S]*is a worker/,
  );
  expect(await recorded(() => ops('outbox', '--requeue', '--org', org, '--dry-run'))).toMatchObject(nothing);
  const { result, audit } = await recorded(() => ops('outbox', '--requeue', '--org', org, '--yes', '--json'));
  expect([(result as { data: unknown }).data, audit]).toMatchObject([
    { requeued: 1 },
    [{ action: 'requeue', resource: 'event' }],
  ]);
  const due = await service.rows(
    sql`select projection from relay_failures where org_id = ${org_id} and next_try_at <= now()`,
  );
  expect(due).toEqual([{ projection: 'webhook-deliveries' }]);
});

it('accepts values encrypted, signed or hashed with a previous key while it is configured', async () => {
  const { user, secret, recovery_codes } = await enrol(service, await service.newUser(owner, ['employee']));
  const file = await upload(service, owner, { name: 'a.txt', mime: 'text/plain' }, Buffer.from('text'));
  const { download_url: url } = (await owner.call('GET', `/files/${file.body.id}`)).body;
  const team = { name: 'Once' };
  const first = await owner.call('POST', '/teams', team, { 'idempotency-key': 'before' });
  const outcome = async (previous: string[]) => {
    const config = { ...service.config, ENCRYPTION_KEY: fresh, ENCRYPTION_PREVIOUS_KEYS: previous };
    const pod = await startApi({ config, log: createLogger('ops', 'silent'), port: 0 });
    const podUrl = `http://localhost:${pod.port}`;
    const post = async (path: string, body: object, headers = {}) => {
      const response = await fetch(`${podUrl}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as any };
    };
    const factor = async (proof: object) => {
      const { body } = await post('/auth/login', {
        email: user.user.email,
        password: testPassword,
        org_slug: org,
      });
      return (await post('/auth/mfa/verify', { mfa_token: body.mfa_token, ...proof })).status;
    };
    const again = await post('/teams', team, {
      authorization: `Bearer ${owner.token}`,
      'idempotency-key': 'before',
    });
    const results = {
      code: await factor({ code: totpCode(secret) }),
      recovery: await factor({ recovery_code: recovery_codes.shift() }),
      link: (await fetch(url.replace(service.config.PUBLIC_URL, podUrl))).status,
      again: [again.status, again.body.id],
    };
    await pod.stop();
    return results;
  };
  expect(await outcome([service.config.ENCRYPTION_KEY])).toEqual({
    code: 200,
    recovery: 200,
    link: 200,
    again: [201, first.body.id],
  });
  expect(await outcome([])).toMatchObject({ recovery: 401, link: 403, again: [422, undefined] });
});

it('rotate-keys: re-encrypts values of a previous key, is repeatable, and reports undecryptable values', async () => {
  const { body: made } = await owner.call('POST', '/webhooks', {
    url: 'http://127.0.0.1:9/',
    headers: { 'x-own': 'secret' },
  });
  await owner.call('POST', `/webhooks/${made.id}/rotate-secret`, { keep_old_for_hours: 1 });
  const [employee] = (await owner.call('GET', '/employees')).body.data;
  await owner.call('PATCH', `/employees/${employee.id}/private`, { national_id: 'A1' });
  const old = service.config.ENCRYPTION_KEY;
  const config = { ...service.config, ENCRYPTION_KEY: fresh, ENCRYPTION_PREVIOUS_KEYS: [old] };
  const rotate = createOpsRunner(config);
  const encrypted = () =>
    service.rows(
      sql`select id, encode(secret_enc, 'hex') as secret, encode(headers_enc, 'hex') as headers from webhook_endpoints order by id`,
    );
  const before = await encrypted();
  const plan = await rotate('rotate-keys', '--dry-run', '--json');
  const counts = (data: any, of: string) => data.columns.map((one: any) => [one.column, one[of]]);
  expect(plan.code).toBe(0);
  expect(Object.fromEntries(counts(plan.data, 'previous'))).toMatchObject({
    'webhook_endpoints.secret_enc': before.length,
    'webhook_endpoints.previous_secret_enc': 1,
    'webhook_endpoints.headers_enc': 1,
    'employee_private.values_enc': 1,
  });
  expect(await encrypted()).toEqual(before);

  const { result, audit } = await recorded(() => rotate('rotate-keys', '--yes', '--json'));
  expect(counts((result as any).data, 'previous')).toEqual(counts(plan.data, 'previous'));
  expect(audit.map((one) => [one.action, one.resource])).toEqual([['rotate_key', 'encryption_key']]);
  const after = await encrypted();
  expect(after.some((row, index) => row.secret === before[index].secret)).toBe(false);
  const again = await recorded(() => rotate('rotate-keys', '--yes', '--json'));
  expect(again.audit).toEqual([]);
  expect(counts((again.result as any).data, 'previous').map(([, count]: [string, number]) => count)).toEqual(
    plan.data.columns.map(() => 0),
  );

  await change(
    sql`update webhook_endpoints set secret_enc = '\\x0102'::bytea where id = ${made.id} returning id`,
  );
  const broken = await rotate('rotate-keys', '--yes');
  expect([broken.code, broken.out]).toEqual([
    1,
    expect.stringContaining(
      `1 not decryptable with any key, such as webhook_endpoints (${owner.user.org_id}, ${made.id})`,
    ),
  ]);
});
