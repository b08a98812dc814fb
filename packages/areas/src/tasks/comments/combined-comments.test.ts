import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let users: Client[];
const tasks: number[] = [];
beforeAll(async () => {
  service = await startOwnService({ TRUSTED_PROXIES: 'loopback' });
  owner = await service.newOrganization();
  users = [owner, await service.newUser(owner, ['employee']), await service.newUser(owner, ['viewer'])];
  for (const title of ['One', 'Two', 'Three', 'Four'])
    tasks.push((await owner.call('POST', '/tasks', { title })).body.id);
});
afterAll(() => service.stop());

const numbers = (length: number) => Array.from({ length }, (_, n) => n);
const userOf = (n: number) => users[n % users.length] as Client;
const taskOf = (n: number) => tasks[n % tasks.length] as number;
const headersOf = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}`, 'user-agent': `Client ${n}` });

const recordsOf = (type: string) =>
  service.rows<{ request_id: string }>(sql`select e.aggregate_id::int as task, a.record_id::int as comment,
      (e.payload ->> 'actor_id')::int as actor, a.request_id, a.ip, a.user_agent, a.before ->> 'body' as old, a.after ->> 'body' as body
    from events e join audit_log a on a.org_id = e.org_id and a.event_id = e.id
    where e.org_id = ${owner.user.org_id} and e.event_type = ${type} order by e.id`);

/** Counts the statements that wrote the comments: each of them is a transaction. */
async function countTransactions(ids: readonly number[]): Promise<number | undefined> {
  const [row] = await service.rows<{ n: number }>(
    sql`select count(distinct xmin::text)::int as n from task_comments where org_id = ${owner.user.org_id} and id = any(${[...ids]}::int[])`,
  );
  return row?.n;
}

it('combines comments of several users, each with its own response and records', async () => {
  const responses = await Promise.all(
    numbers(45).map((n) =>
      userOf(n).call('POST', `/tasks/${taskOf(n)}/comments`, { body: `Comment ${n}` }, headersOf(n)),
    ),
  );
  const isAllowed = (n: number) => n % 3 !== 2;
  expect(responses.map(({ status }) => status)).toEqual(numbers(45).map((n) => (isAllowed(n) ? 201 : 403)));
  const created = numbers(45).filter(isAllowed);
  const records = new Map((await recordsOf('task.comment.created')).map((one) => [one.request_id, one]));
  expect(records.size).toBe(created.length);
  for (const n of created) {
    const { body, headers } = responses[n] as (typeof responses)[number];
    expect(body).toMatchObject({
      task_id: taskOf(n),
      body: `Comment ${n}`,
      parent_id: null,
      author_user_id: userOf(n).user.id,
    });
    expect((await owner.call('GET', `/tasks/${taskOf(n)}/comments/${body.id}`)).body).toEqual(body);
    expect(records.get(headers.get('x-request-id') ?? '')).toEqual({
      task: taskOf(n),
      comment: body.id,
      actor: userOf(n).user.id,
      request_id: headers.get('x-request-id'),
      ip: `203.0.113.${n}`,
      user_agent: `Client ${n}`,
      old: null,
      body: `Comment ${n}`,
    });
  }
  expect(await countTransactions(created.map((n) => responses[n]?.body.id))).toBeLessThan(created.length);
});

it('updates only the comments of the author, each once', async () => {
  const create = (by: Client, body: string) =>
    by.call('POST', `/tasks/${tasks[0]}/comments`, { body }).then((response) => response.body.id as number);
  const employee = users[1] as Client;
  const ids = await Promise.all(numbers(12).map((n) => create(n % 3 === 2 ? owner : employee, `Old ${n}`)));
  const path = (n: number) => `/tasks/${tasks[0]}/comments/${ids[n]}`;
  const responses = await Promise.all(
    numbers(12).map((n) => employee.call('PATCH', path(n), { body: `New ${n}` }, headersOf(n))),
  );
  expect(responses.map(({ status }) => status)).toEqual(numbers(12).map((n) => (n % 3 === 2 ? 403 : 200)));
  const records = await recordsOf('task.comment.updated');
  expect(records).toHaveLength(8);
  const byComment = new Map(records.map((one) => [(one as unknown as { comment: number }).comment, one]));
  for (const n of numbers(12).filter((one) => one % 3 !== 2)) {
    expect(responses[n]?.body).toMatchObject({ id: ids[n], body: `New ${n}` });
    expect(byComment.get(ids[n] as number)).toMatchObject({
      actor: employee.user.id,
      ip: `203.0.113.${n}`,
      old: `Old ${n}`,
      body: `New ${n}`,
    });
  }
});
