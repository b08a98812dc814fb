import { AppError, areasOf, type Caller, catalogueOf, type NamedValueLookup } from '@wfp/shared';
import { findRecordedTypes } from '../../events/index.ts';

/**
 * What the API promises by name before the areas are there that emit it: a receiver may be set up first. Whoever
 * builds one of them takes its names away here.
 */
export const plannedEventTypes: readonly string[] = [
  'workflow.started',
  'workflow.completed',
  'workflow.cancelled',
  'step.passed',
  'step.failed',
  'step.approved',
  ...[
    'workflow',
    'step',
    'survey',
    'survey_response',
    'feedback',
    'kudos',
    'calendar_event',
    'announcement',
  ].flatMap((aggregate) =>
    ['post_create', 'post_update', 'post_archive'].map((phase) => `${aggregate}.${phase}`),
  ),
];

/** The types that are declared or promised, and `task.*` for the types of each aggregate. */
function knownTypes({ platform }: Caller): ReadonlySet<string> {
  const types = [...catalogueOf(areasOf(platform)).map(({ type }) => type), ...plannedEventTypes];
  return new Set(types.flatMap((type) => [type, `${type.split('.', 1)[0]}.*`]));
}

/** Event types for filters. Recorded events keep a type that has another name now. */
export const eventTypes: NamedValueLookup = {
  async findUnknown(caller, types) {
    const known = knownTypes(caller);
    const others = types.filter((type) => !known.has(type));
    if (others.length === 0) return [];
    const recorded = await findRecordedTypes(caller, others);
    return others.filter((type) => !recorded.has(type));
  },
  message: (types) => `There is no event type ${types.join(', ')}: GET /event-types has them`,
};

/**
 * Refuses event types that nothing emits, each by its place: a receiver would wait for them for ever. `task.*`
 * stands for every type whose name begins so.
 *
 * @throws AppError `invalid`
 */
export function rejectUnknownTypes(caller: Caller, event_types: readonly string[] | undefined): void {
  if (!event_types) return;
  const known = knownTypes(caller);
  const unknown = [...event_types.entries()].filter(([, type]) => !known.has(type));
  const fieldErrors = Object.fromEntries(
    unknown.map(([index, type]) => [`event_types.${index}`, [`There is no event type ${type}`]]),
  );
  if (Object.keys(fieldErrors).length === 0) return;
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}
