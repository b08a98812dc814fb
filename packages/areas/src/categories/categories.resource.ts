import { defineResource, field, type RowOf } from '@wfp/shared';
import { Color, Line } from '@wfp/shared/contract';
import { AppliesTo, CategoryCode } from './categories.contract.ts';
import { maxTreeDepth } from './merger.policy.ts';

export const categories = defineResource({
  code: 'category',
  noun: ['category', 'categories'],
  label: 'Categories',
  path: '/categories',
  model: 'Category',
  table: 'categories',
  recordName: 'name',
  builtin: { owner: 'M', admin: 'M', hr: 'RCUA', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    applies_to: field(AppliesTo, { required: true, writable: 'once', filter: true, sort: 'value' }),
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    code: field(CategoryCode, { required: true, search: true, sort: 'text' }),
    color: field(Color.nullable()),
  },
  sort: 'applies_to,position',
  tree: { maxDepth: maxTreeDepth, within: ['applies_to'] },
  ordered: { within: ['applies_to', 'parent_id'] },
});

export type CategoryRow = RowOf<typeof categories>;
