import type { HeldGrant } from '@wfp/shared';

/** The part of a grant that its role determines. */
export type GrantedRole = Pick<HeldGrant, 'role_code' | 'is_builtin' | 'permissions'>;

/** A role with the hash of what it gives (`roles.rights_hash`); both null if the role is deleted. */
export type HashedRole = { hash: string; role: GrantedRole } | { hash: null; role: null };

/** The version of the organization's roles at which the role was read; null if it was read without one. */
type CachedRole = HashedRole & { version: string | null; size: number };

interface CachedOrganization {
  byId: Map<number, CachedRole>;
  size: number;
}

/** In permissions, of which one takes about 50 bytes. The share of an organization holds all roles that it may have. */
const defaultMaxSize = 500_000;
const defaultMaxShare = 62_500;

const sizeOf = ({ role }: HashedRole): number => 1 + Object.keys(role?.permissions ?? {}).length;

/** The class of an organization by its size: the number of binary digits. */
const classOf = (size: number): number => 32 - Math.clz32(size);

/**
 * Roles of organizations at a version (`organizations.roles_version`), which changes in the transaction of every change
 * of a role that affects rights. A request reads the version together with its grants, so cached roles are as current
 * as roles that are read.
 *
 * Above its share, an organization loses those of its roles that were added first. Above the maximum of all, the
 * largest organizations are removed first, so that no organization can displace many smaller ones.
 */
export class RoleCache {
  readonly #organizations = new Map<number, CachedOrganization>();
  /** The organizations of each class of sizes, in the order in which they were last added to. */
  readonly #bySize: Map<number, CachedOrganization>[] = [];
  readonly #maxSize: number;
  readonly #maxShare: number;
  #size = 0;

  constructor(maxSize = defaultMaxSize, maxShare = defaultMaxShare) {
    this.#maxSize = maxSize;
    this.#maxShare = maxShare;
  }

  /** Returns the role; null if it is deleted, undefined if it is not cached at this version. */
  find(org_id: number, version: string, role_id: number): GrantedRole | null | undefined {
    const cached = this.#organizations.get(org_id)?.byId.get(role_id);
    return cached?.version === version ? cached.role : undefined;
  }

  /** Returns the role if it is cached with this hash, at any version. */
  findByHash(org_id: number, role_id: number, hash: string): GrantedRole | undefined {
    const cached = this.#organizations.get(org_id)?.byId.get(role_id);
    return cached?.hash === hash ? (cached.role ?? undefined) : undefined;
  }

  /** @param version the version with which the roles were read in one statement; null if there is none */
  add(org_id: number, version: string | null, roles: ReadonlyMap<number, HashedRole>): void {
    const { byId, size } = this.#organizations.get(org_id) ?? { byId: new Map(), size: 0 };
    this.#remove(org_id, size);
    const cached = { byId, size };
    for (const [id, role] of roles) {
      const size = drop(cached, id, role) ?? sizeOf(role);
      byId.set(id, { ...role, version, size });
      cached.size += size;
    }
    for (const id of byId.keys()) {
      if (cached.size <= this.#maxShare) break;
      drop(cached, id);
    }
    this.#place(org_id, cached);
    for (let largest = this.#bySize.length - 1; this.#size > this.#maxSize; largest -= 1) {
      for (const [other, { size: removed }] of this.#bySize[largest] ?? []) {
        this.#remove(other, removed);
        if (this.#size <= this.#maxSize) break;
      }
    }
  }

  #place(org_id: number, cached: CachedOrganization): void {
    const { size } = cached;
    if (size === 0) return;
    this.#organizations.set(org_id, cached);
    this.#size += size;
    while (this.#bySize.length <= classOf(size)) this.#bySize.push(new Map());
    this.#bySize[classOf(size)]?.set(org_id, cached);
  }

  #remove(org_id: number, size: number): void {
    if (!this.#organizations.delete(org_id)) return;
    this.#size -= size;
    this.#bySize[classOf(size)]?.delete(org_id);
  }
}

/** Removes a role. Returns its size if it is the role `same`. */
function drop(cached: CachedOrganization, id: number, same?: HashedRole): number | undefined {
  const found = cached.byId.get(id);
  if (!found) return undefined;
  cached.byId.delete(id);
  cached.size -= found.size;
  return found.role === same?.role ? found.size : undefined;
}
