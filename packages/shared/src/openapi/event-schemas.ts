import type { CataloguedEvent } from '../endpoint/events/event-catalogue.ts';
import { refTo, type Schema } from './document-types.ts';
import { toPascalCase } from './operation-id.ts';

const eventComponent = 'Event';

/** The component for an event of any known type. */
const anyEventComponent = 'AnyEvent';

/** Returns a component for each event type, and one for an event of any type. */
export function eventSchemas(catalogue: readonly CataloguedEvent[]): Record<string, Schema> {
  const named = catalogue.map((event) => ({ event, name: `${toPascalCase(event.type)}Event` }));
  return {
    [anyEventComponent]: {
      description: 'An event of any type known to this version. Later versions may add types',
      oneOf: named.map(({ name }) => refTo(name)),
      discriminator: {
        propertyName: 'event_type',
        mapping: Object.fromEntries(named.map(({ event, name }) => [event.type, refTo(name).$ref])),
      },
    },
    ...Object.fromEntries(named.map(({ event, name }) => [name, eventSchema(event)])),
  };
}

function eventSchema({ type, aggregate, action, meaning, record }: CataloguedEvent): Schema {
  const only = (value: string): Schema => ({ type: 'string', enum: [value] });
  return {
    description: `${meaning} The aggregate is ${record}.`,
    allOf: [
      refTo(eventComponent),
      {
        type: 'object',
        properties: {
          event_type: only(type),
          aggregate_type: only(aggregate),
          payload: { type: 'object', properties: { record_type: only(aggregate), action: only(action) } },
        },
        required: ['event_type', 'aggregate_type', 'payload'],
      },
    ],
  };
}
