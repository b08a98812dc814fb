import {
  areasOf,
  type Caller,
  type CataloguedEvent,
  catalogueOf,
  forbidden,
  type HeldGrant,
  type Permission,
} from '@wfp/shared';
import { isSignInEvent } from './event-visibility.ts';

const readsAuditLog: Permission = 'audit_log:read';
const asOwner: HeldGrant = {
  ...{ role_code: 'owner', is_builtin: true, permissions: null, scope: 'role', team_id: null },
};
const maxNamed = 5;

/**
 * Requires that the caller may read all events of these types in the whole organization, before the events are sent to
 * a receiver of the caller's choice. The visibility of private events does not matter, because they are never sent.
 *
 * @throws AppError `forbidden`, naming missing permissions
 */
export function requireEventReads(caller: Caller, types: readonly string[]): void {
  const missing = findMissingReads(caller, types);
  if (missing.length === 0) return;
  const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
  throw forbidden(
    'authority',
    `Requires ${missing.slice(0, maxNamed).join(', ')}${more} for the whole organization, to send events of these types`,
    missing[0],
  );
}

/** Returns the permissions that the caller lacks to read all events of these types in the whole organization. */
export function findMissingReads(caller: Caller, types: readonly string[]): Permission[] {
  const catalogue = new Map(catalogueOf(areasOf(caller.platform)).map((one) => [one.type, one]));
  const required = new Set(types.flatMap((type) => listRequiredReads(caller, type, catalogue.get(type))));
  return [...required].filter((permission) => !caller.rowScopeFor(permission)?.org).sort();
}

function listRequiredReads(caller: Caller, type: string, known: CataloguedEvent | undefined): Permission[] {
  if (known?.isPrivate) return [];
  const resources = known ? [known.aggregate, known.alsoAbout ?? []].flat() : [];
  const reads = known ? resources.map((resource) => readPermissionOf(caller, resource)) : [readsAuditLog];
  return isSignInEvent({ event_type: type }) ? [...reads, readsAuditLog] : reads;
}

/**
 * Returns `<resource>:read`, or `audit_log:read` for an aggregate that is not a resource and for a resource of which
 * even owners read only their own rows, such as files: otherwise no user could receive its events.
 */
function readPermissionOf({ platform: { access } }: Caller, resource: string): Permission {
  const permission: Permission = `${resource}:read`;
  const canBeHeld = access.resources.has(resource) && access.rowScopeFor([asOwner], permission)?.org;
  return canBeHeld ? permission : readsAuditLog;
}
