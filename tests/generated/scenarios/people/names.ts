import type { Scenarios } from '../../scenario.ts';

export const namesScenarios: Scenarios = {
  'GET /names': { arrange: async (_, by) => ({ query: { user: `${by.user.id}` } }) },
};
