import { z } from 'zod';
import { maxEmployeeNumber } from './employee-numbers/employee-numbers.policy.ts';

export const FiscalYearStartMonth = z.int().min(1).max(12);
export const WeekStart = z.enum(['monday', 'saturday', 'sunday']);
export const ProbationDays = z.int().min(0).max(1_000);
export const EnforceHeadcount = z.enum(['off', 'warn', 'block']).meta({
  description: 'What happens when a position would get more holders than its headcount',
});
export const NextEmployeeNumber = z
  .int()
  .min(1)
  .max(maxEmployeeNumber)
  .meta({ description: 'The number of the next employee, without the text of employee_number_format' });

const kudos = {
  require_core_value: z.boolean().meta({ description: 'Kudos must name a core value' }),
  monthly_allowance: z
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ description: 'Points that an employee can give in a calendar month' }),
};

const surveyDefaults = {
  anonymity: z.enum(['named', 'anonymous']),
  min_group_size: z
    .int()
    .min(3)
    .max(100)
    .meta({ description: 'Results of groups with fewer responses are hidden' }),
};

const ptoDefaults = {
  unit: z.enum(['days', 'hours']),
  year: z.enum(['calendar', 'fiscal', 'anniversary']),
  hr_approval_from_days: z
    .int()
    .min(1)
    .max(366)
    .nullable()
    .meta({ description: 'Requests of at least this many days also need the approval of HR; null: none' }),
};

export const Kudos = z.strictObject(kudos);
export const ShownKudos = z.object(kudos);
export const SurveyDefaults = z.strictObject(surveyDefaults);
export const ShownSurveyDefaults = z.object(surveyDefaults);
export const PtoDefaults = z.strictObject(ptoDefaults);
export const ShownPtoDefaults = z.object(ptoDefaults);

/** Equal to the defaults of the columns. */
export const defaults = {
  fiscal_year_start_month: 1,
  week_start: 'monday' as const,
  employee_number_format: 'E{0000}',
  next_employee_number: 1,
  default_work_schedule_id: null,
  default_holiday_calendar_id: null,
  probation_days: 0,
  enforce_headcount: 'off' as const,
  managers_see_compensation: false,
  kudos: { require_core_value: false, monthly_allowance: 0 },
  survey_defaults: { anonymity: 'anonymous' as const, min_group_size: 5 },
  pto_defaults: { unit: 'days' as const, year: 'calendar' as const, hr_approval_from_days: null },
};
