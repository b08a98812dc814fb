import { defineEvents } from '@wfp/shared';

const ofCategory = { aggregate: 'category', record: 'the category', recordName: 'the name of the category' };

/** Events in addition to those of the resource (create, update, archive, restore). */
export const categoryEvents = defineEvents(ofCategory, {
  'category.merged':
    'A category was merged into another, to which its records and child categories moved. Emitted in addition to category.post_archive.',
});
