import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { type ColumnValues, insertInto, settingColumns, updateRows } from '../statements/statements.ts';
import { recordStatement } from './record.ts';
import { recordedTable } from './recorded/recorded-table.ts';
import { write } from './write.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const views = recordedTable({
  name: 'task_views',
  aggregate: 'task_view',
  columns: Prisma.TaskViewScalarFieldEnum,
});
const origin = { request_id: 'record', ip: null, user_agent: null };
const callerOf = () =>
  systemCaller(service.platform, owner.user.org_id, origin, [
    'task_view.post_create',
    'task_view.post_update',
  ]);
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

async function newView(): Promise<number> {
  const caller = callerOf();
  const statement = insertInto(caller, views, {
    name: 'View',
    filter: json({ label: null, open: true }),
    group_by: 'status',
    created_by: owner.user.id,
  });
  const [row] = await write<{ id: number }>(
    caller,
    { table: views, statement },
    { event: 'task_view.post_create' },
  );
  if (!row) throw new Error('No view was made');
  return row.id;
}

const entryOf = async (id: number) => {
  const [entry] = await service.rows<{
    before: object;
    after: object;
  }>(sql`select a.before, a.after from audit_log a
    where a.org_id = ${owner.user.org_id} and a.resource = 'task_view' and a.record_id = ${id} order by a.id desc limit 1`);
  return entry;
};

it.each<[string, ColumnValues, before: object, after: object]>([
  ['one field', { name: 'Other' }, { name: 'View' }, { name: 'Other' }],
  [
    'two fields, of which one has the value already',
    { name: 'View', sort: 'due' },
    { sort: null },
    { sort: 'due' },
  ],
  ['a field to null', { group_by: null }, { group_by: 'status' }, { group_by: null }],
  [
    'no field, because the values are the same',
    { name: 'View', filter: json({ open: true, label: null }) },
    {},
    {},
  ],
  [
    'nulls inside JSON values, and quotes',
    { filter: json({ label: null }), name: `O'Neil "и" ''` },
    { filter: { label: null, open: true }, name: 'View' },
    { filter: { label: null }, name: `O'Neil "и" ''` },
  ],
  [
    'many fields',
    {
      name: 'Other',
      sort: 'due',
      group_by: null,
      filter: json({ open: false }),
      created_by: sql`created_by`,
      created_at: sql`created_at`,
      deleted_at: null,
      org_id: sql`org_id`,
      id: sql`id`,
    },
    { name: 'View', sort: null, group_by: 'status', filter: { label: null, open: true } },
    { name: 'Other', sort: 'due', group_by: null, filter: { open: false } },
  ],
])('records an update of %s without converting whole rows', async (_, values, before, after) => {
  const caller = callerOf();
  const id = await newView();
  const change = { table: views, statement: updateRows(caller, views, values, sql`id = ${id}`) };
  const recording = { event: 'task_view.post_update' };
  expect(recordStatement(caller, change, recording).sql).not.toContain('to_jsonb');
  await write(caller, change, recording);
  expect(await entryOf(id)).toEqual({ before, after });
});

it('rejects an update that was not built by updateRows or settingColumns', async () => {
  const caller = callerOf();
  const statement = sql`update task_views set name = 'Other' where org_id = ${caller.org_id}`;
  await expect(
    write(caller, { table: views, statement }, { event: 'task_view.post_update' }),
  ).rejects.toThrow('must be built by updateRows or settingColumns');
});

it('rejects a condition of an event that does not name its field', async () => {
  const caller = callerOf();
  const statement = updateRows(caller, views, { name: 'Other' }, sql`id = 1`);
  const isEmpty = sql`c._before = '{}'`;
  const also = [{ type: 'task_view.post_create', when: isEmpty }];
  await expect(
    write(caller, { table: views, statement }, { event: 'task_view.post_update', also }),
  ).rejects.toThrow('Must name each field');
});

