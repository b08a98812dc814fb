import { createRecord, type Scenarios } from '../../scenario.ts';

let counter = 0;
const category = (fields: object = {}) => {
  counter += 1;
  return { applies_to: 'initiative', name: `Category ${counter}`, code: `merged-${counter}`, ...fields };
};

export const categoryScenarios: Scenarios = {
  'POST /categories/:id/merge': {
    arrange: async (_, by) => {
      const id = await createRecord(by, '/categories', category());
      await createRecord(by, '/categories', category({ parent_id: id }));
      return { params: { id }, body: { into_id: await createRecord(by, '/categories', category()) } };
    },
    events: ['category.post_archive', 'category.merged', 'category.post_update'],
    auditEntries: 2,
  },
};
