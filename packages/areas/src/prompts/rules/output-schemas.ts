import type { JsonObject } from '../prompt.ts';
import { priorities } from '../prompt.ts';

const noId: JsonObject = { type: ['integer', 'null'], minimum: 1 };
const sentence = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });

export const triageSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['priority', 'category', 'label', 'ideal_owner', 'reasoning'],
  properties: {
    priority: { type: 'string', enum: priorities },
    category: sentence(50),
    label: { type: ['string', 'null'], minLength: 1, maxLength: 100 },
    ideal_owner: {
      type: 'object',
      additionalProperties: false,
      required: ['description', 'employee_id', 'user_id'],
      properties: { description: sentence(500), employee_id: noId, user_id: noId },
    },
    reasoning: sentence(2000),
  },
};

export const signalKinds = [
  'overdue',
  'due_soon',
  'no_assignee',
  'absent_assignee',
  'blocked_status',
  'blocked_by',
  'parent_waiting',
  'status_thrashing',
  'postponed',
  'silent',
] as const;
export type SignalKind = (typeof signalKinds)[number];

export const actionKinds = ['assign', 'escalate', 'unblock', 'split', 'move', 'ask', 'reschedule'] as const;
export type ActionKind = (typeof actionKinds)[number];

/** What an action may change: fields of the task, as its PATCH takes them. */
const patch: JsonObject = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    status: { type: 'string', enum: ['todo', 'in_progress', 'reviewing', 'blocked', 'done', 'cancelled'] },
    priority: { type: 'string', enum: priorities },
    assigned_employee_id: noId,
    assigned_team_id: noId,
    assigned_to: noId,
    due_at: { type: ['string', 'null'], maxLength: 40 },
  },
};

export const blockersSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['is_stalled', 'signals', 'actions'],
  properties: {
    is_stalled: { type: 'boolean' },
    signals: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['kind', 'detail'],
        properties: { kind: { type: 'string', enum: signalKinds }, detail: sentence(1000) },
      },
    },
    actions: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['kind', 'title'],
        properties: { kind: { type: 'string', enum: actionKinds }, title: sentence(500), patch },
      },
    },
  },
};