it('records the new row of an upsert, and only the named columns of an existing one', async () => {
  const caller = callerOf();
  const id = await newView();
  const upsert = (key: Prisma.Sql, name: string) =>
    settingColumns(
      ['name', 'sort', 'group_by'],
      sql`insert into task_views (org_id, id, name, sort, filter, created_by)
        values (${caller.org_id}, ${key}, ${name}, 'due', '{"label": null}', ${owner.user.id})
        on conflict (org_id, id) do update set name = excluded.name, sort = excluded.sort, group_by = null`,
    );
  const recording = { event: 'task_view.post_update' };
  await write(caller, { table: views, statement: upsert(sql`${id}`, 'Other') }, recording);
  expect(await entryOf(id)).toEqual({
    before: { name: 'View', sort: null, group_by: 'status' },
    after: { name: 'Other', sort: 'due', group_by: null },
  });
  const [added] = await write<{ id: number }>(
    caller,
    { table: views, statement: upsert(sql`nextval('task_views_id_seq')`, 'Added') },
    recording,
  );
  expect(await entryOf(added?.id ?? 0)).toMatchObject({
    before: null,
    after: { id: added?.id, name: 'Added', sort: 'due', filter: { label: null } },
  });
});

it('allows conditions of events on fields that were not set', async () => {
  const caller = callerOf();
  const id = await newView();
  const statement = updateRows(caller, views, { name: 'Other' }, sql`id = ${id}`);
  const isGrouped = sql`c._before ->> 'group_by' = 'status' and c._after ->> 'name' = 'Other'`;
  const recording = {
    event: 'task_view.post_update',
    also: [{ type: 'task_view.post_create', when: isGrouped }],
  };
  await write(caller, { table: views, statement }, recording);
  const events = await service.rows<{ event_type: string }>(sql`select event_type from events
    where org_id = ${owner.user.org_id} and aggregate_type = 'task_view' and aggregate_id = ${id} order by id`);
  expect(events.map((one) => one.event_type)).toEqual([
    'task_view.post_create',
    'task_view.post_update',
    'task_view.post_create',
  ]);
  expect(await entryOf(id)).toEqual({ before: { name: 'View' }, after: { name: 'Other' } });
});

