import { createHash } from 'node:crypto';
import { OrganizationCache, organizationShare } from '@wfp/shared';
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../../prompt.ts';
import { countValues, inlineReferences, SchemaError } from '../output-schema.ts';

/** Of schemas with inlined references. A compiled one takes a multiple of its bytes. */
const maxCachedBytes = 2 * 1024 * 1024;
/** The size that a small schema counts as. */
const minEntryBytes = 10 * 1024;
const maxEntryBytes = maxCachedBytes * organizationShare;
/** Owns schemas that were evicted and are compiled again outside of a turn. */
const noOrganization = 0;
const maxUnrolled = 8;

const options: Options = {
  strict: false,
  // One error is enough; the number of errors depends on the untrusted output.
  allErrors: false,
  validateFormats: false,
  addUsedSchema: false,
  // Optimizing the code takes most of the time of a compilation, and long lists would be unrolled.
  code: { optimize: false },
  loopRequired: maxUnrolled,
  loopEnum: maxUnrolled,
};
/** Validates schemas. It compiles none, because an instance keeps what it has compiled. */
const metaschema = new Ajv2020(options);

export interface Validator {
  validate: ValidateFunction;
  /** The number of values in the schema, with references inlined. */
  values: number;
}

/** The organization that compiled a schema. Others that have the same schema use it, too. */
const owners = new Map<string, number>();
const compiled = new OrganizationCache<string, Validator>({
  maxBytes: maxCachedBytes,
  onRemove: (key) => owners.delete(key),
});
const keys = new WeakMap<JsonObject, string>();

/**
 * Returns the validator of a schema. Compiles a schema that is not cached.
 *
 * @throws SchemaError
 */
export function getValidator(schema: JsonObject, org_id = noOrganization): Validator {
  const key = keyOf(schema);
  const owner = owners.get(key);
  const known = owner === undefined ? undefined : compiled.find(owner, key);
  if (known) return known;
  const { bytes, ...validator } = compile(schema);
  owners.set(key, org_id);
  compiled.add(org_id, key, validator, Math.min(Math.max(bytes, minEntryBytes), maxEntryBytes));
  return validator;
}

export const isCompiled = (schema: JsonObject): boolean => owners.has(keyOf(schema));

/** Does not depend on the order of names, which `jsonb` changes. */
function keyOf(schema: JsonObject): string {
  const known = keys.get(schema);
  if (known) return known;
  const key = createHash('sha256').update(JSON.stringify(schema, sortNames)).digest('base64');
  keys.set(schema, key);
  return key;
}

const sortNames = (_: string, value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function compile(schema: JsonObject): Validator & { bytes: number } {
  const { schema: closed, bytes } = inlineReferences(schema);
  try {
    if (metaschema.validateSchema(closed) !== true) throw new Error(metaschema.errorsText());
    const validate = new Ajv2020({ ...options, meta: false, validateSchema: false }).compile(closed);
    return { validate, values: countValues(closed), bytes };
  } catch (error) {
    throw new SchemaError(
      error instanceof Error ? error.message.slice(0, 300) : 'Is not a valid JSON Schema',
    );
  }
}
