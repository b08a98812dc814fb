import type { Scenarios } from '../../scenario.ts';

export const companyConfigurationScenarios: Scenarios = {
  // The request is derived, too, but not the row: without one, a review has no id of the record.
  'PATCH /company-configuration': {
    arrange: async (_, by) => {
      await by.call('PATCH', '/company-configuration', { probation_days: 30 });
      return { body: { fiscal_year_start_month: 4 } };
    },
    events: ['company_configuration.post_update'],
  },
};
