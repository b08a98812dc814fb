import { defineArea, resource } from '@wfp/shared';
import { enumEndpoints, enumValueEndpoints } from './enums.endpoints.ts';
import { enumEvents } from './enums.events.ts';
import { replacementLane } from './replacements.lane.ts';

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
  jobs: [replacementLane],
});

export { activeTaskCategories } from './references.store.ts';
export { seedEnums } from './seed.store.ts';
export { systemEnums } from './system-enums.ts';
