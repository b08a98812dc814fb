import { consequence, defineArea } from '@wfp/shared';
import { kudosValueRequiring } from '../company-configuration/announcements.ts';
import { coreValues as resource } from './core-values.resource.ts';
import { demoValues } from './demo.ts';
import { rejectMissingValue, requiredValueCheck } from './required-value.store.ts';

export const coreValues = defineArea({
  name: 'core-values',
  about: 'Company values that recognition refers to.',
  menu: [
    { key: 'core-values', label: 'Core values', icon: 'heart', group: 'company', resource: 'core_value' },
  ],
  declared: [resource],
  consequences: [
    consequence({
      ...{ on: kudosValueRequiring, name: 'core-values.required', writes: [] },
      run: ({ tx, caller, payload: { field } }) => rejectMissingValue(tx, caller, field),
    }),
  ],
  checks: [requiredValueCheck],
  demo: [demoValues],
});
