import { defineResource, field, invalidField } from '@wfp/shared';
import { Flag, Id, Line, Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { positionStatuses } from './positions.contract.ts';
import { heldFault } from './positions.policy.ts';
import { isOwnerRole, positionSql } from './positions.store.ts';
import { countHolders } from './seats.store.ts';

const Status = z.enum(positionStatuses);

export const positions = defineResource({
  code: 'position',
  noun: ['position', 'positions'],
  label: 'Positions',
  path: '/positions',
  model: 'Position',
  table: 'positions',
  recordName: 'title',
  subject: { team: 'team_id' },
  scopes: ['team'],
  owners: { teams: ['team_id'] },
  builtin: { owner: 'M', admin: 'M', hr: 'M', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    title: field(Line(200), { required: true, search: true, sort: 'text' }),
    code: field(Line(50), { required: true, search: true, sort: 'text' }),
    family: field(Line(100).nullable(), { filter: true, sort: 'text' }),
    level: field(z.int().min(0).max(1_000).nullable(), { sort: 'value' }),
    team_id: field(Id.nullable(), { filter: true, references: 'teams' }),
    description: field(Prose(5_000)),
    headcount: field(z.int().min(1).max(100_000)),
    /** A new one is a draft or open; later it is opened, frozen and closed. */
    status: field(z.enum(['draft', 'open']), { shown: Status, writable: 'once', pgType: 'position_status' }),
    default_role_id: field(Id.nullable(), { references: 'roles' }),
  },
  sort: 'title',
  computed: { filled: z.int().nonnegative(), vacant: z.int().nonnegative() },
  filters: { status: { query: Status }, vacant: { query: Flag, body: z.boolean() } },
  sql: positionSql,
  hooks: {
    beforeWrite: async ({ tx, caller, before, values }) => {
      const { headcount, default_role_id } = values;
      if (default_role_id != null && (await isOwnerRole(tx, caller, default_role_id))) {
        throw invalidField('default_role_id', 'Nobody becomes an owner by taking a seat');
      }
      if (!before || headcount === undefined) return undefined;
      const { filled } = await countHolders(tx, caller, before.id);
      if (headcount < filled) throw invalidField('headcount', `${filled} seats are taken`);
      return undefined;
    },
    beforeArchive: async ({ tx, caller, before }) => {
      const { filled } = await countHolders(tx, caller, before.id);
      if (filled > 0) throw invalidField('id', heldFault(filled));
    },
  },
});
