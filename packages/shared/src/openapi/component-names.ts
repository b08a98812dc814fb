import type { z } from 'zod';
import { schemaNameOf } from '../contract/schema-names.ts';
import { type Endpoint, successOf } from '../endpoint/endpoint.ts';
import { listRowSchema, singular, toPascalCase } from './operation-id.ts';

/** An endpoint with its operation id. */
export interface NamedEndpoint {
  one: Endpoint;
  operationId: string;
}

/**
 * Component names for the schemas of bodies and responses: the name given with `named()`, otherwise one derived from
 * the operation. The row of a list is named after the path (`Task`), the bodies that create and change it
 * `TaskCreate` and `TaskPatch`; other responses and bodies after their operation.
 *
 * @throws Error if two schemas would have the same name
 */
export class ComponentNames {
  readonly #bySchema = new Map<z.ZodType, string>();
  readonly #byName = new Map<string, z.ZodType>();

  constructor(endpoints: readonly NamedEndpoint[]) {
    const responses = endpoints.flatMap(({ one, operationId }) => {
      const { shape } = successOf(one);
      return shape ? [{ shape, operationId }] : [];
    });
    const lists = responses.filter(({ shape }) => listRowSchema(shape));
    for (const { shape, operationId } of lists) this.#nameRow(listRowSchema(shape), operationId);
    for (const { shape, operationId } of lists) this.#nameList(shape, operationId);
    for (const { shape, operationId } of responses) this.#nameResponse(shape, operationId);
    for (const { one, operationId } of endpoints) if (one.body) this.#nameBody(one.body, operationId);
  }

  get all(): ReadonlyMap<z.ZodType, string> {
    return this.#bySchema;
  }

  nameOf(schema: z.ZodType): string {
    const name = this.#bySchema.get(schema);
    if (name === undefined) throw new Error('A schema has no name');
    return name;
  }

  /** Adds a nested schema if it has a name of its own. */
  add(schema: z.ZodType): void {
    const name = schemaNameOf(schema);
    if (name !== undefined) this.#set(schema, name);
  }

  #nameRow(row: z.ZodType | undefined, operationId: string): void {
    if (!row || this.#bySchema.has(row)) return;
    const thing = resourceNameIn(operationId, 'list');
    const name =
      schemaNameOf(row) ?? (thing && row.type === 'object' ? toPascalCase(singular(thing)) : undefined);
    if (name !== undefined && (schemaNameOf(row) || !this.#byName.has(name))) this.#set(row, name);
  }

  #nameList(shape: z.ZodType, operationId: string): void {
    if (this.#bySchema.has(shape)) return;
    const row = this.#bySchema.get(listRowSchema(shape) as z.ZodType);
    this.#set(shape, schemaNameOf(shape) ?? (row ? `${row}List` : `${toPascalCase(operationId)}Response`));
  }

  #nameResponse(shape: z.ZodType, operationId: string): void {
    if (this.#bySchema.has(shape)) return;
    const fetched = resourceNameIn(operationId, 'get');
    const created = resourceNameIn(operationId, 'create');
    const choices = [
      schemaNameOf(shape),
      fetched,
      fetched && `${fetched}Detail`,
      created && `${created}Created`,
      `${toPascalCase(operationId)}Response`,
    ];
    this.#set(shape, choices.find((name) => name !== undefined && !this.#byName.has(name)) ?? '');
  }

  #nameBody(body: z.ZodType, operationId: string): void {
    if (this.#bySchema.has(body)) return;
    const created = resourceNameIn(operationId, 'create');
    const updated = resourceNameIn(operationId, 'update');
    const byVerb = (created && `${created}Create`) ?? (updated && `${updated}Patch`);
    this.#set(body, schemaNameOf(body) ?? byVerb ?? `${toPascalCase(operationId)}Request`);
  }

  #set(schema: z.ZodType, name: string): void {
    const known = this.#byName.get(name);
    if (known === schema) return;
    if (known || name === '')
      throw new Error(`Two schemas of the API would be called ${name}; name one with named()`);
    this.#byName.set(name, schema);
    this.#bySchema.set(schema, name);
  }
}

function resourceNameIn(operationId: string, verb: string): string | undefined {
  return operationId.match(new RegExp(`^${verb}([A-Z].*)$`))?.[1];
}
