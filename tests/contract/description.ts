import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type {
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  Response,
  Schema,
} from '../../packages/shared/src/openapi/document-types.ts';

const file = path.resolve(import.meta.dirname, '../../docs/openapi.json');

/** An operation of the description, and where it is. */
export interface DescribedOperation {
  /** `POST /tasks/{id}/move` */
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

/** The description of the API, as it is committed, with what it takes to check by it. */
export class Description {
  readonly document: OpenApiDocument;
  readonly operations: readonly DescribedOperation[];
  readonly #ajv: Ajv;
  readonly #byLength: Map<number, { parts: string[]; methods: Record<string, DescribedOperation> }[]>;
  readonly #validators = new WeakMap<Schema, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.operations = Object.entries(document.paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${at}`,
        method: method.toUpperCase(),
        path: at,
        operation,
      })),
    );
    this.#byLength = groupPaths(this.operations);
    // Optimizing the code of a validator takes longer than all its calls in a run.
    const code = { optimize: false };
    this.#ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, coerceTypes: false, code });
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'api', components: { schemas: closeObjects(document.components.schemas) } });
  }

  /** The operation that a request is for; undefined where there is none. */
  find(method: string, at: string): DescribedOperation | undefined {
    const parts = at.split('?')[0]?.split('/') ?? [];
    const found = this.#byLength
      .get(parts.length)
      ?.find((one) => one.parts.every((part, index) => part.startsWith('{') || part === parts[index]));
    return found?.methods[method];
  }

  /** What is wrong with a value by a schema, where an answer has nothing but what is described; null where nothing is. */
  findErrors(schema: Schema, value: unknown): string | null {
    const validate =
      this.#validators.get(schema) ?? this.#ajv.compile(withAbsoluteRefs(closeObjects(schema)));
    this.#validators.set(schema, validate);
    return validate(value) ? null : this.#ajv.errorsText(validate.errors, { dataVar: 'it' });
  }

  response(one: Operation['responses'][string]): Response {
    return isReference(one) ? (this.#at(one) as unknown as Response) : one;
  }

  parameters({ operation }: DescribedOperation): Parameter[] {
    return (operation.parameters ?? []).map((one) =>
      isReference(one) ? (this.#at(one) as unknown as Parameter) : one,
    );
  }

  /** A schema without a reference at its top. */
  schema(one: Schema): Schema {
    return one.$ref ? this.schema(this.#at(one as Reference) as Schema) : one;
  }

  header(reference: Reference) {
    return this.#at(reference) as unknown as { required?: boolean; schema: Schema };
  }

  #at({ $ref }: Reference): unknown {
    return $ref
      .split('/')
      .slice(1)
      .reduce((value: unknown, key) => (value as Record<string, unknown>)[key], this.document);
  }
}

const isReference = (one: object): one is Reference => '$ref' in one;

let cachedDescription: Description | undefined;
/** The committed description, read once. */
export function description(): Description {
  cachedDescription ??= new Description(JSON.parse(readFileSync(file, 'utf8')));
  return cachedDescription;
}

/** The operation of an endpoint: where it is described is the same path in other words. */
export function findOperation({ method, path: at }: { method: string; path: string }): DescribedOperation {
  const found = description().find(method.toUpperCase(), at.replace(/:(\w+)/g, '{$1}'));
  if (!found) throw new Error(`${method} ${at} is not described`);
  return found;
}

/** The schema of the JSON that an operation takes. */
export function bodySchema({ operation }: DescribedOperation): Schema | undefined {
  const content = operation.requestBody?.content['application/json'];
  return content && description().schema(content.schema);
}

/** The body that the description gives as an example. */
export const exampleFor = (one: { method: string; path: string }): unknown =>
  bodySchema(findOperation(one))?.example;

/** Values for the parameters that an operation cannot do without. */
export const requiredQuery = (one: { method: string; path: string }): Record<string, string> =>
  Object.fromEntries(
    description()
      .parameters(findOperation(one))
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => [name, String(description().schema(schema).enum?.[0] ?? 1)]),
  );

/** Paths by their length; of those that could be the same, the one with words comes before the one with parameters. */
function groupPaths(operations: readonly DescribedOperation[]) {
  const paths = [...Map.groupBy(operations, (one) => one.path)].map(([at, same]) => ({
    parts: at.split('/'),
    methods: Object.fromEntries(same.map((one) => [one.method, one])),
  }));
  const variables = (one: { parts: string[] }) => one.parts.filter((part) => part.startsWith('{')).length;
  paths.sort((a, b) => variables(a) - variables(b));
  return Map.groupBy(paths, (one) => one.parts.length);
}

/** Objects may have fields that nobody described, so that some can be added; in tests they may not. */
function closeObjects<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closeObjects) as Part;
  if (part === null || typeof part !== 'object') return part;
  const changed = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closeObjects(value)]));
  if (changed.properties && changed.type === 'object') changed.additionalProperties ??= false;
  // Words of OpenAPI 3.0 that JSON Schema has by other means.
  if (changed.exclusiveMinimum === true) changed.exclusiveMinimum = changed.minimum;
  if (changed.exclusiveMaximum === true) changed.exclusiveMaximum = changed.maximum;
  return changed as Part;
}

/** The same with its references leading into what the validator knows. */
function withAbsoluteRefs<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part).replaceAll('"#/components/', '"api#/components/'));
}
