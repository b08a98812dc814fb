import { expect, it } from 'vitest';
import type { Schema } from '../../packages/shared/src/openapi/document-types.ts';
import { type DescribedOperation, description } from '../contract/description.ts';

/** Objects with free keys whose size is limited in another way. */
const limitedOtherwise: Readonly<Record<string, string>> = {
  condition: 'condition-schema.ts limits comparisons and the number of errors',
  audience: 'a condition',
  output_schema: 'output-schema.ts limits bytes and parts',
  output: 'constant-output.ts limits bytes',
};

/** Lists and objects with free keys, at any depth, that have no maximum size. */
function findUnlimited(given: Schema, field: string): string[] {
  const schema = description().schema(given);
  const { type, properties = {}, items, additionalProperties, anyOf = [], allOf = [], oneOf = [] } = schema;
  const hasFreeKeys = typeof additionalProperties === 'object';
  const isUnlimited =
    (type === 'array' && schema.maxItems === undefined) ||
    (hasFreeKeys && schema.maxProperties === undefined);
  return [
    ...(isUnlimited ? [field] : []),
    ...Object.entries(properties).flatMap(([name, one]) => findUnlimited(one, `${field}.${name}`)),
    ...[items, hasFreeKeys ? additionalProperties : undefined, ...anyOf, ...allOf, ...oneOf].flatMap((one) =>
      one ? findUnlimited(one, field) : [],
    ),
  ];
}

function findUnlimitedIn({ name, operation }: DescribedOperation): string[] {
  const body = operation.requestBody?.content['application/json']?.schema;
  return body ? findUnlimited(body, name) : [];
}

it('bodies of requests have a maximum for each list and each object with free keys', () => {
  const unlimited = description().operations.flatMap(findUnlimitedIn);
  const fieldOf = (path: string) => path.split('.').pop() ?? '';
  expect(unlimited.filter((path) => !(fieldOf(path) in limitedOtherwise))).toEqual([]);
  expect(new Set(unlimited.map(fieldOf))).toEqual(new Set(Object.keys(limitedOtherwise)));
});
