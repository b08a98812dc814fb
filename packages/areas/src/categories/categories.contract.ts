import { Id, RecordCode } from '@wfp/shared/contract';
import { z } from 'zod';

/** The kinds of records that have categories. */
export const categoryUses = [
  'workflow',
  'survey',
  'initiative',
  'lead',
  'pack',
  'content_page',
  'kudos',
] as const;
export type CategoryUse = (typeof categoryUses)[number];

export const AppliesTo = z
  .enum(categoryUses)
  .meta({ description: 'The kind of records that the category is for; each has a tree of its own' });

export const CategoryCode = RecordCode.meta({ description: 'Unique, regardless of case' });

export const MergeCategory = z.strictObject({
  into_id: Id.meta({ description: 'The category to which records and child categories move' }),
});
export type MergeCategory = z.output<typeof MergeCategory>;