describe('an event of another row', () => {
  const teams = recordedTable({
    name: 'teams',
    aggregate: 'team',
    columns: Prisma.TeamScalarFieldEnum,
    record_name: sql`c.name`,
    subject: {
      team: sql`c.id`,
      users: [sql`u.id`],
      join: sql`left join users u on u.org_id = c.org_id and u.id = c.created_by`,
      is_private: sql`c.name = 'Private'`,
    },
  });
  const teamOf = (row: '_before' | '_after') => sql`c.${Prisma.raw(row)} ->> 'team_id'`;
  const teamEvent = (type: string, row: '_before' | '_after') => ({
    type,
    when: sql`${teamOf('_before')} is distinct from ${teamOf('_after')}`,
    of: { table: teams, id: sql`(${teamOf(row)})::int` },
  });
  const also = [teamEvent('team.post_archive', '_before'), teamEvent('team.post_update', '_after')];
  const emits = ['task_view.post_create', 'task_view.post_update', 'team.post_archive', 'team.post_update'];
  const writer = () => systemCaller(service.platform, owner.user.org_id, origin, emits);
  const newTeam = async (name: string): Promise<number> =>
    (await owner.call('POST', '/teams', { name })).body.id;

  /** Sets the team of a view, and returns the events and the audit entry of the write. */
  async function setTeam(id: number, team_id: number | null) {
    const caller = writer();
    const read = () =>
      service.rows<{ id: number; event_type: string; aggregate_id: number }>(sql`
        select e.id::float8 as id, e.event_type, e.aggregate_type, e.aggregate_id, e.payload -> 'record_id' as record_id,
          e.payload -> 'record_type' as record_type, e.payload -> 'record_name' as record_name,
          e.payload -> 'action' as action, e.subject_team_id, e.subject_user_ids, e.is_private
        from events e where e.org_id = ${owner.user.org_id} order by e.id`);
    const before = (await read()).length;
    const values = { team_id, visibility: team_id === null ? 'private' : 'team' };
    const statement = updateRows(caller, views, values, sql`id = ${id}`);
    await write(caller, { table: views, statement }, { event: 'task_view.post_update', also });
    const events = (await read()).slice(before);
    return { events, types: events.map((one) => `${one.event_type} ${one.aggregate_id}`) };
  }

  it('has the aggregate, name and subject of that row', async () => {
    const [id, team] = [await newView(), await newTeam('Private')];
    const { events } = await setTeam(id, team);
    expect(events).toMatchObject([
      {
        event_type: 'task_view.post_update',
        aggregate_type: 'task_view',
        aggregate_id: id,
        is_private: false,
      },
      {
        ...{
          event_type: 'team.post_update',
          aggregate_type: 'team',
          aggregate_id: team,
          action: 'post_update',
        },
        ...{ record_id: team, record_type: 'team', record_name: 'Private', is_private: true },
        ...{ subject_team_id: team, subject_user_ids: [owner.user.id] },
      },
    ]);
    expect(await entryOf(id)).toEqual({
      before: { team_id: null, visibility: 'private' },
      after: { team_id: team, visibility: 'team' },
    });
  });

  it('follows the event of the changed row in the order of the recording', async () => {
    const [id, one, other] = [await newView(), await newTeam('One'), await newTeam('Other')];
    await setTeam(id, one);
    const { types } = await setTeam(id, other);
    const expected = [`task_view.post_update ${id}`, `team.post_archive ${one}`, `team.post_update ${other}`];
    expect(types).toEqual(expected);
  });

  it('is not written if its condition is false or there is no such row', async () => {
    const [id, team] = [await newView(), await newTeam('Former')];
    await setTeam(id, team);
    expect((await setTeam(id, team)).types).toEqual([`task_view.post_update ${id}`]);
    expect(await entryOf(id)).toEqual({ before: {}, after: {} });
    const { types } = await setTeam(id, null);
    expect(types).toEqual([`task_view.post_update ${id}`, `team.post_archive ${team}`]);
  });

  it('is written for the row of a field that the statement does not set, without a condition', async () => {
    const [caller, id, team] = [writer(), await newView(), await newTeam('Unchanged')];
    await setTeam(id, team);
    const statement = updateRows(caller, views, { name: 'Other' }, sql`id = ${id}`);
    const follows = [{ type: 'team.post_update', of: { table: teams, id: sql`(${teamOf('_after')})::int` } }];
    const recording = { event: 'task_view.post_update', also: follows };
    const { events } = await recordedBy(service, owner.user.org_id, () =>
      write(caller, { table: views, statement }, recording),
    );
    expect(events).toEqual([`task_view.post_update ${id}`, `team.post_update ${team}`]);
    expect(await entryOf(id)).toEqual({ before: { name: 'View' }, after: { name: 'Other' } });
  });

  it('must be declared by the endpoint', async () => {
    const [caller, id] = [callerOf(), await newView()];
    const statement = updateRows(caller, views, { team_id: null }, sql`id = ${id}`);
    await expect(
      write(caller, { table: views, statement }, { event: 'task_view.post_update', also }),
    ).rejects.toThrow('does not declare the event team.post_archive');
  });
});

it.each([true, false])(
  'keeps the nulls within a value of a new row, but no null fields (plain insert: %s)',
  async (isPlain) => {
    const caller = callerOf();
    const filter = { assigned_to: null, deep: { label: null, list: [null, { of: null }] } };
    const insert = insertInto(caller, views, {
      name: `View ${isPlain}`,
      filter: json(filter),
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
