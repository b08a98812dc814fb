import { defineResource, field } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { z } from 'zod';
import { kudosValueRequiring } from './announcements.ts';
import {
  defaults,
  EnforceHeadcount,
  FiscalYearStartMonth,
  Kudos,
  NextEmployeeNumber,
  ProbationDays,
  PtoDefaults,
  ShownKudos,
  ShownPtoDefaults,
  ShownSurveyDefaults,
  SurveyDefaults,
  WeekStart,
} from './company-configuration.contract.ts';
import { EmployeeNumberFormat } from './employee-numbers/employee-numbers.policy.ts';
import { chooseNextNumber } from './employee-numbers/employee-numbers.service.ts';
import { shownNextNumber } from './employee-numbers/employee-numbers.store.ts';
import { announceRequirement, lockForRequirement } from './kudos.hooks.ts';

export const companyConfiguration = defineResource({
  code: 'company_configuration',
  noun: ['company configuration', 'company configurations'],
  label: 'Company configuration',
  path: '/company-configuration',
  model: 'CompanyConfiguration',
  table: 'company_configurations',
  builtin: { owner: 'M', admin: 'M', hr: 'RU', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    fiscal_year_start_month: field(FiscalYearStartMonth),
    week_start: field(WeekStart),
    employee_number_format: field(EmployeeNumberFormat, { shown: z.string() }),
    /** Stored: the lowest number that the next employee can get. */
    next_employee_number: field(NextEmployeeNumber),
    default_work_schedule_id: field(Id.nullable(), { references: 'work_schedules' }),
    default_holiday_calendar_id: field(Id.nullable(), { references: 'holiday_calendars' }),
    probation_days: field(ProbationDays),
    enforce_headcount: field(EnforceHeadcount),
    managers_see_compensation: field(z.boolean()),
    kudos: field(Kudos, { shown: ShownKudos, pgType: 'jsonb' }),
    survey_defaults: field(SurveyDefaults, { shown: ShownSurveyDefaults, pgType: 'jsonb' }),
    pto_defaults: field(PtoDefaults, { shown: ShownPtoDefaults, pgType: 'jsonb' }),
  },
  computed: {
    next_employee_number: {
      schema: z.int().meta({
        description:
          'The number of the next employee who is hired without one; the highest possible one also if none is left',
      }),
      sql: shownNextNumber,
    },
  },
  sort: 'created_at',
  singleton: {
    defaults,
    summaries: { get: 'Fetch the company configuration', update: 'Update the company configuration' },
  },
  hooks: {
    beforeLock: lockForRequirement,
    beforeWrite: {
      announces: { update: [kudosValueRequiring] },
      run: async (step) => {
        await announceRequirement(step);
        return chooseNextNumber(step);
      },
    },
  },
});
