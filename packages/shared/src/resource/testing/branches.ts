import { areas } from '@wfp/areas';
import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { z } from 'zod';
import { startApi } from '../../../../../apps/api/src/start-api.ts';
import { CalendarDate, Id, Line } from '../../contract/index.ts';
import { writeInTransaction } from '../../db/index.ts';
import { endpoint } from '../../endpoint/declare-endpoint.ts';
import { defineArea } from '../../endpoint/endpoint.ts';
import { invalidField } from '../../errors.ts';
import { field } from '../contract/field.ts';
import { defineResource } from '../define-resource.ts';
import { branchTables } from './branch-tables.ts';

const base = {
  scopes: ['own'],
  owners: { users: ['created_by'] },
  builtin: { owner: 'M', employee: 'RCUA@own', viewer: 'R' },
} as const;

/** A tree with ordered siblings. */
const branches = defineResource({
  ...base,
  code: 'branch',
  noun: ['branch', 'branches'],
  label: 'Branches',
  path: '/branches',
  model: 'Branch' as never,
  table: 'branches',
  fields: {
    name: field(Line(50), { required: true, sort: 'text' }),
    kind: field(z.enum(['site', 'building', 'room']), { required: true, filter: true }),
  },
  sort: 'position',
  tree: {
    maxDepth: 3,
    kinds: { field: 'kind', below: { site: [null], building: ['site'], room: [null, 'building', 'room'] } },
    shows: ['name'],
  },
  ordered: { within: ['parent_id'] },
  imports: { key: 'name' },
});

/** Non-overlapping periods per team. */
const terms = defineResource({
  ...base,
  code: 'term',
  noun: ['term', 'terms'],
  label: 'Terms',
  path: '/terms',
  model: 'Term' as never,
  table: 'terms',
  fields: {
    name: field(Line(50), { required: true }),
    team_id: field(Id, { required: true, references: 'teams' }),
  },
  sort: 'starts_on',
  effective: { from: 'starts_on', to: 'ends_on', noOverlapWithin: ['team_id'] },
  imports: { key: 'name' },
});

/** Non-overlapping periods per team that start today and end when archived. */
const stays = defineResource({
  ...base,
  code: 'stay',
  noun: ['stay', 'stays'],
  label: 'Stays',
  path: '/stays',
  model: 'Stay' as never,
  table: 'stays',
  fields: {
    name: field(Line(50), { required: true }),
    team_id: field(Id, { required: true, references: 'teams' }),
  },
  sort: 'starts_on',
  effective: {
    ...{ from: 'starts_on', to: 'ends_on', end: 'first_after', noOverlapWithin: ['team_id'] },
    ...{ archive: 'end', ended: 'over' },
  },
  warnings: async ({ row: { name } }) => (name === 'unwise' ? [`${name} is not a valid name`] : []),
});

/** Write overrides: creating a decision inserts a term, archiving it ends the term in 2999. */
export const decisions = defineResource({
  ...base,
  builtin: { owner: 'M', employee: 'RCA@own', viewer: 'R' },
  code: 'decision',
  noun: ['decision', 'decisions'],
  label: 'Decisions',
  path: '/decisions',
  table: terms.table,
  endpoints: ['list', 'get', 'create', 'archive'],
  summaries: { create: 'Decide on a term' },
  fields: {
    name: field(Line(50), { required: true }),
    starts_on: field(CalendarDate, { required: true, sort: 'value', pgType: 'date' }),
    team_id: field(Id, { required: true, references: 'teams' }),
  },
  sort: 'starts_on',
  check: ({ name, starts_on }, reject) => {
    if (name !== 'never') return;
    reject(['name'], 'Must not be never');
    reject(['starts_on'], `Must not be ${starts_on}`);
  },
  example: { name: 'spring', starts_on: '2026-03-01', team_id: 7 },
  writes: {
    create: {
      emits: ['term.post_create'],
      run: async ({ tx, caller, values }) => {
        const [row] = await tx.write(terms.insert(caller, values), { event: 'term.post_create' });
        if (!row) throw new Error('A term was not written');
        return row;
      },
    },
    archive: {
      emits: ['term.post_update'],
      run: async ({ tx, caller, before }) => {
        if (before.name === 'kept') throw invalidField('id', 'Is kept');
        await tx.write(terms.change(caller, before.id, { ends_on: '2999-01-01' }), {
          event: 'term.post_update',
        });
      },
    },
  },
});

/** Published drafts with custom fields. */
const drafts = defineResource({
  ...base,
  code: 'draft',
  noun: ['draft', 'drafts'],
  label: 'Drafts',
  path: '/drafts',
  model: 'Draft' as never,
  table: 'drafts',
  fields: { title: field(Line(50), { required: true, sort: 'text' }), body: field(z.string()) },
  sort: 'title',
  custom: true,
  versions: { table: 'draft_versions', key: 'draft_id', fields: ['title', 'body'], on: 'publish' },
  imports: { key: 'title' },
});

const declared = [branches, terms, stays, decisions, drafts];
const imports = declared.flatMap((one) => one.imports);

/** Imports rows like the import lane, which kernel tests do not start. */
const importRows = endpoint({
  method: 'post',
  path: '/branches/rows',
  summary: 'Import the rows of a file',
  can: 'branch:manage',
  body: z.strictObject({ resource: z.string(), rows: z.array(z.record(z.string(), z.string())) }),
  returns: { 200: z.array(z.enum(['created', 'updated'])) },
  emits: imports.flatMap((one) => one.emits),
  handler: ({ caller, body }) =>
    writeInTransaction(caller, async (tx) => {
      const to = imports.find((one) => one.resource === body.resource);
      const done: unknown[] = [];
      for (const row of body.rows) done.push(await to?.write(tx, caller, to.row.parse(row), {}));
      return done;
    }),
});

const area = defineArea({
  name: 'branches',
  resources: declared.flatMap((one) => one.resources),
  endpoints: [...declared.flatMap((one) => one.endpoints), importRows],
  events: declared.flatMap((one) => one.events),
  customFields: async ({ resource, values }): Promise<Record<string, string>> =>
    resource === 'draft' && typeof values.color === 'number' ? { color: 'Must be text' } : {},
});

export interface BranchService {
  service: TestService;
  newOrganization(): Promise<Client>;
  newUser(by: Client, roles: string[]): Promise<Client>;
  stop(): Promise<void>;
}

export async function startBranches(): Promise<BranchService> {
  const service = await startOwnService();
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  await database.query(branchTables).finally(() => database.end());
  const { log } = service.platform;
  const api = await startApi({ config: service.config, log, port: 0, areas: [...areas, area] });
  const here = ({ token, user }: Client) =>
    createTestClient(`http://localhost:${api.port}`, { access_token: token, user });
  return {
    service,
    newOrganization: async () => here(await service.newOrganization()),
    newUser: async (by, roles) => here(await service.newUser(by, roles)),
    stop: async () => {
      await api.stop();
      await service.stop();
    },
  };
}
