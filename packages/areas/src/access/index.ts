import { defineArea, resource } from '@wfp/shared';
import { accessEvents } from './access.events.ts';
import { ownerCheck } from './checks.store.ts';
import { accessConsequences } from './consequences.ts';
import { grantExpiryLane } from './expiry.lane.ts';
import { grantEndpoints } from './grants.endpoints.ts';
import { grantRows } from './grants.store.ts';
import { permissionEndpoints } from './permissions.endpoints.ts';
import { roleEndpoints } from './roles.endpoints.ts';
import { roleRows } from './roles.store.ts';

const builtin = { owner: 'M', admin: 'M', hr: 'R', manager: 'R', employee: 'R@own', auditor: 'R' };

export const access = defineArea({
  name: 'access',
  about: 'Roles, who holds them, and what a caller may do.',
  resources: [
    resource({ code: 'role', label: 'Roles', scopes: ['own'], builtin, rows: roleRows }),
    resource({ code: 'grant', label: 'Grants', scopes: ['own'], builtin, rows: grantRows }),
  ],
  endpoints: [...roleEndpoints, ...grantEndpoints, ...permissionEndpoints],
  events: accessEvents,
  consequences: accessConsequences,
  jobs: [grantExpiryLane],
  checks: [ownerCheck],
});

export { refuseActingOn, requireOwner } from './authority.ts';
export {
  grantDefaultRole,
  grantInside,
  refuseLosingLastOwner,
  refuseRolesOfNewUser,
} from './grants.service.ts';
export { lockAccess } from './lock.store.ts';
export { transferOwner } from './ownership.service.ts';
export { grantOf, grantsInForceOf, grantsNotEndedOf } from './references.store.ts';
export { isOwnerRole, rolesByCode } from './roles.store.ts';
export {
  endGrantsOfSeat,
  endGrantsOfSeatEvents,
  grantWithSeat,
  grantWithSeatEvents,
} from './seat-grants.service.ts';
