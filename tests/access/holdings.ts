import type { HeldGrant, Permission, RowScope } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { TestService } from '@wfp/testing';

const { sql } = Prisma;

/** The permissions of a user with scope: `task:read@org`, `task:update@team:7`. */
export type Holdings = ReadonlySet<string>;

interface Row extends HeldGrant {
  user_id: number;
}

const scopeWords = (permission: Permission, scope: RowScope | null): string[] => {
  if (!scope) return [];
  const { org, own, reports, team, team_ids } = scope;
  const scopes = Object.entries({ org, own, reports, team }).flatMap(([scope, held]) =>
    held ? [scope] : [],
  );
  return [...scopes, ...team_ids.map((id) => `team:${id}`)].map((scope) => `${permission}@${scope}`);
};

/**
 * Returns the permissions that each user was granted. Excludes the default role of new users and the role of managers, which
 * no user grants: the first is chosen by a user who could grant it, the second follows from direct reports.
 */
export async function holdingsIn(
  service: TestService,
  org_id: number,
  permissions: readonly Permission[],
): Promise<Map<number, Holdings>> {
  const rows = await service.rows<Row>(sql`
    select g.user_id, r.code as role_code, r.is_builtin, case when r.is_builtin then null else r.permissions end as permissions,
      g.scope, g.team_id
    from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
    where g.org_id = ${org_id} and g.deleted_at is null and g.source not in ('default', 'hierarchy')
      and (g.starts_at is null or g.starts_at <= now()) and (g.ends_at is null or g.ends_at > now())`);
  return new Map(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([user_id, grants]) => [
      user_id,
      holdingsOf(service, grants, permissions),
    ]),
  );
}

/** Returns the permissions that a role gives. */
export async function holdingsOfRole(
  service: TestService,
  { org_id, role_id }: { org_id: number; role_id: number },
  permissions: readonly Permission[],
): Promise<Holdings> {
  const grants = await service.rows<HeldGrant>(sql`
    select r.code as role_code, r.is_builtin, case when r.is_builtin then null else r.permissions end as permissions,
      'role' as scope, null::int as team_id
    from roles r where r.org_id = ${org_id} and r.id = ${role_id}`);
  return holdingsOf(service, grants, permissions);
}

function holdingsOf(
  service: TestService,
  grants: readonly HeldGrant[],
  permissions: readonly Permission[],
): Holdings {
  const { access } = service.platform;
  return new Set(
    permissions.flatMap((permission) => scopeWords(permission, access.rowScopeFor(grants, permission))),
  );
}

/**
 * True if a user with `held` may grant `word`.
 *
 * @param above the ancestors of each team
 */
export function couldGive(
  held: Holdings,
  word: string,
  above: ReadonlyMap<number, readonly number[]>,
): boolean {
  const [permission = '', scope = ''] = word.split('@');
  if (held.has(word) || held.has(`${permission}@org`)) return true;
  const [kind, team] = scope.split(':');
  if (kind !== 'team' || team === undefined) return false;
  return (above.get(Number(team)) ?? []).some((id) => held.has(`${permission}@team:${id}`));
}
