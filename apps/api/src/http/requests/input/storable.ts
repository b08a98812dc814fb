interface FieldError {
  path: (string | number)[];
  message: string;
}

/** More than any schema needs. JSON.parse accepts any depth; recursive code would overflow the stack on a very deep value. */
const maxDepth = 32;
const tooDeep = `Must be nested at most ${maxDepth} levels deep`;

/**
 * Finds values in a parsed body or query that PostgreSQL cannot store or a schema must not see: NUL characters, lone
 * surrogates, `__proto__`, excessive nesting. Returns at most one error per top-level field.
 */
export function findUnstorable(value: unknown): FieldError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const error = findError(value, 0);
    return error ? [error] : [];
  }
  const errors: FieldError[] = [];
  for (const key of Object.keys(value)) {
    const error = findFieldError(key, (value as Record<string, unknown>)[key], 0);
    if (error) errors.push(error);
  }
  return errors;
}

/** Builds paths only on the way back from an error, so that none are built for valid values. */
function findError(value: unknown, depth: number): FieldError | null {
  if (typeof value === 'string') return findTextError(value);
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= maxDepth) return { path: [], message: tooDeep };
  if (!Array.isArray(value)) {
    for (const key of Object.keys(value)) {
      const error = findFieldError(key, (value as Record<string, unknown>)[key], depth);
      if (error) return error;
    }
    return null;
  }
  for (const [index, item] of value.entries()) {
    const error = findError(item, depth + 1);
    if (error) return prefixPath(index, error);
  }
  return null;
}

function findFieldError(key: string, value: unknown, depth: number): FieldError | null {
  if (key === '__proto__') return { path: [key], message: 'Is unknown or cannot be set' };
  const keyError = findTextError(key);
  if (keyError) return keyError;
  const error = findError(value, depth + 1);
  return error && prefixPath(key, error);
}

function findTextError(text: string): FieldError | null {
  if (text.includes('\u0000')) return { path: [], message: 'Must not contain the character U+0000' };
  return text.isWellFormed() ? null : { path: [], message: 'Must not contain a lone surrogate' };
}

/** Errors of nesting name only the top-level field: the full path would have a segment for each level. */
const prefixPath = (key: string | number, { path, message }: FieldError): FieldError => ({
  path: message === tooDeep ? [key] : [key, ...path],
  message,
});
