import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, systemCaller, userCaller } from '../../../caller.ts';
import { Prisma } from '../../generated/client.ts';
import { insertInto, updateRows } from '../../statements/statements.ts';
import { write } from '../write.ts';
import { recordedTable } from './recorded-table.ts';

const { sql } = Prisma;

const columns = Prisma.TaskViewScalarFieldEnum;
const views = recordedTable({ name: 'task_views', aggregate: 'task_view', columns, unrecorded: ['sort'] });
const users = recordedTable({ name: 'users', aggregate: 'user', columns: Prisma.UserScalarFieldEnum });

let service: TestService;
let owner: Client;
let user: Caller;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const { id: user_id, org_id } = owner.user;
  const emits = ['task_view.post_create', 'task_view.post_update', 'user.post_update'];
  const origin = { request_id: 'fields', ip: null, user_agent: null };
  user = userCaller(service.platform, { org_id, user_id, name: 'Olga Owner' }, origin, emits);
});
afterAll(() => service.stop());

const recorded = async (work: () => Promise<unknown>) => {
  const { events, audit } = await recordedBy(service, owner.user.org_id, work);
  return { events, entry: audit[0] };
};
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
const insert = (by: Caller, values: object) =>
  write<{ id: number }>(
    by,
    {
      table: views,
      statement: insertInto(by, views, {
        name: 'View',
        filter: json({}),
        created_by: owner.user.id,
        ...values,
      }),
    },
    { event: 'task_view.post_create' },
  );

it('omits unrecorded columns, and the author and time of a change', async () => {
  const { entry } = await recorded(() => insert(user, { sort: 'due' }));
  expect(entry).toMatchObject({ action: 'create', after: { name: 'View' } });
  expect(entry?.after).not.toHaveProperty('sort');
  const id = entry?.record_id;
  const update = updateRows(user, views, { name: 'Other', sort: 'name' }, sql`id = ${id}`);
  const updated = await recorded(() =>
    write(user, { table: views, statement: update }, { event: 'task_view.post_update' }),
  );
  expect(updated.entry).toMatchObject({ before: { name: 'View' }, after: { name: 'Other' } });
  expect([updated.entry?.before, updated.entry?.after].map((one) => Object.keys(one as object))).toEqual([
    ['name'],
    ['name'],
  ]);
  const [row] = await service.rows(sql`select updated_by from task_views where id = ${id}`);
  expect(row).toEqual({ updated_by: owner.user.id });
});

it('omits a JSON column of a new row that is null', async () => {
  const { entry } = await recorded(() => insert(user, { filter: json(null) }));
  expect(entry?.after).not.toHaveProperty('filter');
});

it('omits a secret whose change is the condition of an event', async () => {
  const { id } = owner.user;
  const statement = updateRows(
    user,
    users,
    { password_hash: 'a secret hash', locale: 'de' },
    sql`id = ${id}`,
  );
  const isNew = sql`c._before ->> 'password_hash' is distinct from c._after ->> 'password_hash'`;
  const recording = { event: 'user.post_update', also: [{ type: 'user.post_update', when: isNew }] };
  const { events, entry } = await recorded(() => write(user, { table: users, statement }, recording));
  expect([events, entry?.before, entry?.after]).toEqual([
    [`user.post_update ${id}`, `user.post_update ${id}`],
    { locale: 'en' },
    { locale: 'de' },
  ]);
});

it('has the outcome of an action that failed, and one entry for several events', async () => {
  const { id } = owner.user;
  const statement = updateRows(user, users, { locale: 'fr' }, sql`id = ${id}`);
  const also = [{ type: 'user.post_update' }];
  const recording = { event: 'user.post_update', also, outcome: 'failed' } as const;
  const since = sql`select coalesce(max(id), 0)::float8 as id from audit_log`;
  const [mark] = await service.rows<{ id: number }>(since);
  await write(user, { table: users, statement }, recording);
  const entries = sql`select outcome::text, action from audit_log where org_id = ${owner.user.org_id} and id > ${mark?.id}`;
  expect(await service.rows(entries)).toEqual([{ outcome: 'failed', action: 'update' }]);
});

it('changes and records no row of another organization', async () => {
  const stranger = await service.newOrganization();
  const { user: other } = stranger;
  const system = systemCaller(service.platform, owner.user.org_id, user.origin, ['user.post_update']);
  const statement = updateRows(system, users, { locale: 'it' }, sql`id = ${other.id}`);
  const { events } = await recorded(() =>
    write(system, { table: users, statement }, { event: 'user.post_update' }),
  );
  const [row] = await service.rows(sql`select locale from users where id = ${other.id}`);
  expect([events, row]).toEqual([[], { locale: 'en' }]);
});
