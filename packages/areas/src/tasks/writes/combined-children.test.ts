import { lockCall } from '@wfp/shared/advisory-locks';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ConcurrentUsers, recordedWith, type SentCall } from '../testing/concurrent-users.ts';
import { maxDepth } from '../tree/task-tree.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let users: ConcurrentUsers;
beforeAll(async () => {
  service = await startOwnService({ TRUSTED_PROXIES: 'loopback' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  users = new ConcurrentUsers(service, [owner, await service.newUser(owner, ['admin'])]);
});

const numbers = (length: number) => Array.from({ length }, (_, n) => n);
const childOf = (id: number | null | undefined): SentCall => [
  'POST',
  '/tasks',
  { title: `Child of ${id}`, parent_task_id: id },
];

/** Creates tasks of which each is the child of the one before it. */
async function createChain(length: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < length) {
    const [method, path, body] = childOf(ids.at(-1) ?? null);
    ids.push((await owner.call(method, path, body)).body.id);
  }
  return ids;
}

it('combines creates with a parent and rejects only those whose parent is unknown, deleted or too deep', async () => {
  const chain = await createChain(maxDepth);
  const [above, deepest] = [chain[maxDepth - 2], chain[maxDepth - 1]];
  const [gone] = await createChain(1);
  expect((await owner.call('DELETE', `/tasks/${gone}`)).status).toBe(204);
  const foreign = (await (await service.newOrganization()).call('POST', '/tasks', { title: 'Foreign' })).body
    .id;
  const parents = [chain[0], above, deepest, null, gone, foreign, 2_000_000_000];
  const responses = await users.callAll(numbers(63).map((n) => childOf(parents[n % parents.length])));
  const messages = [null, null, `Exceeds the maximum depth of ${maxDepth} levels`, null];
  for (const [n, { status, body }] of responses.entries()) {
    const at = n % parents.length;
    const message = at < messages.length ? messages[at] : 'Does not exist';
    if (message === null) expect([status, body.parent_task_id]).toEqual([201, parents[at]]);
    else expect([status, body.details.fieldErrors]).toEqual([422, { parent_task_id: [message] }]);
  }
  const created = responses.filter(({ status }) => status === 201).map(({ body }) => body.id);
  expect(await users.countTransactions(created)).toBeLessThan(created.length);
  const records = await service.rows<{ id: number }>(sql`select aggregate_id::int as id from events
    where org_id = ${owner.user.org_id} and event_type = 'task.post_create' and aggregate_id = any(${created}::int[])`);
  expect(records).toHaveLength(created.length);
  const [{ count }] = (await service.rows<{ count: number }>(sql`
    select count(*)::int as count from tasks where org_id = ${owner.user.org_id}`)) as [{ count: number }];
  expect(count).toBe(chain.length + 1 + created.length);
  await users.expectIntactBoard();
});

it('records each combined create with a parent for its own caller', async () => {
  const [parent] = await createChain(1);
  const responses = await users.callAll(numbers(40).map(() => childOf(parent)));
  expect(responses.map(({ body }) => body.created_by)).toEqual(numbers(40).map((n) => users.at(n).user.id));
  const audited = await service.rows<{ request_id: string; actor: number; ip: string; id: number }>(sql`
    select request_id, actor_id::int as actor, ip, record_id::int as id from audit_log
    where org_id = ${owner.user.org_id} and resource = 'task' and after ->> 'parent_task_id' is not null`);
  const byRequest = new Map(audited.map((entry) => [entry.request_id, entry]));
  for (const [n, response] of responses.entries()) {
    const entry = byRequest.get(response.headers.get('x-request-id') ?? '');
    expect(entry).toMatchObject({
      actor: users.at(n).user.id,
      ip: `203.0.113.${n}`,
      id: recordedWith(201)(response)?.body.id,
    });
  }
  expect(audited).toHaveLength(responses.length);
});

it('reads levels after the tree is locked, alone and combined', async () => {
  const chain = await createChain(maxDepth - 1);
  const { org_id } = owner.user;
  for (const count of [1, 3]) {
    const [parent] = await createChain(1);
    const holder = new pg.Client(service.config.DATABASE_URL);
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query(`select ${lockCall('lockInTransaction', 'task_tree', '$1')}`, [org_id]);
      await holder.query('update tasks set parent_task_id = $3 where org_id = $1 and id = $2', [
        org_id,
        parent,
        chain.at(-1),
      ]);
      const waiting = users.callAll(numbers(count).map(() => childOf(parent)));
      const others = await users.callAll(numbers(2).map(() => childOf(null)));
      expect(others.map(({ status }) => status)).toEqual([201, 201]);
      await waitUntilBlocking(holder, count);
      await holder.query('commit');
      const statuses = (await waiting).map(({ status }) => status);
      expect(statuses).toEqual(statuses.map(() => 422));
    } finally {
      await holder.end();
    }
  }
});
