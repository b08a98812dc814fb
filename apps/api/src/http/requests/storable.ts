interface Fault {
  path: (string | number)[];
  message: string;
}

/** Deep nesting parses, and then overflows the stack of whatever walks it. */
const deepest = 32;

/**
 * Finds the first part of a parsed value that PostgreSQL could not store or that no schema should see:
 * NUL characters, halves of surrogate pairs, `__proto__`, nesting without end. Null when there is none.
 */
export function unstorable(value: unknown, path: (string | number)[] = []): Fault | null {
  if (typeof value === 'string') return textFault(value, path);
  if (typeof value !== 'object' || value === null) return null;
  if (path.length >= deepest) return { path: path.slice(0, 1), message: 'Is nested too deeply' };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const fault = unstorable(item, [...path, index]);
      if (fault) return fault;
    }
    return null;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return { path: [...path, key], message: 'Is unknown or cannot be set' };
    const fault = textFault(key, path) ?? unstorable((value as Record<string, unknown>)[key], [...path, key]);
    if (fault) return fault;
  }
  return null;
}

function textFault(text: string, path: (string | number)[]): Fault | null {
  if (text.includes('\u0000')) return { path, message: 'Must not contain the character U+0000' };
  return text.isWellFormed() ? null : { path, message: 'Contains half of a surrogate pair' };
}
