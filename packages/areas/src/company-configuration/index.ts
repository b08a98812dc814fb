import { defineArea } from '@wfp/shared';
import { kudosValueRequiring } from './announcements.ts';
import { companyConfiguration as declared } from './company-configuration.resource.ts';
import { companyConfigurationConsequences } from './consequences.ts';

export const companyConfiguration = defineArea({
  name: 'company-configuration',
  about: 'The company’s calendar, employee numbers and defaults.',
  menu: [
    {
      key: 'company-configuration',
      label: 'Company configuration',
      icon: 'sliders-horizontal',
      group: 'company',
      resource: 'company_configuration',
    },
  ],
  declared: [declared],
  announcements: [kudosValueRequiring],
  consequences: companyConfigurationConsequences,
});

export {
  type CompanyDefaults,
  headcountPolicyOf,
  lockRequiredValue,
  requiresKudosValue,
  selectCompanyDefaults,
} from './references.store.ts';
