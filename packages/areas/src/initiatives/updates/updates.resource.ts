import { defineResource, field } from '@wfp/shared';
import { Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { initiatives } from '../rows/initiative.resource.ts';
import { initiativeHealths, Progress } from '../rows/initiatives.contract.ts';
import { applyUpdate } from './updates.service.ts';

const Body = Prose(20_000).refine((text) => text.trim() !== '', 'Must not be empty');

export const updates = defineResource({
  code: 'initiative_update',
  noun: ['update', 'updates'],
  label: 'Updates of initiatives',
  path: '/updates',
  model: 'InitiativeUpdate',
  table: 'initiative_updates',
  parent: { of: initiatives, field: 'initiative_id', aggregate: 'parent', lock: 'no key update' },
  subject: { users: ['created_by'] },
  appendOnly: true,
  endpoints: ['list', 'create'],
  fields: {
    health: field(z.enum(initiativeHealths), { required: true, filter: true, pgType: 'initiative_health' }),
    body: field(Body, { required: true, search: true }),
    progress: field(Progress.meta({ description: 'Percentage; allowed only if progress_mode is manual' }), {
      shown: Progress.nullable(),
    }),
  },
  sort: '-created_at',
  meanings: { create: 'A user posted an update of an initiative.' },
  hooks: {
    afterWrite: { emits: ['initiative.post_update', 'initiative.health_changed'], run: applyUpdate },
  },
});
