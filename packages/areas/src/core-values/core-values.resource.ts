import { defineResource, field } from '@wfp/shared';
import { Color, Line, Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { lockRequiredValue } from '../company-configuration/index.ts';
import { rejectLastValue } from './required-value.store.ts';

const Hashtag = z
  .string()
  .max(50)
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'Must consist of a-z, 0-9 and single hyphens between them, such as customer-first',
  );

export const coreValues = defineResource({
  code: 'core_value',
  noun: ['core value', 'core values'],
  label: 'Core values',
  path: '/core-values',
  model: 'CoreValue',
  table: 'core_values',
  recordName: 'name',
  builtin: { owner: 'M', admin: 'M', hr: 'RCUA', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    hashtag: field(Hashtag, { required: true, search: true, filter: true, sort: 'text' }),
    description: field(Prose(2_000)),
    icon: field(Line(50).nullable()),
    color: field(Color.nullable()),
    is_active: field(z.boolean(), { filter: true }),
  },
  sort: 'position',
  ordered: {},
  hooks: {
    beforeLock: async ({ tx, caller, values, phase }) => {
      if (phase === 'archive' || (phase === 'update' && values?.is_active === false))
        await lockRequiredValue(tx, caller);
    },
    beforeWrite: async ({ tx, caller, before, values }) => {
      if (before?.is_active && values.is_active === false)
        await rejectLastValue(tx, caller, { id: before.id, field: 'is_active' });
      return undefined;
    },
    beforeArchive: async ({ tx, caller, before: { id, is_active } }) => {
      if (is_active) await rejectLastValue(tx, caller, { id, field: 'id' });
    },
  },
});
