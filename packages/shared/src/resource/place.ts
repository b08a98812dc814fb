import { z } from 'zod';
import type { Right } from '../access/rights.ts';
import type { Caller } from '../caller.ts';
import { QueryId } from '../contract/index.ts';
import type { Base } from './capability.ts';
import type { Access, Place, Rows } from './rows.ts';
import { organizationBornAt } from './table.store.ts';

/** Parameters of a path, as a handler receives them. */
export type PathParams = Readonly<Record<string, unknown>>;

/** A resource at the top: its path has no parameters, and its own permissions decide. */
export function topPlace({ code, path }: Base): Place {
  return {
    path,
    params: {},
    fixed: {},
    hasOwnScope: true,
    permission: (right) => `${code}:${right}`,
    enter: async () => ({}),
    admits: async () => true,
    bornAt: organizationBornAt,
  };
}

/** The parameters of a list's path; a path without any has no 404. */
export function listParams(place: Place): { params?: z.ZodType<PathParams> } {
  return Object.keys(place.params).length === 0 ? {} : { params: z.strictObject(place.params) };
}

/** The parameters of one row's path. */
export function rowParams(place: Place, more: z.ZodRawShape = {}): z.ZodType<PathParams> {
  return z.strictObject({ ...place.params, id: QueryId, ...more });
}

/** Resolves the path of a list. @throws AppError as {@link Place.enter} */
export async function enterList(
  { place }: Pick<Rows, 'place'>,
  caller: Caller,
  params: PathParams | undefined,
  right: Right,
): Promise<Access> {
  return { caller, within: await place.enter(caller, params ?? {}, right) };
}

/** Resolves the path of a row. @throws AppError as {@link Place.enter} */
export async function enterRow(
  rows: Pick<Rows, 'place'>,
  caller: Caller,
  params: PathParams,
  right: Right,
): Promise<{ access: Access; id: number }> {
  return { access: await enterList(rows, caller, params, right), id: Number(params.id) };
}
