import { AppError, areasOf, type Caller, catalogueOf } from '@wfp/shared';

/**
 * Refuses event types that nothing emits, each by its place: a receiver would wait for them for ever. `task.*`
 * stands for every type whose name begins so.
 *
 * @throws AppError `invalid`
 */
export function refuseUnknownTypes({ platform }: Caller, event_types: readonly string[] | undefined): void {
  if (!event_types) return;
  const known = new Set(
    catalogueOf(areasOf(platform)).flatMap(({ type }) => [type, `${type.split('.', 1)[0]}.*`]),
  );
  const unknown = [...event_types.entries()].filter(([, type]) => !known.has(type));
  const fieldErrors = Object.fromEntries(
    unknown.map(([index, type]) => [`event_types.${index}`, [`There is no event type ${type}`]]),
  );
  if (Object.keys(fieldErrors).length === 0) return;
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}
