import { type Client, startOwnService, type TestResponse, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The documented limit of any statement. */
const maxStatementMs = 10_000;

const tooLong = 'The request took too long and was cancelled; request less at a time, or retry later';

/** Longer than any limit of a statement, so that only a limit ends it. */
const slow = `pg_sleep(60)`;

let service: TestService;
let owner: Client;
let task: { id: number };
let initiative: { id: number };
beforeAll(async () => {
  // One connection for each kind of statement, which later requests use again.
  service = await startOwnService({ DATABASE_POOL_SIZE: '3', LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  task = (await owner.call('POST', '/tasks', { title: 'One' })).body;
  const { data } = (await owner.call('GET', '/employees')).body;
  const created = await owner.call('POST', '/initiatives', { name: 'One', owner_employee_id: data[0].id });
  expect(created.status).toBe(201);
  initiative = created.body;
});
afterAll(() => service.stop());

/** Makes statements slow that write tasks with the title `Slow`, or read initiatives, while `work` runs. */
async function whileSlow<Result>(work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query(`create function slow_write() returns trigger language plpgsql as $$ begin perform ${slow}; return new; end $$;
    create trigger slow_write before insert or update on tasks for each row when (new.title = 'Slow') execute function slow_write();
    create policy slow_read on initiatives using (${slow} is not null);
    alter table initiatives enable row level security`);
  const restore = `drop function slow_write cascade; drop policy slow_read on initiatives;
    alter table initiatives disable row level security`;
  return work().finally(() => client.query(restore).finally(() => client.end()));
}

const patch = (title: string) => owner.call('PATCH', `/tasks/${task.id}`, { title });
const bulk = (title: string) => owner.call('POST', '/tasks/bulk', { ids: [task.id], patch: { title } });
const list = () => owner.call('GET', '/initiatives');
const fetchOne = () => owner.call('GET', `/initiatives/${initiative.id}`);

type Send = (title: string) => Promise<TestResponse>;

/** Each pair uses two connections, so both requests can exceed the limit at the same time. */
const pairs: [name: string, ...Send[]][] = [
  ['a write by one statement, and a list,', patch, list],
  ['a write in a transaction, and a read by key,', bulk, fetchOne],
];

describe.each(pairs)('%s over the limit of a statement', (_, ...sends) => {
  const sendAll = (title: string) => Promise.all(sends.map((send) => send(title)));

  it(
    'are answered with 503, record nothing, and leave their connections usable',
    async () => {
      const startedAt = performance.now();
      const { result, ...left } = await whileSlow(() =>
        recordedBy(service, owner.user.org_id, () => sendAll('Slow')),
      );
      for (const { status, body, headers } of result) {
        expect([status, body.error, headers.get('retry-after')]).toEqual([503, tooLong, '2']);
      }
      expect(performance.now() - startedAt).toBeGreaterThan(maxStatementMs - 100);
      expect(left).toEqual(nothing);
      expect((await owner.call('GET', `/tasks/${task.id}`)).body.title).toBe('One');
      expect((await sendAll('One')).map(({ status }) => status)).toEqual([200, 200]);
    },
    3 * maxStatementMs,
  );
});
