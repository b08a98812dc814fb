import type { Scenarios } from '../../scenario.ts';

export const startScenarios: Scenarios = {
  'GET /users/me/start': { arrange: async () => ({}) },
};
