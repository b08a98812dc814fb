import { type Caller, defineResource, field, invalidField } from '@wfp/shared';
import { Flag, Id, Line, Prose } from '@wfp/shared/contract';
import type { Transaction } from '@wfp/shared/db';
import { z } from 'zod';
import { isOwnerRole, requireSeatRoleAuthority } from '../access/index.ts';
import { positionStatuses } from './positions.contract.ts';
import { countFilledSeats, countVacant, hasVacancy, openedOnCreate } from './positions.store.ts';
import { countHolders } from './seats/seats.store.ts';

const Status = z.enum(positionStatuses);

async function requireNoHolders(tx: Transaction, caller: Caller, id: number, field: string): Promise<void> {
  const { filled } = await countHolders(tx, caller, id);
  if (filled === 0) return;
  throw invalidField(field, `Still has ${filled} current or future holder${filled === 1 ? '' : 's'}`);
}

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
  owners: { teams: ['team_id'], byPrimaryTeam: true },
  builtin: { owner: 'M', admin: 'M', hr: 'M', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    title: field(Line(200), { required: true, search: true, sort: 'text' }),
    code: field(Line(50), { required: true, search: true, sort: 'text' }),
    family: field(Line(100).nullable(), { filter: true, sort: 'text' }),
    level: field(z.int().min(0).max(1_000).nullable(), { sort: 'value' }),
    team_id: field(Id.nullable(), { filter: true, references: 'teams' }),
    place_id: field(Id.nullable(), { filter: true, references: 'places' }),
    description: field(Prose(5_000)),
    headcount: field(z.int().min(1).max(100_000)),
    /** Only `draft` and `open` on create; changed by transitions later. */
    status: field(z.enum(['draft', 'open']), {
      shown: Status,
      writable: 'once',
      filter: true,
      pgType: 'position_status',
    }),
    default_role_id: field(Id.nullable(), { references: 'roles' }),
  },
  sort: 'title',
  computed: {
    filled: { schema: z.int().nonnegative(), sql: countFilledSeats },
    vacant: { schema: z.int().nonnegative(), sql: countVacant },
  },
  filters: { vacant: { query: Flag, body: z.boolean(), where: hasVacancy } },
  events: { create: [openedOnCreate] },
  transitions: {
    open: {
      from: ['draft', 'frozen', 'closed'],
      to: 'open',
      event: 'position.opened',
      meaning: 'A position was opened or created open; it can be assigned.',
      summary: 'Open a position',
    },
    freeze: {
      from: ['open'],
      to: 'frozen',
      event: 'position.frozen',
      meaning: 'A position was frozen; it cannot be assigned until it is opened again.',
      summary: 'Freeze a position',
    },
    close: {
      from: ['draft', 'open', 'frozen'],
      to: 'closed',
      event: 'position.closed',
      meaning: 'A position without holders was closed.',
      summary: 'Close a position without holders',
      guard: ({ tx, caller, before }) => requireNoHolders(tx, caller, before.id, 'status'),
    },
  },
  hooks: {
    // The owner role is built in and never changes, so the check needs no transaction.
    validate: async ({ caller, values: { default_role_id } }) => {
      if (default_role_id != null && (await isOwnerRole(caller, default_role_id))) {
        throw invalidField('default_role_id', 'Must not be the owner role');
      }
    },
    beforeWrite: async ({ tx, caller, before, values: { headcount, default_role_id } }) => {
      if (default_role_id != null && default_role_id !== before?.default_role_id) {
        const given = { role_id: default_role_id, field: 'default_role_id' };
        await requireSeatRoleAuthority(tx, caller, given);
      }
      if (!before || headcount === undefined) return undefined;
      const { filled } = await countHolders(tx, caller, before.id);
      if (headcount < filled)
        throw invalidField(
          'headcount',
          `Must be at least ${filled}, the number of current and future holders`,
        );
      return undefined;
    },
    beforeArchive: ({ tx, caller, before }) => requireNoHolders(tx, caller, before.id, 'id'),
  },
});
