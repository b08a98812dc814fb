import { defineArea } from '@wfp/shared';
import { coreValues as resource } from './core-values.resource.ts';
import { demoValues } from './demo.ts';

export const coreValues = defineArea({
  name: 'core-values',
  about: 'Company values that recognition refers to.',
  menu: [
    { key: 'core-values', label: 'Core values', icon: 'heart', group: 'company', resource: 'core_value' },
  ],
  declared: [resource],
  demo: [demoValues],
});
