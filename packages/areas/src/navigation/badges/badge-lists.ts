import {
  AppError,
  areasOf,
  type BadgeQuery,
  type Caller,
  type Endpoint,
  type Platform,
  rejectUnknownCodes,
} from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { z } from 'zod';

/** The list of a resource: the endpoint without parameters in its path that requires reading the resource. */
export function findList(platform: Platform, resource: string): Endpoint | undefined {
  const lists = areasOf(platform)
    .flatMap(({ endpoints = [] }) => endpoints)
    .filter((one) => one.method === 'get' && one.can === `${resource}:read` && isList(one));
  return lists.toSorted((a, b) => a.path.length - b.path.length)[0];
}

const isList = ({ path, query }: Endpoint): boolean =>
  !path.includes(':') && query instanceof z.ZodObject && 'limit' in query.shape && 'total' in query.shape;

/** Parameters of lists that do not select records. */
const paging = ['limit', 'offset', 'page', 'after', 'total', 'sort', 'include', 'deleted', 'archived'];

/** Returns the field of a badge that is invalid and why; undefined if the list accepts its filter. */
export function findBadgeError(
  platform: Platform,
  { resource, filter }: BadgeQuery,
): { field: string; message: string } | undefined {
  const list = findList(platform, resource);
  if (!list) return { field: 'badge_query.resource', message: 'Must be the code of a resource with a list' };
  if (list.recordsReads)
    return {
      field: 'badge_query.resource',
      message: 'Records each read, so it cannot be counted for a menu',
    };
  const unknown = Object.keys(filter).find((name) => paging.includes(name));
  if (unknown !== undefined)
    return { field: `badge_query.filter.${unknown}`, message: 'Selects no records; remove it' };
  const parsed = parseFilter(list, filter);
  const [issue] = parsed.error?.issues ?? [];
  if (!issue) return undefined;
  const name = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0];
  return {
    field: ['badge_query.filter', name]
      .filter((part) => part !== undefined)
      .map(String)
      .join('.'),
    message: issue.message,
  };
}

/** Query parameters are text. */
const parseFilter = ({ query }: Endpoint, filter: BadgeQuery['filter']) =>
  (query as z.ZodType).safeParse({
    ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])),
    limit: '1',
  });

/** @throws AppError `invalid` for a value that an enum of the organization never had */
export async function rejectUnknownBadgeCodes(
  caller: Caller,
  { resource, filter }: BadgeQuery,
): Promise<void> {
  const list = findList(caller.platform, resource);
  if (list?.query) await rejectUnknownCodes(caller, list.query, filter, 'badge_query.filter.');
}

export interface Badge {
  count: number;
  is_exact: boolean;
}

/**
 * Counts what the list shows to the caller; null if they may not read it, which the list may also decide itself, or if it does
 * not accept the filter any more.
 */
export async function countAs(caller: Caller, { resource, filter }: BadgeQuery): Promise<Badge | null> {
  const list = caller.rowScopeFor(`${resource}:read`) ? findList(caller.platform, resource) : undefined;
  const query = list && parseFilter(list, filter);
  if (!list || list.recordsReads || !query?.success) return null;
  const call = { caller, params: {}, query: query.data, body: undefined };
  try {
    const { total, total_is_exact } = (await list.handler(call as never)) as ListPage<unknown>;
    return { count: total, is_exact: total_is_exact };
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') return null;
    throw error;
  }
}
