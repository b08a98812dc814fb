import type { CataloguedEvent } from '@wfp/shared';
import { EventRow, signInEventPrefixes } from '../events/index.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import type { EventTypeMetadata } from './platform.contract.ts';

/** An event type as clients see it; `labels` are those of the resources, by their code. */
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

/** The rule of the events area, in words. */
function describeReaders(
  { type, aggregate, seenBy }: CataloguedEvent,
  labels: ReadonlyMap<string, string>,
): string {
  const label = labels.get(aggregate)?.toLowerCase();
  const readers = label
    ? `whoever may read ${label}, as far as that reaches`
    : 'whoever reads the whole audit log';
  const fewer = signInEventPrefixes.some((beginning) => type.startsWith(beginning))
    ? 'of them only the user themself and whoever reads the whole audit log'
    : seenBy;
  return fewer ? `${readers}; ${fewer}` : readers;
}

/** The schema of every event, narrowed to one type. What is not known yet is let through: fields may be added. */
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

/** Without the long pattern that what is sent is checked with: there are two in each of many schemas. */
const moment = { type: 'string', format: 'date-time', description: 'In UTC, as 2026-03-14T09:26:53.589Z' };

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
