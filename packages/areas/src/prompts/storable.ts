/** A value that PostgreSQL can keep as JSON: without NUL and half characters, in names as in texts. */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed() as Value;
  if (Array.isArray(value)) return value.map((one) => storable(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [storable(name), storable(one)]),
  ) as Value;
}
