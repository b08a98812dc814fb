import { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { findRightsOnRows } from './find-rights.store.ts';
import type { RowRights } from './row-rights.store.ts';

const IncludeParameter = z.enum(['can']).optional().meta({
  description: 'can: each record has `can`, your rights on it',
});

interface ReadCall {
  caller: Caller;
  query: Record<string, unknown>;
}

type Row = { id: number };
type List = { data: Row[] };
/** A record, a list of records, or a board: a list in each column. */
type Result = Row | List | { columns: List[] };

/**
 * Adds `include=can` to an endpoint that returns a record, a list or a board: each record in the response then has `can`.
 * Returns other endpoints unchanged.
 */
export function withRowRights(one: Endpoint): Endpoint {
  const { rowRights, query = z.strictObject({}), handler } = one;
  if (!rowRights) return one;
  const read = handler as (call: object) => Promise<unknown>;
  return {
    ...one,
    query: (query as z.ZodObject).safeExtend({ include: IncludeParameter }),
    handler: async ({ query: { include, ...query }, ...call }: ReadCall) => {
      const result = await read({ ...call, query });
      return include === undefined ? result : addRights(call.caller, rowRights, result as Result);
    },
  };
}

async function addRights(caller: Caller, source: RowRights, result: Result): Promise<object> {
  const ids = rowsOf(result).map(({ id }) => id);
  const rights = await findRightsOnRows(caller, source, ids);
  const withCan = (row: Row) => ({ ...row, can: rights.get(row.id) ?? [] });
  if ('id' in result) return withCan(result);
  const ofList = (list: List) => ({ ...list, data: list.data.map(withCan) });
  return 'columns' in result ? { ...result, columns: result.columns.map(ofList) } : ofList(result);
}

function rowsOf(result: Result): Row[] {
  if ('id' in result) return [result];
  return 'columns' in result ? result.columns.flatMap(({ data }) => data) : result.data;
}
