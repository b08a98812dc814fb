import { consequence, defineArea, resource } from '@wfp/shared';
import { organizationFounded } from '../signup/announcements.ts';
import { enumEndpoints, enumValueEndpoints } from './enums.endpoints.ts';
import { enumEvents } from './enums.events.ts';
import { replacementLane } from './values/replacements.lane.ts';
import { seedEnums } from './values/seed.store.ts';

export const enums = defineArea({
  name: 'enums',
  about: 'The vocabularies of an organization: the values that fields can have, with their labels.',
  resources: [
    resource({
      code: 'enum',
      label: 'Vocabularies',
      scopes: [],
      builtin: { owner: 'M', admin: 'M', hr: 'RCUA', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
    }),
  ],
  endpoints: [...enumEndpoints, ...enumValueEndpoints],
  events: enumEvents,
  consequences: [
    consequence({
      on: organizationFounded,
      name: 'enums.vocabularies',
      writes: ['enum.post_create', 'enum.value.created'],
      run: ({ tx, caller }) => seedEnums(tx, caller),
    }),
  ],
  jobs: [replacementLane],
});

export { activeTaskCategories } from './references.store.ts';
export { systemEnums } from './values/system-enums.ts';
