import type { Access, Endpoint, PermittedStates } from '@wfp/shared';
import { addFormHints, listFields, type Names } from './fields/describe-fields.ts';
import { type JsonSchema, toJsonSchema } from './fields/json-schema.ts';

/** An operation on a record, or on the list, in addition to the standard ones. */
export interface Action {
  name: string;
  summary: string;
  method: 'post' | 'put';
  path: string;
  applies_to: 'record' | 'list';
  can: Access;
  secret_fields: readonly string[];
  /** The states of the record in which the operation can succeed; all if omitted. */
  when?: PermittedStates;
  /** The schema of the body; null if there is none. */
  schema: JsonSchema | null;
}

const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ':');

/** True for the path of something below `parent`: `/teams/:team_id/members` below `/teams/:id`. */
export const isChildPath = (path: string, parent: string): boolean =>
  withoutNames(path).startsWith(`${withoutNames(parent)}/`) &&
  /^[a-z0-9-]+$/.test(withoutNames(path).slice(withoutNames(parent).length + 1));

/** Describes the operations below the path of a list and of its rows. Those that create records of a part are omitted. */
export function describeActions(
  listPath: string,
  rowPath: string | undefined,
  all: readonly Endpoint[],
  names: Names,
): Action[] {
  const read = new Set(all.filter((one) => one.method === 'get').map((one) => `${one.kind} ${one.path}`));
  return all.flatMap((one): Action[] => {
    const { method, path, kind } = one;
    if ((method !== 'post' && method !== 'put') || kind !== 'plain' || read.has(`plain ${path}`)) return [];
    const isOnRecord = rowPath !== undefined && isChildPath(path, rowPath);
    if (!isOnRecord && !isChildPath(path, listPath)) return [];
    return [
      {
        name: path.split('/').at(-1) ?? '',
        summary: one.summary,
        method,
        path,
        applies_to: isOnRecord ? 'record' : 'list',
        can: one.can,
        secret_fields: one.secretFields ?? [],
        ...(one.when && { when: one.when }),
        schema: one.body ? bodySchema(toJsonSchema(one.body, 'input'), names) : null,
      },
    ];
  });
}

const bodySchema = (schema: JsonSchema, names: Names): JsonSchema =>
  addFormHints(schema, listFields(undefined, { create: schema }, names), names);
