import { z } from 'zod';

/** The fields of a contract that are marked `x-sensitive`, wherever in them the mark is. */
export function sensitiveFieldsOf(contract: z.ZodObject): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(contract, { io: 'output', unrepresentable: 'any' });
  const marked = Object.entries(properties).filter(([, one]) =>
    JSON.stringify(one).includes('"x-sensitive":true'),
  );
  return new Set(marked.map(([name]) => name));
}
