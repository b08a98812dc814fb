import type { Json, JsonObject } from '../prompt.ts';

const mostBytes = 32 * 1024;
const mostNodes = 1_000;
const deepest = 24;

/** Schemas in it are walked; of the others only the value is looked at. */
const inside = {
  one: new Set(['additionalProperties', 'items', 'not', 'if', 'then', 'else']),
  list: new Set(['prefixItems', 'anyOf', 'oneOf', 'allOf']),
  named: new Set(['properties']),
};
const plain = new Set([
  ...[
    'type',
    'title',
    'description',
    'required',
    'enum',
    'const',
    'default',
    'examples',
    'format',
    'nullable',
  ],
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);
const leftOut = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'examples',
  'default',
]);

/** Says why a schema cannot be used. */
export class SchemaFault extends Error {
  override readonly name = 'SchemaFault';
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The same schema without references. Judging an answer by it takes time in proportion to the sizes of both, whatever
 * it says: references that lead in circles or multiply, and patterns that take for ever, are refused.
 *
 * @throws SchemaFault
 */
export function closedSchema(schema: JsonObject): JsonObject {
  if (Buffer.byteLength(JSON.stringify(schema)) > mostBytes) throw new SchemaFault('Must not exceed 32 KiB');
  const walk = new Walk(schema);
  const closed = walk.into(schema, '', 0);
  if (!isObject(closed) || closed.type !== 'object') throw new SchemaFault('Must have "type": "object"');
  return closed;
}

class Walk {
  readonly #root: JsonObject;
  #nodes = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  into(schema: unknown, path: string, depth: number): Json {
    this.#nodes += 1;
    if (this.#nodes > mostNodes || depth > deepest)
      throw new SchemaFault('Has too many parts, or references that lead in a circle');
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) throw new SchemaFault(`${path || 'It'} must be a schema`);
    if (!('$ref' in schema)) return this.#parts(schema, path, depth);
    const target = this.into(this.#find(schema.$ref), path, depth + 1);
    const { $ref: _, ...rest } = schema;
    const beside = Object.keys(rest).filter((word) => !leftOut.has(word) && word !== 'description');
    return beside.length === 0 ? target : { allOf: [target, this.#parts(rest, path, depth)] };
  }

  #parts(schema: JsonObject, path: string, depth: number): JsonObject {
    const parts: [string, Json][] = [];
    for (const [word, value] of Object.entries(schema)) {
      const here = `${path}/${word}`;
      const next = (one: unknown, at: string | number) => this.into(one, `${here}/${at}`, depth + 1);
      if (leftOut.has(word)) continue;
      if (plain.has(word)) parts.push([word, value]);
      else if (inside.one.has(word)) parts.push([word, this.into(value, here, depth + 1)]);
      else if (inside.list.has(word)) parts.push([word, listOf(value, here).map(next)]);
      else if (inside.named.has(word)) {
        if (!isObject(value)) throw new SchemaFault(`${here} must be an object`);
        const named = Object.entries(value).map(([name, one]) => [name, next(one, name)] as const);
        parts.push([word, Object.fromEntries(named)]);
      } else throw new SchemaFault(`${here}: "${word.slice(0, 40)}" cannot be used here`);
    }
    return Object.fromEntries(parts);
  }

  #find(reference: Json | undefined): unknown {
    if (reference === '#') return this.#root;
    const named = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(typeof reference === 'string' ? reference : '');
    const group = named && this.#root[named[1] as string];
    const name = named?.[2]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
    if (isObject(group) && Object.hasOwn(group, name)) return group[name];
    throw new SchemaFault(`"$ref" must lead to one of its own "$defs": ${String(reference).slice(0, 100)}`);
  }
}

function listOf(value: Json, path: string): readonly Json[] {
  if (Array.isArray(value)) return value;
  throw new SchemaFault(`${path} must be a list`);
}
