import { AppError, areasOf, type Caller, catalogueOf, type NamedValueLookup } from '@wfp/shared';
import { findRecordedTypes } from '../../events/index.ts';

/**
 * Event types that the API documents but no area emits yet, so that receivers can be registered in advance. Remove a type
 * here when an area declares it.
 */
export const plannedEventTypes: readonly string[] = [
  'workflow.started',
  'workflow.completed',
  'workflow.cancelled',
  'step.passed',
  'step.failed',
  'step.approved',
  ...['workflow', 'step', 'survey', 'survey_response', 'feedback', 'kudos', 'calendar_event'].flatMap(
    (aggregate) => ['post_create', 'post_update', 'post_archive'].map((phase) => `${aggregate}.${phase}`),
  ),
];

const listTypes = ({ platform }: Caller): string[] => [
  ...catalogueOf(areasOf(platform)).map(({ type }) => type),
  ...plannedEventTypes,
];

const allOfAggregate = (type: string) => `${type.split('.', 1)[0]}.*`;

function knownTypes(caller: Caller): ReadonlySet<string> {
  return new Set(listTypes(caller).flatMap((type) => [type, allOfAggregate(type)]));
}

/** Returns the event types that match every list, by their name or as `<aggregate>.*`. An empty list matches all. */
export function findMatchingTypes(caller: Caller, ...lists: readonly (readonly string[])[]): string[] {
  const isMatch = (list: readonly string[], type: string) =>
    list.length === 0 || list.includes(type) || list.includes(allOfAggregate(type));
  return listTypes(caller).filter((type) => lists.every((list) => isMatch(list, type)));
}

/** Event types that filters accept, including former names that recorded events have. */
export const eventTypes: NamedValueLookup = {
  resource: null,
  async findUnknown(caller, types) {
    const known = knownTypes(caller);
    const others = types.filter((type) => !known.has(type));
    if (others.length === 0) return [];
    const recorded = await findRecordedTypes(caller, others);
    return others.filter((type) => !recorded.has(type));
  },
  message: (types) => `Unknown event type: ${types.join(', ')}; see GET /event-types`,
};

/**
 * Rejects event types that are neither declared by an area nor planned.
 *
 * @throws AppError `invalid`, with an error for each unknown type by its index
 */
export function rejectUnknownTypes(caller: Caller, event_types: readonly string[] | undefined): void {
  if (!event_types) return;
  const known = knownTypes(caller);
  const unknown = [...event_types.entries()].filter(([, type]) => !known.has(type));
  const fieldErrors = Object.fromEntries(
    unknown.map(([index, type]) => [`event_types.${index}`, [`Unknown event type: ${type}`]]),
  );
  if (Object.keys(fieldErrors).length === 0) return;
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}
