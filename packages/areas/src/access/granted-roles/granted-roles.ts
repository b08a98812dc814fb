import { setImmediate } from 'node:timers/promises';
import { AppError, type HeldGrant, type Platform, systemCaller } from '@wfp/shared';
import { readRows } from '@wfp/shared/db';
import { findRoleContents, findRoleHashes, type ReadRows } from './granted-roles.store.ts';
import { type GrantedRole, type HashedRole, RoleCache } from './role-cache.ts';

/** Roles at one version of the organization's roles. Lacks roles that changed while they were read. */
interface RolesAtVersion {
  version: string;
  byId: ReadonlyMap<number, HashedRole>;
}

const cachesByDatabase = new WeakMap<Platform['database'], RoleCache>();

export function roleCacheOf({ database }: Platform): RoleCache {
  const cache = cachesByDatabase.get(database) ?? new RoleCache();
  cachesByDatabase.set(database, cache);
  return cache;
}

/** One statement returns at most as many roles, because the process does nothing else while it parses them. */
const maxRolesRead = 10;

/**
 * Returns the roles with these hashes, from the cache or else from the database. The result lacks roles that have another hash
 * by now.
 */
export async function completeRoles(
  cache: RoleCache,
  rows: ReadRows,
  org_id: number,
  hashes: ReadonlyMap<number, string>,
): Promise<Map<number, HashedRole>> {
  const byId = new Map<number, HashedRole>();
  const missing: number[] = [];
  for (const [id, hash] of hashes) {
    const role = cache.findByHash(org_id, id, hash);
    if (role) byId.set(id, { hash, role });
    else missing.push(id);
  }
  for (let start = 0; start < missing.length; start += maxRolesRead) {
    const read = await findRoleContents(rows, org_id, missing.slice(start, start + maxRolesRead));
    cache.add(org_id, null, read);
    for (const [id, role] of read) if (role.hash === hashes.get(id)) byId.set(id, role);
  }
  return byId;
}

/**
 * Reads roles of organizations at their current version: for each organization one read at a time, for all requests that
 * wait for it.
 */
class RoleReader {
  readonly #platform: Platform;
  readonly #running = new Map<number, Promise<unknown>>();
  readonly #next = new Map<number, { ids: Set<number>; roles: Promise<RolesAtVersion | undefined> }>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Returns undefined if the organization does not exist. */
  read(org_id: number, wanted: readonly number[]): Promise<RolesAtVersion | undefined> {
    const waiting = this.#next.get(org_id);
    const ids = waiting?.ids ?? new Set<number>();
    for (const id of wanted) ids.add(id);
    if (waiting) return waiting.roles;
    const roles = this.#readNext(org_id, ids);
    this.#next.set(org_id, { ids, roles });
    return roles;
  }

  async #readNext(org_id: number, ids: ReadonlySet<number>): Promise<RolesAtVersion | undefined> {
    // Requests that were received until then are included.
    await (this.#running.get(org_id) ?? setImmediate());
    this.#next.delete(org_id);
    const roles = this.#read(org_id, [...ids]);
    const ended = roles.then(
      () => undefined,
      () => undefined,
    );
    this.#running.set(org_id, ended);
    try {
      return await roles;
    } finally {
      if (this.#running.get(org_id) === ended) this.#running.delete(org_id);
    }
  }

  async #read(org_id: number, ids: readonly number[]): Promise<RolesAtVersion | undefined> {
    const origin = { request_id: 'roles', ip: null, user_agent: null };
    const caller = systemCaller(this.#platform, org_id, origin, []);
    // On a connection of the organization's share: roles take longer than reads by key.
    const rows: ReadRows = (statement) => readRows(caller, statement);
    const found = await findRoleHashes(rows, org_id, ids);
    if (!found) return undefined;
    const cache = roleCacheOf(this.#platform);
    const live = new Map(found.hashes);
    const byId = await completeRoles(cache, rows, org_id, live);
    for (const id of ids) if (!live.has(id)) byId.set(id, { hash: null, role: null });
    cache.add(org_id, found.version, byId);
    return { version: found.version, byId };
  }
}

const readers = new WeakMap<Platform['database'], RoleReader>();

function readerOf(platform: Platform): RoleReader {
  const reader = readers.get(platform.database) ?? new RoleReader(platform);
  readers.set(platform.database, reader);
  return reader;
}

/** A grant as statements return it: an array, because field names would cost more than the values. */
export type GrantTuple = [role_id: number, scope: HeldGrant['scope'], team_id: number | null];

/** A row with the grants of a user and the version of the organization's roles. */
export interface GrantsRow {
  org_id: number;
  roles_version: string;
  grants: GrantTuple[];
}

/** Returns the grants of live roles; undefined if one of the roles is not known. */
function toHeldGrants(
  tuples: readonly GrantTuple[],
  find: (role_id: number) => GrantedRole | null | undefined,
): HeldGrant[] | undefined {
  const grants: HeldGrant[] = [];
  for (const [role_id, scope, team_id] of tuples) {
    const role = find(role_id);
    if (role === undefined) return undefined;
    if (role !== null) grants.push({ ...role, scope, team_id });
  }
  return grants;
}

const maxAttempts = 5;

/**
 * Finds a row with its grants, and adds their roles: without another statement if all are cached. Otherwise the roles are
 * read, and then the row again, so that grants and roles are of the same time and everything else is current.
 *
 * @throws AppError `unavailable` if the roles of the organization change each time
 */
export async function findWithRoles<Row extends GrantsRow>(
  platform: Platform,
  find: () => Promise<Row | undefined>,
): Promise<(Omit<Row, 'grants'> & { grants: HeldGrant[] }) | undefined> {
  const cache = roleCacheOf(platform);
  let read: RolesAtVersion | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const row = await find();
    if (!row) return undefined;
    const { org_id, roles_version } = row;
    const current = read?.version === roles_version ? read.byId : undefined;
    const grants = toHeldGrants(row.grants, (id) =>
      current?.has(id) ? current.get(id)?.role : cache.find(org_id, roles_version, id),
    );
    if (grants) return { ...row, grants };
    const ids = row.grants.map(([role_id]) => role_id);
    read = await readerOf(platform).read(org_id, ids);
  }
  throw new AppError('unavailable', 'The roles of the organization are being changed; try again');
}
