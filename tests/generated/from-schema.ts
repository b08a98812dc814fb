import fc from 'fast-check';

/** The parts of JSON Schema that the descriptions of bodies use. */
export interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const word = (min: number, max: number) =>
  fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnop'),
    minLength: min,
    maxLength: Math.max(min, Math.min(max, min + 12)),
  });

const formats: Record<string, fc.Arbitrary<string>> = {
  email: word(1, 10).map((name) => `${name}@example.test`),
  uri: word(1, 10).map((name) => `https://example.test/${name}`),
  date: fc
    .integer({ min: 0, max: 20_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  'date-time': fc
    .integer({ min: 0, max: 2_000_000_000 })
    .map((second) => new Date(second * 1000).toISOString()),
};

/** Returns the alternatives of a schema. */
function listChoices(schema: Schema): Schema[] | undefined {
  if (!Array.isArray(schema.type)) return schema.anyOf;
  return schema.type.map((type) => (type === 'null' ? { type } : { ...schema, type }));
}

export function validValues(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = listChoices(schema);
  if (choices) return fc.oneof(...choices.map(validValues));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer(bounds(schema));
    case 'number':
      return fc.integer(bounds(schema));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validValues(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      });
    case 'object':
      return schema.properties ? record(schema) : dictionary(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function bounds({ minimum, exclusiveMinimum, maximum }: Schema) {
  const min = exclusiveMinimum === undefined ? (minimum ?? -1000) : exclusiveMinimum + 1;
  return { min, max: Math.max(min, Math.min(maximum ?? 1000, 100_000)) };
}

/** True if a text is within the bounds and not changed by trimming, which a schema may do before validation. */
const isTrimmedWithin = (text: string, min: number, max: number) =>
  text.trim() === text && text.length >= min && text.length <= max;

/** Generators by pattern: fast-check takes 3 ms to compile one, and each occurs in hundreds of schemas. */
const textsByPattern = new Map<string, fc.Arbitrary<string>>();

function textMatching(pattern: string): fc.Arbitrary<string> {
  const known = textsByPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  textsByPattern.set(pattern, known);
  return known;
}

function text({ format, pattern, minLength = 0, maxLength = 20 }: Schema): fc.Arbitrary<unknown> {
  const known = formats[format ?? ''];
  if (known) return known;
  return pattern
    ? textMatching(pattern).filter((one) => isTrimmedWithin(one, minLength, maxLength))
    : word(minLength, maxLength);
}

function record({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, validValues(one)]),
  );
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
}

function dictionary({ additionalProperties, propertyNames }: Schema): fc.Arbitrary<unknown> {
  const values = typeof additionalProperties === 'object' ? additionalProperties : {};
  const names = propertyNames ? (validValues(propertyNames) as fc.Arbitrary<string>) : word(1, 5);
  return fc.dictionary(names, validValues(values), { maxKeys: 2 });
}

/** Returns a text that violates the pattern or format of a schema. */
export function mismatchingText({ pattern, format }: Schema): string | undefined {
  if (!pattern) return format && '\u2603 \u2603';
  return ['\u2603 \u2603', 'a\u2029b'].find((one) => !new RegExp(pattern, 'u').test(one));
}

/** Returns invalid values for a field, one per constraint of its schema. */
export function invalidValues(schema: Schema): unknown[] {
  const accepted = listChoices(schema);
  if (accepted) {
    const others = accepted.filter((one) => one.type !== 'null').flatMap(invalidValues);
    // A value that violates one alternative may match another, so only nullable schemas are covered.
    return accepted.some((one) => one.type === 'null') && accepted.length === 2
      ? others.filter((one) => one !== null)
      : [];
  }
  if (schema.type === undefined) return [];
  if (schema.type === 'object') return ['text', null];
  const wrong: unknown[] = [];
  wrong.push({ wrong: true }, null);
  if (schema.enum) return [...wrong, 'no such value'];
  if (schema.type !== 'array') wrong.push(['text']);
  if (schema.type === 'string') {
    wrong.push(5);
    if (schema.minLength) wrong.push('');
    if (schema.maxLength) wrong.push('x'.repeat(schema.maxLength + 1));
    const unlike = mismatchingText(schema);
    if (unlike !== undefined) wrong.push(unlike);
  }
  if (schema.type === 'integer') wrong.push('5', 1.5);
  if (schema.minimum !== undefined && schema.minimum > -1e9) wrong.push(schema.minimum - 1);
  if (schema.maximum !== undefined && schema.maximum < 1e9) wrong.push(schema.maximum + 1);
  if (schema.exclusiveMinimum !== undefined) wrong.push(schema.exclusiveMinimum);
  return wrong;
}
