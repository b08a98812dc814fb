import { z } from 'zod';

const maxSortFields = 4;

/** The sort order of a list: up to four of these names, separated by commas, with `-` before a name for descending. */
export function SortBy(names: readonly string[], fallback: string): z.ZodDefault<z.ZodString> {
  const most = Math.min(maxSortFields, names.length);
  const any = `-?(?:${names.join('|')})`;
  return z
    .string()
    .regex(
      new RegExp(`^${any}(?:,${any}){0,${maxSortFields - 1}}$`),
      `Must be comma-separated names, at most ${most} of: ${names.join(', ')}; prefix a name with - for descending`,
    )
    .default(fallback)
    .meta({
      description: `Sort order: comma-separated names, at most ${most} of: ${names.join(', ')}; prefix a name with - for descending`,
    });
}
