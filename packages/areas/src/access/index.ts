import { defineArea } from '@wfp/shared';
import { accessEvents } from './access.events.ts';
import { grantsReplaced } from './announcements.ts';
import { ownerCheck } from './authority/checks.store.ts';
import { accessConsequences } from './consequences.ts';
import { grantExpiryLane } from './grants/expiry/expiry.lane.ts';
import { grantEndpoints } from './grants/grants.endpoints.ts';
import { grants } from './grants/grants.resource.ts';
import { managerGrantCheck } from './managers/managers.store.ts';
import { permissionEndpoints } from './permissions/permissions.endpoints.ts';
import { roleEndpoints } from './roles/roles.endpoints.ts';
import { roles } from './roles/roles.resource.ts';
import { roleCodes } from './roles/roles.store.ts';

export const access = defineArea({
  name: 'access',
  title: 'Roles and permissions',
  about: 'Roles, grants and permissions.',
  menu: [
    { key: 'roles', label: 'Roles', icon: 'shield', group: 'administration', resource: 'role' },
    { key: 'grants', label: 'Grants', icon: 'key-round', group: 'administration', resource: 'grant' },
  ],
  declared: [roles, grants],
  endpoints: [...roleEndpoints, ...grantEndpoints, ...permissionEndpoints],
  events: accessEvents,
  announcements: [grantsReplaced],
  consequences: accessConsequences,
  namedValueLookups: { role: roleCodes },
  jobs: [grantExpiryLane],
  checks: [ownerCheck, managerGrantCheck],
});

export {
  coversRightsOfUser,
  lockPermittedUser,
  rejectMorePrivileged,
  requireAuthorityOver,
  requireOwner,
  requireRightsOfUser,
} from './authority/authority.ts';
export { interruptImports, type LockedCaller, lockAccess, lockPastAccess } from './authority/lock.store.ts';
export { organizationTable } from './granted-roles/granted-roles.store.ts';
export { findWithRoles, type GrantsRow } from './granted-roles/granted-roles.ts';
export {
  checkRolesOfNewUser,
  grantDefaultRole,
  grantRoleInTransaction,
  rejectLosingLastOwner,
} from './grants/grants.service.ts';
export { transferOwnerRole } from './managers/ownership.service.ts';
export {
  describeSeatRole,
  endSeatGrants,
  endSeatGrantsEvents,
  grantSeatRole,
  grantSeatRoleEvents,
  requireSeatRoleAuthority,
  type SeatDecider,
} from './managers/seat-grants.service.ts';
export {
  coversAllPeople,
  excessError,
  findPermissionsOnPeople,
  requirePrimaryTeamAuthority,
} from './people-rights/people-rights.service.ts';
export { PermissionRow } from './permissions/permissions.contract.ts';
export {
  grantEndedAt,
  grantOf,
  grantsInForceOf,
  grantsNotEndedOf,
  grantTuplesOf,
  hasPermissionOfAllRoles,
} from './permissions/references.store.ts';
export { listMyPermissions } from './permissions/registry.service.ts';
export { findRolesByCode, isOwnerRole } from './roles/roles.store.ts';
