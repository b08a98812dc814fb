import type { Scenarios } from '../../scenario.ts';

export const navigationScenarios: Scenarios = {
  'GET /navigation': { arrange: async () => ({}) },
  'GET /navigation/me': { arrange: async () => ({}) },
  'PATCH /navigation/me': {
    arrange: async () => ({ body: { pinned: ['tasks'] } }),
    events: ['user.navigation_changed'],
  },
};
