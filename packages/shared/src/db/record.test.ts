import { type Client, startService, type TestService } from '@wfp/api/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemCaller } from '../caller.ts';
import { Prisma } from './generated/client.ts';
import { jsonColumns, recordedTable } from './recorded-table.ts';
import { insertInto } from './statements.ts';
import { write } from './write.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

it('knows what columns of JSON are called', async () => {
  const found = await service.rows<{ name: string }>(sql`select distinct a.attname as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    where a.atttypid = 'jsonb'::regtype and a.attnum > 0 and not a.attisdropped order by 1`);
  expect(found.map((one) => one.name)).toEqual([...jsonColumns]);
});

it.each([true, false])(
  'keeps the nulls within a value of a new row, and no field that is null (plain insert: %s)',
  async (isPlain) => {
    const views = recordedTable({
      name: 'task_views',
      aggregate: 'task_view',
      columns: Prisma.TaskViewScalarFieldEnum,
    });
    const origin = { request_id: 'record', ip: null, user_agent: null };
    const caller = systemCaller(service.platform, owner.user.org_id, origin, ['task_view.post_create']);
    const filter = { assigned_to: null, deep: { label: null, list: [null, { of: null }] } };
    const insert = insertInto(caller, views, {
      name: `View ${isPlain}`,
      filter: sql`${JSON.stringify(filter)}::jsonb`,
      created_by: owner.user.id,
      updated_by: owner.user.id,
    });
    const statement = isPlain ? insert : sql`${insert} on conflict do nothing`;
    await write(caller, { table: views, statement }, { event: 'task_view.post_create' });
    const [entry] = await service.rows<{ after: object }>(sql`select a.after from audit_log a
    where a.org_id = ${owner.user.org_id} and a.resource = 'task_view' order by a.id desc limit 1`);
    expect(entry?.after).toMatchObject({ name: `View ${isPlain}`, filter });
    expect(entry?.after).not.toHaveProperty('team_id');
  },
);
