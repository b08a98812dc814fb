import type { Field } from '@wfp/shared';
import fc from 'fast-check';
import { z } from 'zod';
import { type Schema, validValues } from '../from-schema.ts';

let counter = 0;

interface Described extends Schema {
  example?: unknown;
  examples?: unknown[];
}

/** Returns texts of several forms, of which most text fields accept one; unique per call. */
function sampleTexts(): string[] {
  counter += 1;
  return [`Example ${counter}`, `example-${counter}`, `EX${counter}`, `example_${counter}`];
}

/**
 * Finds a value that a schema accepts. Tries readable texts, the values of an enum and the examples of the description,
 * then values that are generated with a fixed seed.
 */
export function findExample(schema: z.ZodType): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;
  const sampled = fc.sample(validValues(described), { numRuns: 50, seed: 1 });
  const candidates = [
    ...sampleTexts(),
    ...(described.enum ?? []),
    ...('example' in described ? [described.example] : []),
    ...(described.examples ?? []),
    ...sampled.filter((value) => value !== null),
    ...sampled,
  ];
  const found = candidates.find((value) => schema.safeParse(value).success);
  if (found === undefined) throw new Error(`No example fits ${JSON.stringify(described)}`);
  return found;
}

/** Returns valid values that differ from the current one. */
export function otherValues({ schema }: Field, current: unknown): unknown[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const candidates = [findExample(schema), ...fc.sample(validValues(described), { numRuns: 50, seed: 2 })];
  const differs = (value: unknown) => JSON.stringify(value) !== JSON.stringify(current);
  return candidates.filter((value) => differs(value) && schema.safeParse(value).success).slice(0, 3);
}
