import { z } from 'zod';

/**
 * An object with at most `max` keys, which clients choose. The keys are counted before they are validated, because zod
 * validates every key of a record and creates an error for every invalid one. Requests must not use `z.record` directly.
 *
 * @param keys the keys as the error message names them, such as `fields`
 */
export const BoundedRecord = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  { max, keys }: { max: number; keys: string },
) =>
  z
    .preprocess(
      (given, context) => {
        if (countKeys(given) > max)
          context.addIssue({ code: 'custom', message: `Must have at most ${max} ${keys}` });
        return given;
      },
      z.record(key, value),
    )
    .meta({ maxProperties: max });

/** True for a record, bounded or not. */
export const isRecord = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodRecord || (schema instanceof z.ZodPipe && schema.out instanceof z.ZodRecord);

const countKeys = (given: unknown): number =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.keys(given).length : 0;
