import { consequence, defineArea, defineEvents } from '@wfp/shared';
import { organizationFounded } from '../signup/announcements.ts';
import { enumEndpoints } from './enums.endpoints.ts';
import { enums as enumResource, enumValues } from './enums.resource.ts';
import { replacementLane } from './values/replacements.lane.ts';
import { seedEnums } from './values/seed.store.ts';
import { valueLookup } from './values/value-lookup.store.ts';

export const enums = defineArea({
  name: 'enums',
  about: 'The enums of an organization: allowed values of fields, with labels.',
  menu: [{ key: 'enums', label: 'Enums', icon: 'list', group: 'administration', resource: 'enum' }],
  declared: [enumResource, enumValues],
  endpoints: enumEndpoints,
  events: defineEvents(
    { aggregate: 'enum', record: 'the enum', recordName: 'the label of the enum value' },
    { 'enum.value.replaced': 'All records with a value were moved to its replacement.' },
  ),
  consequences: [
    consequence({
      on: organizationFounded,
      name: 'enums.seed',
      writes: ['enum.post_create', 'enum.value.created'],
      run: ({ tx, caller }) => seedEnums(tx, caller),
    }),
  ],
  jobs: [replacementLane],
  enumValueLookup: valueLookup,
});

export { activeTaskCategories, findSystemEnums } from './references.store.ts';
export { systemEnums } from './values/system-enums.ts';
