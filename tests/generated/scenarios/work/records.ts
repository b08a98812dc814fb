import { createRecord, type Scenarios } from '../../scenario.ts';

export const recordScenarios: Scenarios = {
  'GET /events': {},
  'GET /events/stream': {},
  'POST /events/stream-ticket': { events: ['auth.stream_ticket_issued'] },
  'GET /events/:aggregateType/:aggregateId': {
    arrange: async (_, by) => ({
      params: { aggregateId: await createRecord(by, '/tasks', { title: 'Past' }) },
    }),
    missingIsEmpty: true,
  },
  'GET /audit-log': { auditNotes: 1 },
  'GET /audit-log/:id': {
    arrange: async (_, by) => {
      const { body } = await by.call('GET', '/audit-log?limit=1');
      return { params: { id: body.data[0].id } };
    },
    auditNotes: 1,
  },
  'GET /audit-log/verify': { events: ['audit_log.verified'] },
  'GET /audit-log/checkpoints': {
    arrange: async ({ database }, by) => {
      await database.query(
        `insert into audit_checkpoints (org_id, id, head) values ($1, 1, repeat('0', 64)) on conflict do nothing`,
        [by.user.org_id],
      );
      return {};
    },
  },
};
