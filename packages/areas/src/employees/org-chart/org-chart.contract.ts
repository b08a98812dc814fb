import { Id, named, Paging, QueryId, SortBy } from '@wfp/shared/contract';
import { z } from 'zod';
import { AsOf, Employee, EmployeeFilter, employeeSorts } from '../rows/employees.contract.ts';

const Levels = (defaultLevels: number) =>
  z
    .string()
    .regex(/^\d{1,2}$/, 'Must be a whole number from 1 to 50')
    .transform(Number)
    .pipe(z.number().min(1).max(50))
    .default(defaultLevels);

export const ListReports = z.strictObject({
  ...Paging,
  ...AsOf,
  depth: Levels(1).meta({ description: 'Number of levels of reports' }),
  q: EmployeeFilter.shape.q,
  sort: SortBy(['level', ...employeeSorts], 'level,name'),
});
export type ListReports = z.output<typeof ListReports>;

export const Report = Employee.extend({
  level: z.int().positive().meta({ description: '1 for direct reports' }),
});

export const ReadOrgChart = z.strictObject({
  ...AsOf,
  root_id: QueryId.optional().meta({
    description: 'Employee at the top. Default: all employees without a visible manager',
  }),
  depth: Levels(3).meta({ description: 'Number of levels below the top' }),
});
export type ReadOrgChart = z.output<typeof ReadOrgChart>;

export const ChartNode = z.object({
  employee_id: Id,
  name: z.string(),
  position: z
    .string()
    .nullable()
    .meta({ description: 'Title of the position if you can read it, otherwise job_title' }),
  reports_count: z
    .int()
    .nonnegative()
    .meta({ description: 'Number of direct reports, whether or not children contains them' }),
  get children() {
    return z.array(ChartNode);
  },
});
named('OrgChartNode', ChartNode);

export const OrgChart = z.object({ data: z.array(ChartNode), total: z.int().nonnegative() });
named('OrgChart', OrgChart);
