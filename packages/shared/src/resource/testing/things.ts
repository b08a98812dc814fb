import { areas } from '@wfp/areas';
import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { z } from 'zod';
import { startApi } from '../../../../../apps/api/src/start-api.ts';
import { defineAnnouncement } from '../../consequences/announcement.ts';
import { consequence } from '../../consequences/consequence.ts';
import { CalendarDate, EnumCode, Flag, Id, Line, ListOf } from '../../contract/index.ts';
import { Prisma, writeInTransaction } from '../../db/index.ts';
import { endpoint } from '../../endpoint/declare-endpoint.ts';
import { defineArea } from '../../endpoint/endpoint.ts';
import { defineEvents } from '../../endpoint/events/event-type.ts';
import { invalidField } from '../../errors.ts';
import { field } from '../contract/field.ts';
import { defineResource } from '../define-resource.ts';
import { standardOperations } from '../rows/rows.ts';
import { createSubResources } from './thing-sub-resources.ts';
import { subResourceTables, thingTable } from './thing-table.ts';

const { sql, raw } = Prisma;

const base = {
  model: 'Thing' as never,
  table: 'things',
  recordName: 'name',
  subject: { team: 'team_id', users: ['user_id'] },
  scopes: ['own', 'team'],
  owners: { users: ['created_by', 'user_id'], teams: ['team_id'] },
  builtin: { owner: 'M', viewer: 'R' },
  sort: 'name',
} as const;

const Extra = z.record(z.string(), z.unknown());

const fields = {
  name: field(Line(100), { required: true, search: true, sort: 'text', filter: true }),
  note: field(Line(100).nullable(), { search: true, sort: 'text', filter: true }),
  kind: field(z.enum(['small', 'big']), { filter: true, sort: 'value', pgType: 'thing_kind' }),
  rank: field(z.int32().nullable(), { filter: true, sort: 'value' }),
  is_on: field(z.boolean(), { filter: true }),
  starts_on: field(CalendarDate.nullable(), { filter: true, sort: 'value', pgType: 'date' }),
  share: field(z.string().regex(/^\d\.\d{1,3}$/), { filter: true, sort: 'value', pgType: 'numeric' }),
  tags: field(z.array(Line(20)).max(5), { pgType: 'text[]' }),
  extra: field(Extra, { pgType: 'jsonb' }),
  code: field(Line(20).nullable(), { writable: 'once' }),
  category: field(EnumCode('task_category', ['bug']).nullable(), { filter: true }),
  made: field(z.int32(), { writable: 'never' }),
  team_id: field(Id.nullable(), { filter: true, references: 'teams' }),
  user_id: field(Id.nullable(), { references: 'users' }),
};

/** Plain rows without capabilities. */
export const things = defineResource({
  ...base,
  code: 'thing',
  noun: ['thing', 'things'],
  label: 'Things',
  path: '/things',
  fields,
  combinesWrites: true,
  endpoints: [...standardOperations, 'export'],
});

/** A resource of the same table with computed fields, filters, `visible` and conditional events. */
export const wideThings = defineResource({
  ...base,
  code: 'wide_thing',
  noun: ['wide thing', 'wide things'],
  label: 'Wide things',
  path: '/wide-things',
  fields,
  computed: { letters: { schema: z.int(), sql: (alias: string) => sql`length(${raw(`${alias}.name`)})` } },
  filters: {
    longer_than: {
      query: z.coerce.number().int(),
      where: (length: number, _, alias) => sql`length(${raw(`${alias}.name`)}) > ${length}`,
    },
    mine: {
      query: Flag,
      body: z.boolean(),
      where: (mine: boolean, { user_id }, alias) =>
        sql`(${raw(`${alias}.created_by`)} = ${user_id}) = ${mine}`,
    },
  },
  visible: (_, alias) => sql`${raw(`${alias}.note`)} is distinct from 'hidden'`,
  events: {
    create: [{ type: 'wide_thing.is_on', when: sql`c.is_on` }],
    update: [
      {
        type: 'wide_thing.is_on',
        when: sql`c._before ->> 'is_on' = 'false' and c._after ->> 'is_on' = 'true'`,
      },
    ],
  },
});

/** The hooks called since a test last cleared the list, in order. */
export const hookCalls: string[] = [];

/** A hooked thing was archived or restored; `other` is the id of a thing. */
const hookedMoved = defineAnnouncement<{ other: number }>('hooked_thing.moved');

