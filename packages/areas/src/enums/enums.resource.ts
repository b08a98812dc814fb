import { defineResource, field, invalidField } from '@wfp/shared';
import { Line, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { Code, Decoration, Translations } from './enums.contract.ts';
import { prepareValue, rejectArchive } from './values/values.hooks.ts';
import { archiveValues, restoreValues } from './values/values.store.ts';

const codeField = {
  required: true,
  writable: 'once',
  search: true,
  sort: 'value',
  shown: z.string(),
} as const;

export const enums = defineResource({
  code: 'enum',
  noun: ['enum', 'enums'],
  label: 'Enums',
  path: '/enums',
  model: 'Enum',
  table: 'enums',
  recordName: 'label',
  recordHint: 'code',
  builtin: { owner: 'M', admin: 'M', hr: 'RCUA', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  addressedBy: 'code',
  fields: {
    code: field(Code, codeField),
    label: field(Line(100), { required: true, search: true, sort: 'text' }),
    is_system: field(z.boolean().meta({ description: 'True for an enum of the service' }), {
      ...{ writable: 'never', filter: true, sort: 'value' },
    }),
    is_extensible: field(z.boolean().meta({ description: 'True if values can be added' }), {
      writable: 'never',
    }),
  },
  sort: '-is_system,code',
  // GET of one enum is an endpoint of this area, since it includes the values.
  endpoints: ['list', 'create', 'update', 'archive', 'restore'],
  when: { archive: [{ is_system: [false] }] },
  summaries: { restore: 'Restore a deleted enum with its values' },
  meanings: {
    create: 'An enum was created, by a user or at signup.',
    update: 'The label of an enum changed.',
    archive: 'An enum and its values were deleted; they can be restored.',
    restore: 'A deleted enum was restored, with the values that it had then.',
  },
  hooks: {
    beforeArchive: async ({ before }) => {
      if (before.is_system) throw invalidField('code', 'Must not be an enum of the service');
    },
    afterArchive: {
      emits: ['enum.value.deleted'],
      run: async ({ tx, caller, row }): Promise<void> => {
        const values = archiveValues(caller, enumValues.table, row.id);
        await tx.write(values, { event: 'enum.value.deleted', action: 'archive' });
      },
    },
    afterRestore: {
      emits: ['enum.value.restored'],
      run: async ({ tx, caller, row, deleted_at }): Promise<void> => {
        const values = restoreValues(caller, enumValues.table, row.id, deleted_at);
        await tx.write(values, { event: 'enum.value.restored', action: 'restore' });
      },
    },
  },
});

/** The values of an enum, ordered. Their events are visible to readers of the enum. */
export const enumValues = defineResource({
  code: 'enum_value',
  noun: ['value', 'values'],
  label: 'Values of enums',
  path: '/values',
  model: 'EnumValue',
  table: 'enum_values',
  recordName: 'label',
  // Rules about the default and replacements involve several values, so writes take the lock of the enum.
  parent: {
    of: enums,
    field: 'enum_id',
    aggregate: 'parent',
    lock: 'no key update',
    writeRight: 'same',
  },
  fields: {
    code: field(Code, codeField),
    label: field(Line(100), { required: true, search: true, sort: 'text' }),
    color: field(Decoration.color, { shown: z.string().nullable() }),
    icon: field(Decoration.icon, { shown: z.string().nullable() }),
    is_active: field(z.boolean().meta({ description: 'True if new records can use the value' }), {
      filter: true,
    }),
    is_default: field(z.boolean()),
    is_system: field(z.boolean(), { writable: 'never' }),
    translations: field(Translations.meta({ description: 'Labels by locale' }), {
      ...{
        pgType: 'jsonb',
        shown: z.record(z.string(), z.string()).meta({ description: 'Labels by locale' }),
      },
    }),
    replaced_with: field(
      z.string().nullable().meta({ description: 'Code of the value that replaces this one' }),
      {
        writable: 'never',
      },
    ),
    replaced_at: field(
      Timestamp.nullable().meta({ description: 'Time at which the last record was moved' }),
      {
        writable: 'never',
      },
    ),
  },
  sort: 'position',
  ordered: { within: ['enum_id'] },
  listsArchived: true,
  when: { archive: [{ is_system: [false], is_default: [false] }] },
  meanings: {
    create: 'A value was added to an enum.',
    update:
      'A value was relabelled, activated, deactivated or reordered, became or stopped being the default, or its replacement was requested.',
    archive: 'A value was deleted from its enum.',
    restore: 'A deleted value was restored, at the end of its enum.',
  },
  hooks: {
    beforeWrite: {
      emits: ['enum.value.updated'],
      run: (step): Promise<undefined> => prepareValue(enumValues.table, step),
    },
    beforeArchive: rejectArchive,
  },
});
