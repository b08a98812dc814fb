import type { CataloguedEvent } from '@wfp/shared';
import { EventRow, signInEventPrefixes } from '../events/index.ts';
import { type JsonSchema, toJsonSchema } from './fields/json-schema.ts';
import type { EventTypeMetadata } from './platform.contract.ts';

/** @param labels labels of resources by code */
export function describeEventType(
  event: CataloguedEvent,
  labels: ReadonlyMap<string, string>,
): EventTypeMetadata {
  return {
    event_type: event.type,
    aggregate_type: event.aggregate,
    description: event.meaning,
    emitted_by: [...event.emittedBy],
    visible_to: describeReaders(event, labels),
    schema: eventRecordSchema(event),
  };
}

/** The rule of `events/visibility/event-visibility.ts` as text. */
function describeReaders(
  { type, aggregate, alsoAbout, seenBy }: CataloguedEvent,
  labels: ReadonlyMap<string, string>,
): string {
  const label = labels.get(aggregate)?.toLowerCase();
  const further = alsoAbout && labels.get(alsoAbout)?.toLowerCase();
  const readers = label
    ? `all users who may read ${label}${further ? ` and ${further}` : ''}, within their scope`
    : 'all users who may read the whole audit log';
  const restriction = signInEventPrefixes.some((beginning) => type.startsWith(beginning))
    ? 'of these, only the user concerned and users who may read the whole audit log'
    : seenBy;
  return restriction ? `${readers}; ${restriction}` : readers;
}

/** The schema of events, narrowed to one type. It permits additional properties: fields may be added. */
function eventRecordSchema({ type, aggregate, action, record, recordName }: CataloguedEvent): JsonSchema {
  const { additionalProperties: _, ...row } = toJsonSchema(EventRow, 'output');
  const { payload = {}, ...fields } = row.properties ?? {};
  const { additionalProperties: __, ...context } = payload;
  const { record_name, ...known } = context.properties ?? {};
  return {
    ...row,
    title: type,
    properties: {
      ...fields,
      aggregate_type: { type: 'string', const: aggregate },
      aggregate_id: { ...fields.aggregate_id, description: `The id of ${record}` },
      event_type: { type: 'string', const: type },
      occurred_at: moment,
      payload: {
        ...context,
        properties: {
          ...known,
          record_id: { ...known.record_id, description: `The id of ${record}` },
          record_type: { type: 'string', const: aggregate },
          ...(recordName && { record_name: { ...record_name, description: sentence(recordName) } }),
          action: { type: 'string', const: action },
          timestamp: moment,
        },
      },
    },
  };
}

/**
 * The schema of a timestamp, without its long validation pattern, which would occur twice in the schema of each event.
 */
const moment = {
  type: 'string',
  format: 'date-time',
  description: 'In UTC, for example 2026-03-14T09:26:53.589Z',
};

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