/** A resource of the same table with hooks controlled by the row's note. */
export const hookedThings = defineResource({
  ...base,
  code: 'hooked_thing',
  noun: ['hooked thing', 'hooked things'],
  label: 'Hooked things',
  path: '/hooked-things',
  fields,
  imports: { key: 'name' },
  hooks: {
    validate: ({ values, phase }) => {
      if (values.note === 'invalid') throw invalidField('note', `Is not valid to ${phase}`);
    },
    beforeLock: async ({ values }) => void hookCalls.push(`beforeLock ${values === null}`),
    beforeWrite: async ({ before, values }) => {
      hookCalls.push(`beforeWrite ${before?.name} ${values.name}`);
      if (values.note === 'reject before') throw invalidField('note', 'Rejected before');
      return values.note === 'more' ? { rank: 99, tags: ['hooked'] } : undefined;
    },
    afterWrite: {
      emits: { create: ['thing.post_update'] },
      run: async ({ tx, caller, before, row }) => {
        hookCalls.push(`afterWrite ${before?.name} ${row.name} ${row.share} ${row.starts_on}`);
        if (row.note === 'reject after') throw invalidField('note', 'Rejected after');
        if (row.note === 'other' && row.rank !== null) {
          await tx.write(things.change(caller, row.rank, { code: 'touched' }), {
            event: 'thing.post_update',
          });
        }
      },
    },
    beforeArchive: async ({ before }) => {
      hookCalls.push(`beforeArchive ${before.name}`);
      if (before.note === 'keep') throw invalidField('id', 'Is kept');
    },
    afterArchive: {
      announces: [hookedMoved],
      run: async ({ tx, row }) => {
        hookCalls.push(`afterArchive ${row.name}`);
        if (row.note === 'keep after') throw invalidField('id', 'Is kept');
        if (row.note === 'announce') await tx.announce(hookedMoved, { other: row.rank ?? 0 });
      },
    },
    // Makes an undeclared announcement.
    afterRestore: async ({ tx, row }) => {
      hookCalls.push(`afterRestore ${row.name}`);
      if (row.note === 'announce') await tx.announce(hookedMoved, { other: row.rank ?? 0 });
      if (row.note === 'stay away') throw invalidField('id', 'Stays away');
    },
  },
});

/** A hand-written endpoint: creates a thing from the body, and a copy with its own SQL. */
const twins = endpoint({
  method: 'post',
  path: '/things/twins',
  summary: 'Create two things',
  can: 'thing:create',
  body: things.contract.create,
  returns: { 201: ListOf(things.contract.row) },
  emits: ['thing.post_create'],
  handler: ({ caller, body }) =>
    writeInTransaction(caller, async (tx) => {
      const event = 'thing.post_create';
      const [first] = await tx.write(things.insert(caller, body), { event });
      const statement = sql`insert into things (org_id, name, kind, starts_on, share, tags, extra)
        select org_id, name || ' twin', kind, starts_on, share, tags, extra from things
        where org_id = ${caller.org_id} and id = ${first?.id}`;
      const copy = { table: things.table, statement, select: things.select('c') };
      return { data: [first, ...(await tx.write(copy, { event }))], total: 2 };
    }),
});

const area = defineArea({
  name: 'things',
  declared: [things, wideThings, hookedThings, ...createSubResources(things)],
  endpoints: [twins],
  announcements: [hookedMoved],
  consequences: [
    consequence({
      on: hookedMoved,
      name: 'things.touch',
      writes: ['thing.post_update'],
      run: async ({ tx, caller, payload: { other } }) => {
        await tx.write(things.change(caller, other, { code: 'moved' }), { event: 'thing.post_update' });
      },
    }),
  ],
  events: defineEvents(
    { aggregate: 'wide_thing', record: 'the thing' },
    { 'wide_thing.is_on': 'A thing is on.' },
  ),
});

/** A service with things in addition to all areas. */
export interface ThingService {
  service: TestService;
  newOrganization(): Promise<Client>;
  /** Creates a user with permissions in scopes: `{ 'thing:read': ['own'] }`. */
  newUser(by: Client, permissions: Record<string, readonly string[]>): Promise<Client>;
  stop(): Promise<void>;
}

let roles = 0;

export async function startThings(): Promise<ThingService> {
  const service = await startOwnService();
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  await database.query(`${thingTable}${subResourceTables}`).finally(() => database.end());
  const { log } = service.platform;
  const api = await startApi({ config: service.config, log, port: 0, areas: [...areas, area] });
  const here = ({ token, user }: Client) =>
    createTestClient(`http://localhost:${api.port}`, { access_token: token, user });
  return {
    service,
    newOrganization: async () => here(await service.newOrganization()),
    newUser: async (by, permissions) => {
      roles += 1;
      const code = `role_${roles}`;
      const given = Object.entries(permissions).map(([permission, scopes]) => ({ permission, scopes }));
      const { status, body } = await by.call('POST', '/roles', { code, name: code, permissions: given });
      if (status !== 201) throw new Error(`POST /roles: ${status} ${JSON.stringify(body)}`);
      return here(await service.newUser(by, [code]));
    },
    stop: async () => {
      await api.stop();
      await service.stop();
    },
  };
}
