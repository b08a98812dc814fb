import type { HeldGrant, Scope } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { GrantedRole, HashedRole } from './role-cache.ts';

const { sql, raw } = Prisma;

/** The table of organizations, as `o`. Its area depends on this one, which cannot import from it. */
export const organizationTable = sql`organizations o`;

/** Reads rows of one organization: on a connection of its share, or in a transaction. */
export type ReadRows = <Row>(statement: Prisma.Sql) => Promise<Row[]>;

/** Expression: the hash of what a role gives. Roles of earlier releases have none until they are changed. */
export const rightsHash = (alias: string): Prisma.Sql =>
  raw(
    `encode(coalesce(${alias}.rights_hash, role_rights_hash(${alias}.code, ${alias}.is_builtin, ${alias}.permissions)), 'base64')`,
  );

export interface RoleHashes {
  version: string;
  /** The live roles among those asked for. */
  hashes: [id: number, hash: string][];
}

/** Reads the hashes of roles and the version of the organization's roles, in one statement. */
export async function findRoleHashes(
  rows: ReadRows,
  org_id: number,
  ids: readonly number[],
): Promise<RoleHashes | undefined> {
  const [found] = await rows<RoleHashes>(sql`select o.roles_version as version, coalesce((
      select json_agg(json_build_array(r.id, ${rightsHash('r')})) from roles r
      where r.org_id = o.id and r.id = any(${[...ids]}::int[]) and r.deleted_at is null), '[]') as hashes
    from ${organizationTable} where o.id = ${org_id}`);
  return found;
}

interface RoleContent {
  id: number;
  hash: string;
  code: string;
  is_builtin: boolean;
  permissions: HeldGrant['permissions'];
}

/** Reads what roles give, deleted or not. */
export async function findRoleContents(
  rows: ReadRows,
  org_id: number,
  ids: readonly number[],
): Promise<Map<number, HashedRole>> {
  const found = await rows<RoleContent>(sql`select r.id, ${rightsHash('r')} as hash, r.code, r.is_builtin,
      case when r.is_builtin then null else r.permissions end as permissions
    from roles r where r.org_id = ${org_id} and r.id = any(${[...ids]}::int[])`);
  return new Map(found.map(({ id, hash, ...role }) => [id, { hash, role: toRole(role) }]));
}

/** The lists of scopes in use, of which there are few: cached roles share them. */
const scopeLists = new Map<string, Scope[]>();
const maxScopeLists = 1_000;

function shareScopes(scopes: Scope[]): Scope[] {
  const key = scopes.join();
  const known = scopeLists.get(key);
  if (!known && scopeLists.size < maxScopeLists) scopeLists.set(key, scopes);
  return known ?? scopes;
}

function toRole({ code, is_builtin, permissions }: Omit<RoleContent, 'id' | 'hash'>): GrantedRole {
  if (permissions === null) return { role_code: code, is_builtin, permissions };
  // Without a prototype, V8 stores no description of the properties for each role.
  const compact: Record<string, Scope[]> = Object.create(null);
  for (const [permission, scopes] of Object.entries(permissions)) compact[permission] = shareScopes(scopes);
  return { role_code: code, is_builtin, permissions: compact };
}
