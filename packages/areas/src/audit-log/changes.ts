export interface FieldChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

type Fields = Record<string, unknown> | null;

/**
 * Computes the changes of an audit entry, sorted by field name.
 *
 * @param before null for a created record
 * @param after null for a deleted record
 * @param showsValues false to list the names of changed fields only
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
