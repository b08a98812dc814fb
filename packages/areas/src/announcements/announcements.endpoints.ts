import { endpoint, proposeRow } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { Acknowledge, Publish, Receipt } from './announcements.contract.ts';
import { announcements } from './announcements.resource.ts';
import { publish, unpublish } from './publishing/publishing.service.ts';
import { ListReceipts, Progress, ReaderList } from './receipts/receipts.contract.ts';
import { acknowledge, getProgress, listReceipts, markRead } from './receipts/receipts.service.ts';

const { row, writtenRow } = announcements.contract;

/** The review of a change of the status. */
const reviewOf = (statusAfter: (publish_at: unknown) => string) => ({
  hook: 'announcement.pre_update' as const,
  proposals: proposeRow(
    (caller, id) => announcements.find(caller, id, 'publish'),
    (body) => ({ ...body, status: statusAfter(body.publish_at) }),
  ),
});

export const announcementEndpoints = [
  endpoint({
    method: 'post',
    path: '/announcements/:id/publish',
    summary: 'Publish or schedule an announcement',
    can: 'announcement:publish',
    params: IdParams,
    body: Publish,
    returns: { 200: writtenRow },
    when: [{ status: ['draft', 'scheduled', 'expired'] }],
    emits: ['announcement.published', 'announcement.scheduled'],
    review: reviewOf((publish_at) => (publish_at === undefined ? 'published' : 'scheduled')),
    handler: publish,
  }),
  endpoint({
    method: 'post',
    path: '/announcements/:id/unpublish',
    summary: 'Make an announcement a draft again',
    details: 'Withdraws a published announcement, or cancels a scheduled publication.',
    can: 'announcement:publish',
    params: IdParams,
    returns: { 200: row },
    when: [{ status: ['scheduled', 'published', 'expired'] }],
    emits: ['announcement.unpublished'],
    review: reviewOf(() => 'draft'),
    handler: unpublish,
  }),
  endpoint({
    method: 'post',
    path: '/announcements/:id/read',
    summary: 'Mark an announcement as read',
    can: 'announcement:read',
    params: IdParams,
    returns: { 200: Receipt },
    when: [{ status: ['published'] }],
    versionedResource: false,
    emits: ['announcement.read'],
    handler: markRead,
  }),
  endpoint({
    method: 'post',
    path: '/announcements/:id/acknowledge',
    summary: 'Acknowledge an announcement',
    can: 'announcement:read',
    params: IdParams,
    body: Acknowledge,
    returns: { 200: Receipt },
    when: [{ status: ['published'], requires_ack: [true], acknowledged_at: [null] }],
    versionedResource: false,
    emits: ['announcement.acknowledged'],
    handler: acknowledge,
  }),
  endpoint({
    method: 'get',
    path: '/announcements/:id/receipts',
    summary: 'List the users who should read an announcement',
    details: 'Also requires employee:read on all employees.',
    can: 'announcement:update',
    params: IdParams,
    query: ListReceipts,
    returns: { 200: ReaderList },
    handler: listReceipts,
  }),
  endpoint({
    method: 'get',
    path: '/announcements/:id/progress',
    summary: 'Count the users who read an announcement',
    details: 'Also requires employee:read on all employees.',
    can: 'announcement:update',
    params: IdParams,
    returns: { 200: Progress },
    handler: getProgress,
  }),
];
