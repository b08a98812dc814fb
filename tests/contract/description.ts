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

/** An operation with its path and method. */
export interface DescribedOperation {
  /** `POST /tasks/{id}/move` */
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

/** The committed OpenAPI document, with validators for its schemas. */
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
    // Optimizing a validator takes longer than all of its calls in a run. The check `openapi-lint` validates the schemas.
    const speed = { code: { optimize: false }, inlineRefs: false, validateSchema: false };
    this.#ajv = new Ajv({
      strict: false,
      allErrors: true,
      validateFormats: true,
      coerceTypes: false,
      ...speed,
    });
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'api', components: { schemas: closeObjects(document.components.schemas) } });
  }

  /** Finds the operation of a request. */
  find(method: string, at: string): DescribedOperation | undefined {
    const parts = at.split('?')[0]?.split('/') ?? [];
    const found = this.#byLength
      .get(parts.length)
      ?.find((one) => one.parts.every((part, index) => part.startsWith('{') || part === parts[index]));
    return found?.methods[method];
  }

  /** Validates a value; undescribed fields are errors. Returns the errors, or null if there are none. */
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

  /** Resolves a reference. */
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
export function description(): Description {
  cachedDescription ??= new Description(JSON.parse(readFileSync(file, 'utf8')));
  return cachedDescription;
}

export function findOperation({ method, path: at }: { method: string; path: string }): DescribedOperation {
  const found = description().find(method.toUpperCase(), at.replace(/:(\w+)/g, '{$1}'));
  if (!found) throw new Error(`${method} ${at} has no description`);
  return found;
}

/** Returns the schema of a JSON body. */
export function bodySchema({ operation }: DescribedOperation): Schema | undefined {
  const content = operation.requestBody?.content['application/json'];
  return content && description().schema(content.schema);
}

/** Returns the example of the body. */
export const exampleFor = (one: { method: string; path: string }): unknown =>
  bodySchema(findOperation(one))?.example;

/** Returns values for the required query parameters. */
export const requiredQuery = (one: { method: string; path: string }): Record<string, string> =>
  Object.fromEntries(
    description()
      .parameters(findOperation(one))
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => [name, String(description().schema(schema).enum?.[0] ?? 1)]),
  );

/** Groups paths by their number of segments. Paths with fewer parameters come first, because they take precedence. */
function groupPaths(operations: readonly DescribedOperation[]) {
  const paths = [...Map.groupBy(operations, (one) => one.path)].map(([at, same]) => ({
    parts: at.split('/'),
    methods: Object.fromEntries(same.map((one) => [one.method, one])),
  }));
  const variables = (one: { parts: string[] }) => one.parts.filter((part) => part.startsWith('{')).length;
  paths.sort((a, b) => variables(a) - variables(b));
  return Map.groupBy(paths, (one) => one.parts.length);
}

/** Forbids undescribed fields, which clients must ignore, so that tests find them. */
function closeObjects<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closeObjects) as Part;
  if (part === null || typeof part !== 'object') return part;
  const changed = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closeObjects(value)]));
  if (changed.properties && changed.type === 'object') changed.additionalProperties ??= false;
  // In OpenAPI 3.0 these are booleans, in JSON Schema numbers.
  if (changed.exclusiveMinimum === true) changed.exclusiveMinimum = changed.minimum;
  if (changed.exclusiveMaximum === true) changed.exclusiveMaximum = changed.maximum;
  return changed as Part;
}

/** Points references to the schema registered with the validator. */
function withAbsoluteRefs<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part).replaceAll('"#/components/', '"api#/components/'));
}
