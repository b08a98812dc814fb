import { z } from 'zod';

/** An id: a positive 32-bit integer, which fits into PostgreSQL's `integer`. */
export const Id = z.int32().positive();

/** An id in a log-like table (events, audit entries, deliveries): a positive safe integer. */
export const LongId = z.int().positive();

const maxDigits = new Map<z.ZodType, number>([
  [Id, 10],
  [LongId, 16],
]);

/**
 * A query parameter with one or more ids, separated by commas. Returns each id once.
 *
 * @param one the schema of an id: {@link Id} or {@link LongId}
 */
export function IdList(one: typeof Id | typeof LongId, maxIds: number) {
  const digits = maxDigits.get(one) ?? 0;
  const message = `Must be at most ${maxIds} positive ids of at most ${digits} digits, separated by commas`;
  return z
    .string()
    .max((digits + 1) * maxIds - 1, message)
    .regex(new RegExp(`^[1-9]\\d{0,${digits - 1}}(?:,[1-9]\\d{0,${digits - 1}})*$`), message)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= maxIds, message)
    .refine((ids) => ids.every((id) => one.safeParse(id).success), 'Must be ids');
}
