interface FieldError {
  path: (string | number)[];
  message: string;
}

/** Deep nesting parses, and then overflows the stack of whatever walks it. */
const maxDepth = 32;
const tooDeep = 'Is nested too deeply';

/**
 * Finds what PostgreSQL could not store or no schema should see in a parsed body or query: NUL characters, halves of
 * surrogate pairs, `__proto__`, nesting without end. One fault for each field that has any.
 */
export function findUnstorable(value: unknown): FieldError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const fault = findError(value, 0);
    return fault ? [fault] : [];
  }
  const faults: FieldError[] = [];
  for (const key of Object.keys(value)) {
    const fault = findFieldError(key, (value as Record<string, unknown>)[key], 0);
    if (fault) faults.push(fault);
  }
  return faults;
}

/** Paths are put together on the way back from a fault: a value without any costs no memory. */
function findError(value: unknown, depth: number): FieldError | null {
  if (typeof value === 'string') return findTextError(value);
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= maxDepth) return { path: [], message: tooDeep };
  if (!Array.isArray(value)) {
    for (const key of Object.keys(value)) {
      const fault = findFieldError(key, (value as Record<string, unknown>)[key], depth);
      if (fault) return fault;
    }
    return null;
  }
  for (const [index, item] of value.entries()) {
    const fault = findError(item, depth + 1);
    if (fault) return prefixPath(index, fault);
  }
  return null;
}

function findFieldError(key: string, value: unknown, depth: number): FieldError | null {
  if (key === '__proto__') return { path: [key], message: 'Is unknown or cannot be set' };
  const ofKey = findTextError(key);
  if (ofKey) return ofKey;
  const fault = findError(value, depth + 1);
  return fault && prefixPath(key, fault);
}

function findTextError(text: string): FieldError | null {
  if (text.includes('\u0000')) return { path: [], message: 'Must not contain the character U+0000' };
  return text.isWellFormed() ? null : { path: [], message: 'Contains half of a surrogate pair' };
}

/** For values nested too deeply only the top field is named: the whole path would be thousands of names. */
const prefixPath = (key: string | number, { path, message }: FieldError): FieldError => ({
  path: message === tooDeep ? [key] : [key, ...path],
  message,
});
