import { CalendarDate, Email, Id, Line, Paging, QueryId, Timestamp } from '@wfp/shared/contract';
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
  end_date: CalendarDate.nullable(),
  team_id: Id.nullable().meta({ description: 'The home team' }),
  manager_id: Id.nullable().meta({ description: 'The employee this one reports to' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

/** What can be changed at any moment; the rest is true from a date on. */
const undated = {
  preferred_name: Line(100).nullable().optional(),
  work_email: Email.nullable().optional(),
  phone: Line(50).nullable().optional(),
  job_title: Line(200).nullable().optional(),
};

export const CreateEmployee = z
  .strictObject({
    first_name: Line(100),
    last_name: Line(100),
    hire_date: CalendarDate,
    ...undated,
    employee_number: Line(40).optional().meta({ description: 'The next free one when left out' }),
    user_id: Id.nullable().optional(),
    status: z
      .enum(employeeStatuses)
      .optional()
      .meta({ description: 'When left out: pre_hire until the hire date, active from then on' }),
    employment_type: z.enum(employmentTypes).optional(),
    end_date: CalendarDate.nullable().optional(),
    team_id: Id.nullable().optional(),
    manager_id: Id.nullable().optional(),
  })
  .refine((employee) => employee.end_date == null || employee.end_date >= employee.hire_date, {
    path: ['end_date'],
    message: 'Must not be before hire_date',
  })
  .refine((employee) => employee.status !== 'terminated' || employee.end_date != null, {
    path: ['end_date'],
    message: 'Belongs to somebody who is terminated',
  });
export type CreateEmployee = z.output<typeof CreateEmployee>;

export const PatchEmployee = z.strictObject(undated);
export type PatchEmployee = z.output<typeof PatchEmployee>;

/** What limits a list: an id is a text in a query and a number in a body. */
const filters = <I extends z.ZodType>(id: I) => ({
  team_id: id.optional(),
  manager_id: id.optional(),
  status: z.enum(employeeStatuses).optional(),
  q: Line(100).optional().meta({ description: 'Part of a name, e-mail address or employee number' }),
});

export const EmployeeFilter = z.strictObject(filters(Id));
export type EmployeeFilter = z.output<typeof EmployeeFilter>;

export const ListEmployees = z.strictObject({ ...Paging, ...filters(QueryId) });
export type ListEmployees = z.output<typeof ListEmployees>;
