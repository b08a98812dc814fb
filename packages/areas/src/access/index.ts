import { defineArea, resource } from '@wfp/shared';
import { accessEndpoints } from './access.endpoints.ts';

const builtin = { owner: 'M', admin: 'M', hr: 'R', manager: 'R', employee: 'R@own', auditor: 'R' };

export const access = defineArea({
  name: 'access',
  resources: [
    resource({ code: 'role', label: 'Roles', scopes: ['own'], builtin }),
    resource({ code: 'grant', label: 'Grants', scopes: ['own'], builtin }),
  ],
  endpoints: accessEndpoints,
});

export { grantInside, refuseRolesOfNewUser, seedAccess } from './access.service.ts';
