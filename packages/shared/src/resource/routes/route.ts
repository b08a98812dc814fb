import { z } from 'zod';
import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import { QueryId } from '../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { ResourceBase } from '../capability.ts';
import type { ResourceRoute, RowAccess, RowAddress, Rows } from '../rows/rows.ts';
import { organizationCreatedAt } from '../rows/table.store.ts';
import { findIdByAddress } from './addressed-by.store.ts';

/** Parameters of a path, as a handler receives them. */
export type PathParams = Readonly<Record<string, unknown>>;

/** A resource at the top: its path has no parameters, and its own permissions decide. */
export function topLevelRoute({ code, path }: ResourceBase): ResourceRoute {
  return {
    path,
    params: {},
    fixed: {},
    hasOwnScope: true,
    permission: (right) => `${code}:${right}`,
    resolve: async () => ({}),
    isPermitted: async () => true,
    createdAt: organizationCreatedAt,
  };
}

/** Rows are named by their id unless a capability says otherwise. */
export const addressById: RowAddress = { name: 'id', schema: QueryId };

/** The parameters of a list's path; a path without any has no 404. */
export function listParams(place: ResourceRoute): { params?: z.ZodType<PathParams> } {
  return Object.keys(place.params).length === 0 ? {} : { params: z.strictObject(place.params) };
}

/** The path of one row. */
export const rowPath = ({ route, address }: Pick<Rows, 'route' | 'address'>) =>
  `${route.path}/:${address.name}`;

/** The parameters of one row's path. */
export function rowParams(
  { route, address }: Pick<Rows, 'route' | 'address'>,
  more: z.ZodRawShape = {},
): z.ZodType<PathParams> {
  return z.strictObject({ ...route.params, [address.name]: address.schema, ...more });
}

/** Resolves the path of a list. @throws AppError as {@link ResourceRoute.resolve} */
export async function resolveList(
  { route }: Pick<Rows, 'route'>,
  caller: Caller,
  params: PathParams | undefined,
  right: Right,
): Promise<RowAccess> {
  return { caller, within: await route.resolve(caller, params ?? {}, right) };
}

/** Resolves the path of a row. @throws AppError as {@link ResourceRoute.resolve}, `not_found` for an address that no live row has */
export async function resolveRow(
  rows: Rows,
  caller: Caller,
  params: PathParams,
  right: Right,
): Promise<{ access: RowAccess; id: number }> {
  const access = await resolveList(rows, caller, params, right);
  return { access, id: await resolveRowId(rows, caller, params) };
}

/** The id of the row that a path names. @throws AppError `not_found` */
export async function resolveRowId(rows: Rows, caller: Caller, params: PathParams): Promise<number> {
  const value = params[rows.address.name];
  if (rows.address.name === 'id') return Number(value);
  const id = await findIdByAddress(rows, caller, value);
  if (id === undefined) throw notFound(rows.noun);
  return id;
}
