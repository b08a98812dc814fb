import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

const draft = (by: Client, fields: object = {}) =>
  createRecord(by, '/announcements', { title: 'New office', body_md: 'We move on **Monday**.', ...fields });

async function published(by: Client, fields: object = {}): Promise<number> {
  const id = await draft(by, fields);
  await by.call('POST', `/announcements/${id}/publish`, {});
  return id;
}

async function commented(by: Client) {
  const announcementId = await published(by, { allow_comments: true });
  return {
    announcementId,
    id: await createRecord(by, `/announcements/${announcementId}/comments`, { body: 'Fine' }),
  };
}

export const announcementScenarios: Scenarios = {
  'POST /announcements/:id/publish': {
    arrange: async (_, by) => ({ params: { id: await draft(by) }, body: {} }),
    events: ['announcement.published'],
  },
  'POST /announcements/:id/unpublish': {
    arrange: async (_, by) => ({ params: { id: await published(by) } }),
    events: ['announcement.unpublished'],
  },
  'POST /announcements/:id/read': {
    arrange: async (_, by) => ({ params: { id: await published(by) } }),
    events: ['announcement.read'],
  },
  'POST /announcements/:id/acknowledge': {
    arrange: async (_, by) => ({
      params: { id: await published(by, { requires_ack: true }) },
      body: { version: 1 },
    }),
    events: ['announcement.acknowledged'],
  },
  'POST /announcements/:announcementId/comments': {
    arrange: async (_, by) => ({
      params: { announcementId: await published(by, { allow_comments: true }) },
      body: { body: 'Fine' },
    }),
    events: ['announcement.comment.created'],
  },
  'GET /announcements/:announcementId/comments': {
    arrange: async (_, by) => ({ params: { announcementId: (await commented(by)).announcementId } }),
  },
  'GET /announcements/:announcementId/comments/:id': {
    arrange: async (_, by) => ({ params: await commented(by) }),
  },
  'PATCH /announcements/:announcementId/comments/:id': {
    arrange: async (_, by) => ({ params: await commented(by), body: { body: 'Changed' } }),
    events: ['announcement.comment.updated'],
  },
  'DELETE /announcements/:announcementId/comments/:id': {
    arrange: async (_, by) => ({ params: await commented(by) }),
    events: ['announcement.comment.deleted'],
  },
  'POST /announcements/:announcementId/comments/:id/restore': {
    arrange: async (_, by) => {
      const params = await commented(by);
      await by.call('DELETE', `/announcements/${params.announcementId}/comments/${params.id}`);
      return { params };
    },
    events: ['announcement.comment.restored'],
  },
  'GET /announcements/:id/receipts': {
    arrange: async (_, by) => ({ params: { id: await published(by) } }),
  },
  'GET /announcements/:id/progress': {
    arrange: async (_, by) => ({ params: { id: await published(by) } }),
  },
  'POST /audiences/preview': {
    arrange: async () => ({ body: { audience: { field: 'status', op: 'eq', value: 'active' } } }),
  },
};
