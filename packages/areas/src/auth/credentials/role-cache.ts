import type { HeldGrant } from '@wfp/shared';

/** The part of a grant that its role determines. */
export type GrantedRole = Pick<HeldGrant, 'role_code' | 'is_builtin' | 'permissions'>;

interface VersionedRoles {
  version: string;
  /** Null for a deleted role. */
  byId: Map<number, GrantedRole | null>;
}

const defaultMaxRoles = 5_000;

/**
 * Roles of organizations at a version (`organizations.roles_version`), which changes in the transaction of every change
 * of a role that affects rights. A request reads the version together with its grants, so cached roles are as current
 * as roles that are read.
 */
export class RoleCache {
  readonly #organizations = new Map<number, VersionedRoles>();
  readonly #maxRoles: number;
  #count = 0;

  constructor(maxRoles = defaultMaxRoles) {
    this.#maxRoles = maxRoles;
  }

  /** Returns the role; null if it is deleted, undefined if it is not cached at this version. */
  find(org_id: number, version: string, role_id: number): GrantedRole | null | undefined {
    const cached = this.#organizations.get(org_id);
    return cached?.version === version ? cached.byId.get(role_id) : undefined;
  }

  /**
   * Adds roles that were read together with the version, in place of those of another version. Above the limit, removes
   * the organizations added first.
   */
  add(org_id: number, version: string, roles: ReadonlyMap<number, GrantedRole | null>): void {
    const cached = this.#organizations.get(org_id);
    const byId = cached?.version === version ? cached.byId : new Map<number, GrantedRole | null>();
    this.#remove(org_id);
    for (const [id, role] of roles) byId.set(id, role);
    this.#organizations.set(org_id, { version, byId });
    this.#count += byId.size;
    for (const [oldest] of this.#organizations) {
      if (this.#count <= this.#maxRoles) return;
      this.#remove(oldest);
    }
  }

  #remove(org_id: number): void {
    this.#count -= this.#organizations.get(org_id)?.byId.size ?? 0;
    this.#organizations.delete(org_id);
  }
}
