import { endpoint, streamEndpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import {
  EventRow,
  HistoryParams,
  HistoryQuery,
  ListEvents,
  StreamQuery,
  StreamTicket,
} from './events.contract.ts';
import { createStreamTicket, getEventHistory, listEvents } from './events.service.ts';

export const eventEndpoints = [
  endpoint({
    method: 'get',
    path: '/events',
    summary: 'List events, newest first',
    can: 'event:read',
    query: ListEvents,
    returns: { 200: ListOf(EventRow) },
    handler: listEvents,
  }),
  streamEndpoint({
    method: 'get',
    path: '/events/stream',
    summary: 'Stream events (Server-Sent Events)',
    operationId: 'streamEvents',
    can: 'event:read',
    query: StreamQuery,
  }),
  endpoint({
    method: 'post',
    path: '/events/stream-ticket',
    summary: 'Create a ticket for one event stream',
    details: 'A ticket keeps credentials out of the stream URL.',
    operationId: 'createStreamTicket',
    can: 'event:read',
    // A ticket changes no data of the organization.
    exemptFrom: ['read_only'],
    returns: { 201: StreamTicket },
    emits: ['auth.stream_ticket_issued'],
    secretFields: ['ticket'],
    handler: createStreamTicket,
  }),
  endpoint({
    method: 'get',
    path: '/events/:aggregateType/:aggregateId',
    summary: 'List the events of one record, oldest first',
    operationId: 'listEventHistory',
    can: 'event:read',
    params: HistoryParams,
    query: HistoryQuery,
    returns: { 200: ListOf(EventRow) },
    handler: getEventHistory,
  }),
];
