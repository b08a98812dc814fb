import { defineArea, endpoint, proposeRow } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { categoryMerging } from './announcements.ts';
import { MergeCategory } from './categories.contract.ts';
import { categoryEvents } from './categories.events.ts';
import { categories as declared } from './categories.resource.ts';
import { mergeCategory } from './merger.service.ts';

export const categories = defineArea({
  name: 'categories',
  about: 'Categories of records, with a tree for each kind of records.',
  menu: [
    { key: 'categories', label: 'Categories', icon: 'folder-tree', group: 'company', resource: 'category' },
  ],
  declared: [declared],
  endpoints: [
    endpoint({
      method: 'post',
      path: '/categories/:id/merge',
      summary: 'Merge a category into another',
      details: 'Records and child categories move to the other category. Also requires `category:archive`.',
      can: 'category:update',
      params: IdParams,
      body: MergeCategory,
      returns: { 200: declared.contract.row },
      emits: ['category.post_archive', 'category.merged', 'category.post_update'],
      announces: [categoryMerging],
      review: {
        hook: 'category.pre_archive',
        proposals: proposeRow((caller, id) => declared.find(caller, id, 'archive')),
      },
      handler: mergeCategory,
    }),
  ],
  events: categoryEvents,
  announcements: [categoryMerging],
});

export { moveRowsOnCategoryMerge, requireCategoryFor } from './category-uses.store.ts';
