import { defineArea, resource } from '@wfp/shared';
import { addresses, contacts, socialLinks } from './directory.resource.ts';
import { resumeCommand, setPlanCommand, suspendCommand } from './operator.service.ts';
import { organizationEndpoints } from './organizations.endpoints.ts';
import { organizationEvents } from './organizations.events.ts';
import { purgeLane } from './purge/purge.lane.ts';

const readers = { hr: 'R', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' };

export const organizations = defineArea({
  name: 'organizations',
  about: 'The organization, its settings, addresses, contacts and links.',
  menu: [
    {
      key: 'organization',
      label: 'Organization',
      icon: 'building-2',
      group: 'administration',
      resource: 'organization',
    },
    {
      key: 'settings',
      label: 'Settings',
      icon: 'settings',
      group: 'administration',
      resource: 'organization_setting',
    },
  ],
  resources: [
    resource({
      code: 'organization',
      label: 'Organization',
      scopes: [],
      builtin: { owner: 'M', admin: 'M', ...readers },
    }),
    resource({
      code: 'organization_setting',
      label: 'Settings',
      scopes: [],
      builtin: { owner: 'M', admin: 'M', ...readers },
    }),
  ],
  declared: [addresses, contacts, socialLinks],
  endpoints: organizationEndpoints,
  events: organizationEvents,
  jobs: [purgeLane],
  commands: [suspendCommand, resumeCommand, setPlanCommand],
});

export {
  resumeCommand,
  resumeOrganization,
  setOrganizationPlan,
  setPlanCommand,
  suspendCommand,
  suspendOrganization,
} from './operator.service.ts';
export {
  Organization,
  OrganizationParams,
  OrgSlug,
  PlanCode,
  SuspensionReason,
} from './organizations.contract.ts';
export { requireOwnerSession, requireOwnId } from './organizations.service.ts';
export {
  findOrganization,
  lockIfUnverified,
  organizationsTable,
  verifyOrganization,
} from './organizations.store.ts';
export {
  openOrganizationOf,
  organizationOf,
  organizationsAs,
  restrictsLabels,
  selectTimeZone,
} from './references.store.ts';
export { AllSettings, settingsRegistry } from './settings/settings.registry.ts';
export { getSettings, readSettings, readSettingsInTransaction } from './settings/settings.service.ts';
