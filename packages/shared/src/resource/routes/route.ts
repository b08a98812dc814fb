import { z } from 'zod';
import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import { QueryId } from '../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { ResourceBase } from '../capability.ts';
import type { ResourceRoute, RowAccess, RowAddress, Rows } from '../rows/rows.ts';
import { organizationCreatedAt } from '../rows/table.store.ts';
import { findIdByAddress } from './addressed-by.store.ts';

export type PathParams = Readonly<Record<string, unknown>>;

/** The route of a resource without a parent. */
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

/** The default address: the id. */
export const addressById: RowAddress = { name: 'id', schema: QueryId };

/** The schema of the list's path parameters; omitted if there are none, so that the endpoint declares no 404. */
export function listParams(route: ResourceRoute): { params?: z.ZodType<PathParams> } {
  return Object.keys(route.params).length === 0 ? {} : { params: z.strictObject(route.params) };
}

export const rowPath = ({ route, address }: Pick<Rows, 'route' | 'address'>) =>
  `${route.path}/:${address.name}`;

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

/**
 * Resolves the path of a row. @throws AppError as {@link ResourceRoute.resolve}, `not_found` for an address that no
 * live row has
 */
export async function resolveRow(
  rows: Rows,
  caller: Caller,
  params: PathParams,
  right: Right,
): Promise<{ access: RowAccess; id: number }> {
  const access = await resolveList(rows, caller, params, right);
  return { access, id: await resolveRowId(rows, caller, params) };
}

/** @throws AppError `not_found` for an address that no live row has */
export async function resolveRowId(rows: Rows, caller: Caller, params: PathParams): Promise<number> {
  const value = params[rows.address.name];
  if (rows.address.name === 'id') return Number(value);
  const id = await findIdByAddress(rows, caller, value);
  if (id === undefined) throw notFound(rows.noun);
  return id;
}
