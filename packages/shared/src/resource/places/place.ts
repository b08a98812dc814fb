import { z } from 'zod';
import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import { QueryId } from '../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { Base } from '../capability.ts';
import type { Access, Address, Place, Rows } from '../rows/rows.ts';
import { organizationBornAt } from '../rows/table.store.ts';
import { findIdByAddress } from './addressed.store.ts';

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

/** Rows are named by their id unless a capability says otherwise. */
export const byId: Address = { name: 'id', schema: QueryId };

/** The parameters of a list's path; a path without any has no 404. */
export function listParams(place: Place): { params?: z.ZodType<PathParams> } {
  return Object.keys(place.params).length === 0 ? {} : { params: z.strictObject(place.params) };
}

/** The path of one row. */
export const rowPath = ({ place, address }: Pick<Rows, 'place' | 'address'>) =>
  `${place.path}/:${address.name}`;

/** The parameters of one row's path. */
export function rowParams(
  { place, address }: Pick<Rows, 'place' | 'address'>,
  more: z.ZodRawShape = {},
): z.ZodType<PathParams> {
  return z.strictObject({ ...place.params, [address.name]: address.schema, ...more });
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

/** Resolves the path of a row. @throws AppError as {@link Place.enter}, `not_found` for an address that no live row has */
export async function enterRow(
  rows: Rows,
  caller: Caller,
  params: PathParams,
  right: Right,
): Promise<{ access: Access; id: number }> {
  const access = await enterList(rows, caller, params, right);
  return { access, id: await idFrom(rows, caller, params) };
}

/** The id of the row that a path names. @throws AppError `not_found` */
export async function idFrom(rows: Rows, caller: Caller, params: PathParams): Promise<number> {
  const value = params[rows.address.name];
  if (rows.address.name === 'id') return Number(value);
  const id = await findIdByAddress(rows, caller, value);
  if (id === undefined) throw notFound(rows.noun);
  return id;
}
