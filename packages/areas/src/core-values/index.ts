import { defineArea } from '@wfp/shared';
import { coreValues as resource } from './core-values.resource.ts';
import { demoValues } from './demo.ts';

export const coreValues = defineArea({
  name: 'core-values',
  about: 'Company values that recognition refers to.',
  declared: [resource],
  demo: [demoValues],
});
