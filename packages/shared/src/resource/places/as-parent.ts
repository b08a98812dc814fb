import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { AnyDeclaration } from '../compose.ts';
import type { AnyRow } from '../rows/row.ts';
import { lockLive } from '../rows/rows.store.ts';
import type { Rows } from '../rows/rows.ts';
import { asSubjectOf } from '../rows/table.store.ts';
import type { ParentResource } from './parent-resource.ts';
import { idFrom } from './place.ts';

interface Access {
  find(caller: Caller, id: number, right: Right): Promise<AnyRow | undefined>;
  required(caller: Caller, id: number, right: Right): Promise<AnyRow>;
}

/** A declared resource as the parent of another: its path parameter is `positionId` for `position`, or its address. */
export function asParentOf(declared: AnyDeclaration, rows: Rows, { find, required }: Access): ParentResource {
  const { code, place, noun, table, address } = rows;
  const hasId = address.name === 'id';
  const camelCase = code.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const param = hasId ? `${camelCase}Id` : address.name;
  return {
    path: `${place.path}/:${param}`,
    params: { ...place.params, [param]: address.schema },
    table: table.name,
    noun,
    resource: code,
    aggregate: table.aggregate,
    enter: async (caller, params, right) => {
      await place.enter(caller, params, right);
      const id = hasId ? Number(params[param]) : await idFrom(rows, caller, params);
      return (await required(caller, id, right)).id;
    },
    admits: async (caller, id, right) => (await find(caller, id, right)) !== undefined,
    ...(table.columns.includes('deleted_at') && {
      lock: (tx, caller, id, strength) => lockLive(tx, caller, table.name, id, strength),
    }),
    ...asSubjectOf(table.name, declared),
  };
}
