import { defineResource, field } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { z } from 'zod';
import { initiatives } from '../rows/initiative.resource.ts';

/** Members are part of their initiative: their events are about it. */
export const members = defineResource({
  code: 'initiative_member',
  noun: ['member', 'members'],
  label: 'Members of initiatives',
  path: '/members',
  model: 'InitiativeMember',
  table: 'initiative_members',
  parent: { of: initiatives, field: 'initiative_id', aggregate: 'parent' },
  subject: { employee: 'employee_id' },
  fields: {
    employee_id: field(Id, { required: true, writable: 'once', filter: true, references: 'employees' }),
    role: field(z.enum(['lead', 'member', 'stakeholder']), {
      ...{ filter: true, sort: 'value', pgType: 'initiative_role' },
    }),
  },
  sort: 'role',
  meanings: {
    create: 'An employee joined an initiative.',
    update: 'A member of an initiative has another role in it.',
    archive: 'An employee is no longer a member of an initiative.',
    restore: 'An employee whose membership of an initiative was deleted is a member again.',
  },
});
