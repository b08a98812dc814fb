import type { Json, JsonObject } from '../prompt.ts';

const maxBytes = 32 * 1024;
const maxSchemaDepth = 24;

/** Limits of a schema whose references are inlined. */
interface SchemaLimits {
  maxSubschemas: number;
  /** The maximum length of `anyOf`, `oneOf` and `allOf`. */
  maxBranches: number;
  /** The maximum number of values of its keywords, such as those of `enum` and `required`. */
  maxValues: number;
  /** The maximum length of the values of its keywords. */
  maxInlinedBytes: number;
  /** The maximum length of the paths of all its keywords together: the compiled code contains each of them. */
  maxPathBytes: number;
}

/** Limits of schemas that are saved: compiling takes at most about 0.1 s of the event loop. */
export const limitsOfNew: SchemaLimits = {
  maxSubschemas: 200,
  maxBranches: 50,
  maxValues: 15_000,
  maxInlinedBytes: 64 * 1024,
  maxPathBytes: 256 * 1024,
};

/** Limits of stored schemas, which may have been saved before {@link limitsOfNew} applied. */
const limitsOfStored: SchemaLimits = {
  maxSubschemas: 1_000,
  maxBranches: Number.POSITIVE_INFINITY,
  maxValues: Number.POSITIVE_INFINITY,
  maxInlinedBytes: Number.POSITIVE_INFINITY,
  maxPathBytes: 4 * 1024 * 1024,
};

/** Keywords whose values contain schemas, by the shape of the value. */
const subschemaKeywords = {
  one: new Set(['additionalProperties', 'items', 'not', 'if', 'then', 'else']),
  list: new Set(['prefixItems', 'anyOf', 'oneOf', 'allOf']),
  named: new Set(['properties']),
};
const branchKeywords = new Set(['anyOf', 'oneOf', 'allOf']);
const plainKeywords = new Set([
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
const ignoredKeywords = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'examples',
  'default',
]);

export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface InlinedSchema {
  schema: JsonObject;
  /** The length of the schema and of the paths of its keywords. The compiled code takes a multiple of it. */
  bytes: number;
}

/**
 * Returns the schema with its references inlined, and without keywords that do not affect validation. Validation then
 * takes at most the product of the numbers of values in schema and output, because circular references and patterns are
 * rejected.
 *
 * @throws SchemaError
 */
export function inlineReferences(schema: JsonObject, limits = limitsOfStored): InlinedSchema {
  if (Buffer.byteLength(JSON.stringify(schema)) > maxBytes) throw new SchemaError('Must not exceed 32 KiB');
  const walk = new SchemaInliner(schema, limits);
  const closed = walk.inline(schema, '', 0);
  if (!isObject(closed) || closed.type !== 'object') throw new SchemaError('Must have "type": "object"');
  return { schema: closed, bytes: Buffer.byteLength(JSON.stringify(closed)) + walk.pathBytes };
}

/** The number of values in a value, including itself. */
export function countValues(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + countValues(one), 1);
}

class SchemaInliner {
  readonly #root: JsonObject;
  readonly #limits: SchemaLimits;
  #subschemas = 0;
  #values = 0;
  #bytes = 0;
  #pathBytes = 0;

  constructor(root: JsonObject, limits: SchemaLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  get pathBytes(): number {
    return this.#pathBytes;
  }

  inline(schema: unknown, path: string, depth: number): Json {
    const { maxSubschemas } = this.#limits;
    this.#subschemas += 1;
    this.#countPath(path);
    if (this.#subschemas > maxSubschemas || depth > maxSchemaDepth)
      throw new SchemaError(
        `Has too many subschemas (at most ${maxSubschemas}) or levels (at most ${maxSchemaDepth}), or circular references`,
      );
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) throw new SchemaError(`${path || 'The schema'} must be an object or a boolean`);
    if (!('$ref' in schema)) return this.#parts(schema, path, depth);
    const target = this.inline(this.#find(schema.$ref), path, depth + 1);
    const { $ref: _, ...rest } = schema;
    const siblings = Object.keys(rest).filter((word) => !ignoredKeywords.has(word) && word !== 'description');
    return siblings.length === 0 ? target : { allOf: [target, this.#parts(rest, path, depth)] };
  }

  #parts(schema: JsonObject, path: string, depth: number): JsonObject {
    const parts: [string, Json][] = [];
    for (const [word, value] of Object.entries(schema)) {
      const here = `${path}/${word}`;
      const next = (one: unknown, at: string | number) => this.inline(one, `${here}/${at}`, depth + 1);
      if (ignoredKeywords.has(word)) continue;
      this.#countPath(here);
      if (plainKeywords.has(word)) parts.push([word, this.#plain(value)]);
      else if (subschemaKeywords.one.has(word)) parts.push([word, this.inline(value, here, depth + 1)]);
      else if (subschemaKeywords.list.has(word)) parts.push([word, this.#list(word, value, here).map(next)]);
      else if (subschemaKeywords.named.has(word)) {
        if (!isObject(value)) throw new SchemaError(`${here} must be an object`);
        const named = Object.entries(value).map(([name, one]) => [name, next(one, name)] as const);
        parts.push([word, Object.fromEntries(named)]);
      } else throw new SchemaError(`${here}: the keyword "${word.slice(0, 40)}" is not supported`);
    }
    return Object.fromEntries(parts);
  }

  #plain(value: Json): Json {
    const { maxValues, maxInlinedBytes } = this.#limits;
    this.#values += countValues(value);
    this.#bytes += Buffer.byteLength(JSON.stringify(value));
    const inlined = 'after every "$ref" is replaced by its definition';
    if (this.#values > maxValues)
      throw new SchemaError(`Must have at most ${maxValues.toLocaleString('en')} values ${inlined}`);
    if (this.#bytes > maxInlinedBytes)
      throw new SchemaError(`Must not exceed ${maxInlinedBytes / 1024} KiB ${inlined}`);
    return value;
  }

  /** Counts a path about as long as the compiled code writes it, which encodes most characters. */
  #countPath(path: string): void {
    const { maxPathBytes } = this.#limits;
    this.#pathBytes += encodeURIComponent(path.toWellFormed()).length;
    if (this.#pathBytes > maxPathBytes)
      throw new SchemaError(
        `The paths of its keywords must not exceed ${maxPathBytes / 1024} KiB in all: shorten the names of its properties, or use fewer keywords`,
      );
  }

  #list(word: string, value: Json, path: string): readonly Json[] {
    if (!Array.isArray(value)) throw new SchemaError(`${path} must be a list`);
    const { maxBranches } = this.#limits;
    if (branchKeywords.has(word) && value.length > maxBranches)
      throw new SchemaError(`${path} must have at most ${maxBranches} branches`);
    return value;
  }

  #find(reference: Json | undefined): unknown {
    if (reference === '#') return this.#root;
    const named = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(typeof reference === 'string' ? reference : '');
    const group = named && this.#root[named[1] as string];
    const name = named?.[2]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
    if (isObject(group) && Object.hasOwn(group, name)) return group[name];
    throw new SchemaError(
      `"$ref" must refer to the schema's own "$defs": ${String(reference).slice(0, 100)}`,
    );
  }
}
