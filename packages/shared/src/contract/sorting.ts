import { z } from 'zod';

const maxSortFields = 4;

/** The sort order of a list: up to four of these names, separated by commas, with `-` before a name for descending. */
export function SortBy(names: readonly string[], fallback: string): z.ZodDefault<z.ZodString> {
  const any = `-?(?:${names.join('|')})`;
  return z
    .string()
    .regex(
      new RegExp(`^${any}(?:,${any}){0,${maxSortFields - 1}}$`),
      `Must be up to ${maxSortFields} of: ${names.join(', ')}, with - before a name for descending`,
    )
    .default(fallback)
    .meta({ description: `Up to ${maxSortFields} of: ${names.join(', ')}; - before a name for descending` });
}
