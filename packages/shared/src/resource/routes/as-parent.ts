import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { AnyDeclaration } from '../compose.ts';
import type { AnyRow } from '../rows/row.ts';
import { rowCondition } from '../rows/row-condition.store.ts';
import { lockLiveRow } from '../rows/rows.store.ts';
import type { Rows } from '../rows/rows.ts';
import { subjectForChildren } from '../rows/table.store.ts';
import type { ParentResource } from './parent-resource.ts';
import { resolveRowId } from './route.ts';

interface RowFinders {
  find(caller: Caller, id: number, right: Right): Promise<AnyRow | undefined>;
  required(caller: Caller, id: number, right: Right): Promise<AnyRow>;
}

/**
 * Creates the {@link ParentResource} of a declared resource. The path parameter is `positionId` for the code
 * `position`, or the field of `addressedBy`.
 */
export function createParentResource(
  declared: AnyDeclaration,
  rows: Rows,
  { find, required }: RowFinders,
): ParentResource {
  const { code, route, noun, table, address } = rows;
  const hasId = address.name === 'id';
  const camelCase = code.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const param = hasId ? `${camelCase}Id` : address.name;
  return {
    path: `${route.path}/:${param}`,
    params: { ...route.params, [param]: address.schema },
    table: table.name,
    noun,
    resource: code,
    aggregate: table.aggregate,
    resolve: async (caller, params, right) => {
      await route.resolve(caller, params, right);
      const id = hasId ? Number(params[param]) : await resolveRowId(rows, caller, params);
      return (await required(caller, id, right)).id;
    },
    isPermitted: async (caller, id, right) => (await find(caller, id, right)) !== undefined,
    condition: (caller, right, alias) => rowCondition(rows, caller, right, alias),
    ...(table.columns.includes('deleted_at') && {
      lock: (tx, caller, id, strength) => lockLiveRow(tx, caller, table.name, id, strength),
    }),
    ...subjectForChildren(table.name, declared),
  };
}
