import { type JsonObject, priorities, statuses } from './context.ts';

const nullableId: JsonObject = { type: ['integer', 'null'], minimum: 1 };
const sentence = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });

/** JSON Schema of the output of `triage`. */
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
      properties: { description: sentence(500), employee_id: nullableId, user_id: nullableId },
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

/** The task fields that an action may change, as PATCH accepts them. */
const patch: JsonObject = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    status: { type: 'string', enum: statuses },
    priority: { type: 'string', enum: priorities },
    assigned_employee_id: nullableId,
    assigned_team_id: nullableId,
    assigned_to: nullableId,
    due_at: { type: ['string', 'null'], maxLength: 40 },
  },
};

/** JSON Schema of the output of `findBlockers`. */
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
