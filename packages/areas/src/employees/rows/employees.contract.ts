import {
  CalendarDate,
  Email,
  Flag,
  Id,
  Line,
  named,
  Paging,
  QueryId,
  SortBy,
  Timestamp,
  TimeZone,
} from '@wfp/shared/contract';
import { z } from 'zod';

export const employeeStatuses = ['pre_hire', 'active', 'on_leave', 'suspended', 'terminated'] as const;
export const employmentTypes = ['full_time', 'part_time', 'contractor', 'intern', 'temporary'] as const;

export const Employee = z.object({
  id: Id,
  org_id: Id,
  employee_number: z.string(),
  user_id: Id.nullable(),
  first_name: z.string(),
  last_name: z.string(),
  preferred_name: z.string().nullable(),
  work_email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.enum(employeeStatuses),
  employment_type: z.enum(employmentTypes),
  job_title: z.string().nullable(),
  hire_date: CalendarDate,
  original_hire_date: CalendarDate.nullable().meta({
    description: 'First hire date of an employee who was rehired',
  }),
  end_date: CalendarDate.nullable().meta({ description: 'First day after the employment' }),
  fte: z.string().meta({ description: 'Full-time equivalent', example: '0.8' }),
  time_zone: z.string().nullable().meta({
    description:
      'IANA time zone in which dated changes take effect at midnight; null for that of the place, otherwise of the organization',
  }),
  position_id: Id.nullable(),
  team_id: Id.nullable().meta({ description: 'Primary team' }),
  manager_id: Id.nullable().meta({ description: 'Manager' }),
  place_id: Id.nullable(),
  work_schedule_id: Id.nullable().meta({ description: 'Null for the default of the company' }),
  holiday_calendar_id: Id.nullable().meta({
    description: 'Null for that of the place, otherwise the default of the company',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

export const Warnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Such as the role that comes with the position' });

export const ChangedEmployee = named('ChangedEmployee', Employee.extend({ warnings: Warnings }));

/** Full-time equivalent: greater than 0, at most 1, with up to three decimals. */
export const Fte = z
  .string()
  .regex(
    /^(?:0\.(?:[1-9]\d{0,2}|0[1-9]\d?|00[1-9])|1(?:\.0{1,3})?)$/,
    'Must be a decimal greater than 0 and at most 1 with at most three decimals, such as "0.8"',
  )
  .transform((text) => String(Number(text)))
  .meta({ example: '0.8' });

/** Fields without a history. */
const undatedFields = {
  preferred_name: Line(100).nullable().optional(),
  work_email: Email.nullable().optional(),
  phone: Line(50).nullable().optional(),
  job_title: Line(200).nullable().optional(),
  time_zone: TimeZone.nullable().optional(),
};

export const CreateEmployee = z
  .strictObject({
    first_name: Line(100),
    last_name: Line(100),
    hire_date: CalendarDate,
    ...undatedFields,
    employee_number: Line(40)
      .optional()
      .meta({ description: 'Default: the next number in employee_number_format' }),
    user_id: Id.nullable().optional(),
    status: z
      .enum(employeeStatuses)
      .optional()
      .meta({ description: 'Default: pre_hire before the hire date, otherwise active' }),
    employment_type: z.enum(employmentTypes).optional(),
    end_date: CalendarDate.nullable().optional(),
    fte: Fte.optional(),
    position_id: Id.nullable().optional(),
    team_id: Id.nullable().optional(),
    manager_id: Id.nullable().optional(),
    place_id: Id.nullable().optional(),
    work_schedule_id: Id.nullable().optional(),
    holiday_calendar_id: Id.nullable().optional(),
  })
  .refine((employee) => employee.end_date == null || employee.end_date >= employee.hire_date, {
    path: ['end_date'],
    message: 'Must not be before hire_date',
  })
  .refine((employee) => employee.status !== 'terminated' || employee.end_date != null, {
    path: ['end_date'],
    message: 'Required if status is "terminated"',
  });
export type CreateEmployee = z.output<typeof CreateEmployee>;

const endpointByDatedField = new Map([
  ['position_id', '/changes'],
  ['team_id', '/changes'],
  ['manager_id', '/changes'],
  ['place_id', '/changes'],
  ['work_schedule_id', '/changes'],
  ['holiday_calendar_id', '/changes'],
  ['fte', '/changes'],
  ['employment_type', '/changes'],
  ['status', '/changes, /terminate or /rehire'],
  ['end_date', '/changes or /terminate'],
  ['hire_date', '/changes, with a correction of the hire'],
]);

/** Fields that a PATCH corrects, for all days on which the wrong value was valid. */
const correctableFields = {
  first_name: Line(100).optional(),
  last_name: Line(100).optional(),
  employee_number: Line(40).optional(),
};

const patchable = { ...correctableFields, ...undatedFields };

export const PatchEmployee = z.strictObject(patchable, {
  error: ({ code, keys }) => {
    const unknown = code === 'unrecognized_keys' ? (keys as string[]) : [];
    const [endpoint, ...others] = new Set(unknown.map((key) => endpointByDatedField.get(key)));
    if (endpoint === undefined || others.length > 0) return undefined;
    return `Can only be changed by a dated change; use POST /employees/:id${endpoint}`;
  },
});
export type PatchEmployee = z.output<typeof PatchEmployee>;

/** @param id the schema of an id: text in a query, a number in a body */
const filters = <I extends z.ZodType>(id: I) => ({
  team_id: id.optional(),
  manager_id: id.optional(),
  position_id: id.optional(),
  place_id: id.optional(),
  work_schedule_id: id.optional(),
  holiday_calendar_id: id.optional(),
  status: z.enum(employeeStatuses).optional(),
  employment_type: z.enum(employmentTypes).optional(),
  hired_from: CalendarDate.optional().meta({ description: 'Earliest hire date' }),
  hired_to: CalendarDate.optional().meta({ description: 'Latest hire date' }),
  q: Line(100)
    .optional()
    .meta({ description: 'Part of a name, email address or employee number; case-insensitive' }),
});

export const EmployeeFilter = z.strictObject(filters(Id));
export type EmployeeFilter = z.output<typeof EmployeeFilter>;

export const AsOf = {
  as_of: CalendarDate.optional().meta({
    description: 'Values on that day, scheduled changes included; requires employee_change:read',
  }),
};

export const employeeSorts = [
  'name',
  'employee_number',
  'status',
  'hire_date',
  'created_at',
  'updated_at',
] as const;

export const ListEmployees = z
  .strictObject({
    ...Paging,
    ...filters(QueryId),
    ...AsOf,
    sort: SortBy(employeeSorts, 'name'),
    deleted: Flag.optional().meta({
      description: 'true: only deleted employees; requires employee:manage',
    }),
  })
  .refine(({ deleted, as_of }) => !deleted || as_of === undefined, {
    path: ['as_of'],
    message: 'Cannot be combined with deleted',
  });
export type ListEmployees = z.output<typeof ListEmployees>;

export const ReadEmployee = z.strictObject(AsOf);
export type ReadEmployee = z.output<typeof ReadEmployee>;
