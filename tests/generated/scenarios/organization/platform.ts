import type { Scenarios } from '../../scenario.ts';

const names = [
  'metadata',
  'resources',
  'events',
  'metadata/events',
  'permissions',
  'operators',
  'limits',
  'settings',
  'time-zones',
  'currencies',
  'countries',
  'languages',
  'version',
];

export const platformScenarios: Scenarios = {
  ...Object.fromEntries(names.map((name) => [`GET /platform/${name}`, {}])),
  'GET /health': {},
  'GET /event-types': {},
  'GET /platform/resources/:code': { arrange: async () => ({ params: { code: 'task' } }), sameForAll: true },
  'GET /platform/resources/:code/schema': {
    arrange: async () => ({ params: { code: 'task' }, query: { for: 'create' } }),
    sameForAll: true,
  },
};
