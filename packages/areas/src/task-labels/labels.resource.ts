import { defineResource, field } from '@wfp/shared';
import { Color, Line } from '@wfp/shared/contract';
import { z } from 'zod';

const rightsOnOwn = 'RC UA@own';

/**
 * The catalogue of labels. The `label` of a task is free text unless the organization restricts it to the catalogue.
 */
export const labels = defineResource({
  code: 'task_label',
  noun: ['label', 'labels'],
  label: 'Task labels',
  path: '/task-labels',
  model: 'TaskLabel',
  table: 'task_labels',
  recordName: 'name',
  subject: { users: ['created_by'] },
  scopes: ['own'],
  owners: { users: ['created_by'] },
  builtin: {
    owner: 'M',
    admin: 'M',
    hr: 'RCU',
    manager: rightsOnOwn,
    employee: rightsOnOwn,
    viewer: 'R',
    auditor: 'R',
  },
  fields: {
    name: field(Line(100), { required: true, writable: 'once', search: true, sort: 'text' }),
    color: field(Color.nullable()),
    group: field(Line(100).nullable(), { filter: true, sort: 'text' }),
    is_exclusive: field(z.boolean(), { filter: true }),
  },
  sort: 'name',
  imports: { key: 'name' },
});
