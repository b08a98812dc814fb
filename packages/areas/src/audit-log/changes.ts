/** One field of a record, as it was and as it became. */
export interface FieldChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

type Fields = Record<string, unknown> | null;

/**
 * What an audit entry says has changed, from the fields stored before and after the act, in the order
 * of their names. A record that came to be has no fields before, one that ceased none after. Somebody
 * who may not read the resource learns which fields changed, not their values.
 */
export function diffFields(before: Fields, after: Fields, showsValues: boolean): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .sort()
    .map((field) =>
      showsValues ? { field, from: fieldValue(before, field), to: fieldValue(after, field) } : { field },
    );
}

function fieldValue(fields: Fields, name: string): unknown {
  return fields && Object.hasOwn(fields, name) ? fields[name] : null;
}
