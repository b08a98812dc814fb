import { defineResource, field } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { z } from 'zod';
import { initiatives } from '../rows/initiative.resource.ts';

/** Events of members are about their initiative. */
export const members = defineResource({
  code: 'initiative_member',
  noun: ['member', 'members'],
  label: 'Members of initiatives',
  path: '/members',
  model: 'InitiativeMember',
  table: 'initiative_members',
  parent: { of: initiatives, field: 'initiative_id', aggregate: 'parent' },
  subject: { employee: 'employee_id' },
  summaries: {
    list: 'List the members of an initiative',
    get: 'Fetch a member of an initiative',
    create: 'Add a member to an initiative',
    update: 'Update a member of an initiative',
    archive: 'Remove a member from an initiative',
    restore: 'Restore a removed member of an initiative',
  },
  fields: {
    employee_id: field(Id, { required: true, writable: 'once', filter: true, references: 'employees' }),
    role: field(z.enum(['lead', 'member', 'stakeholder']), {
      ...{ filter: true, sort: 'value', pgType: 'initiative_role' },
    }),
  },
  sort: 'role',
  meanings: {
    create: 'An employee joined an initiative.',
    update: 'The role of a member of an initiative changed.',
    archive: 'A member was removed from an initiative.',
    restore: 'A removed member of an initiative was restored.',
  },
});
