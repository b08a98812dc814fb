import { z } from 'zod';

/** The row of a list's answer; undefined for the answer of anything else. */
export function rowOf(shape: z.ZodType): z.ZodType | undefined {
  if (!(shape instanceof z.ZodObject)) return undefined;
  const { data, total } = shape.shape as Record<string, z.ZodType>;
  if (!(data instanceof z.ZodArray) || !total || Object.keys(shape.shape).length !== 2) return undefined;
  return data.element as z.ZodType;
}
