import { made, type Scenarios } from '../scenario.ts';

export const recordScenarios: Scenarios = {
  'GET /events': {},
  'GET /events/stream': {},
  'GET /events/:aggregateType/:aggregateId': {
    arrange: async (_, by) => ({ params: { aggregateId: await made(by, '/tasks', { title: 'Past' }) } }),
    missingIsEmpty: true,
  },
  'GET /audit-log': {},
  'GET /audit-log/:id': {
    arrange: async (_, by) => {
      const { body } = await by.call('GET', '/audit-log?limit=1');
      return { params: { id: body.data[0].id } };
    },
  },
};
